// SPDX-License-Identifier: MIT
#include "isa/words.h"

/* Opcodes of two bytes, and of the first and the last byte. */
#define OP2(opcode, ...) WORD48(0xffff00000000, (uint64_t)(opcode) << 32, __VA_ARGS__)
#define OP_ENDS(opcode, ...) \
	WORD48(0xff00000000ff, (uint64_t)((opcode)&0xff00) << 32 | ((opcode)&0xff), __VA_ARGS__)

/*
 * Source: z/Architecture Principles of Operation (SA22-7832), appendix B, and the facility that the
 * description of each instruction names. zEC12's and z13's additions for general registers have no
 * name in /proc/cpuinfo: they count as vx, with which z13 came, and by which the loader tells it.
 */
static const struct word_pattern patterns[] = {
    OP_ENDS(0xe785, "vxe"),  /* VBPERM */
    OP_ENDS(0xe7b8, "vxe"),  /* VMSL */
    OP_ENDS(0xe76c, "vxe"),  /* VNX */
    OP_ENDS(0xe76e, "vxe"),  /* VNN */
    OP_ENDS(0xe76f, "vxe"),  /* VOC */
    OP_ENDS(0xe7ee, "vxe"),  /* VFMIN */
    OP_ENDS(0xe7ef, "vxe"),  /* VFMAX */
    OP_ENDS(0xe79e, "vxe"),  /* VFNMS */
    OP_ENDS(0xe79f, "vxe"),  /* VFNMA */
    OP_ENDS(0xe786, "vxe2"), /* VSLD */
    OP_ENDS(0xe787, "vxe2"), /* VSRD */
    OP_ENDS(0xe78b, "vxe2"), /* VSTRS */
    OP_ENDS(0xe754, "vxe3"), /* VGEM */
    OP_ENDS(0xe788, "vxe3"), /* VEVAL */
    OP_ENDS(0xe789, "vxe3"), /* VBLEND */
    OP_ENDS(0xe7b0, "vxe3"), /* VDL, VRL, VD, VR */
    OP_ENDS(0xe7b1, "vxe3"),
    OP_ENDS(0xe7b2, "vxe3"),
    OP_ENDS(0xe7b3, "vxe3"),
    WORD48(0xff0000000000, 0xe70000000000, "vx"),

    WORD48(0xff00000000f0, 0xe60000000000, "vxe2"), /* byte-reversed elements */
    OP_ENDS(0xe655, "nnpa"),
    OP_ENDS(0xe656, "nnpa"),
    OP_ENDS(0xe65d, "nnpa"),
    OP_ENDS(0xe65e, "nnpa"),
    OP_ENDS(0xe651, "vxp2"),
    OP_ENDS(0xe654, "vxp2"),
    OP_ENDS(0xe65c, "vxp2"),
    OP_ENDS(0xe670, "vxp2"),
    OP_ENDS(0xe672, "vxp2"),
    OP_ENDS(0xe674, "vxp2"),
    OP_ENDS(0xe67c, "vxp2"),
    OP_ENDS(0xe67d, "vxp2"),
    OP_ENDS(0xe64a, "vxp3"),
    OP_ENDS(0xe64e, "vxp3"),
    OP_ENDS(0xe67f, "vxp3"),
    WORD48(0xff0000000000, 0xe60000000000, "vxd"),

    OP_ENDS(0xe338, "mie2"), /* AGH */
    OP_ENDS(0xe339, "mie2"), /* SGH */
    OP_ENDS(0xe33c, "mie2"), /* MGH */
    OP_ENDS(0xe347, "mie2"), /* BIC */
    OP_ENDS(0xe353, "mie2"), /* MSC */
    OP_ENDS(0xe383, "mie2"), /* MSGC */
    OP_ENDS(0xe384, "mie2"), /* MG */
    OP2(0xb9ec, "mie2"),     /* MGRK */
    OP2(0xb9ed, "mie2"),     /* MSGRKC */
    OP2(0xb9fd, "mie2"),     /* MSRKC */
    OP2(0xb964, "mie3"),     /* NNGRK, OCGRK, NOGRK, NXGRK */
    OP2(0xb965, "mie3"),
    OP2(0xb966, "mie3"),
    OP2(0xb967, "mie3"),
    OP2(0xb974, "mie3"), /* NNRK, OCRK, NORK, NXRK */
    OP2(0xb975, "mie3"),
    OP2(0xb976, "mie3"),
    OP2(0xb977, "mie3"),
    OP2(0xb9e5, "mie3"),                            /* NCGRK */
    OP2(0xb9f5, "mie3"),                            /* NCRK */
    OP2(0xb9c0, "mie3"),                            /* SELFHR */
    OP2(0xb9e3, "mie3"),                            /* SELGR */
    OP2(0xb9f0, "mie3"),                            /* SELR */
    OP2(0xe50a, "mie3"),                            /* MVCRL */
    WORD48(0xffff80000000, 0xb9e180000000, "mie3"), /* POPCNT of the whole register */
    OP2(0xb968, "mie4"),                            /* CLZG, CTZG, BEXTG, BDEPG */
    OP2(0xb969, "mie4"),
    OP2(0xb96c, "mie4"),
    OP2(0xb96d, "mie4"),
    OP_ENDS(0xe360, "mie4"), /* LXAB to LLXAQ */
    OP_ENDS(0xe361, "mie4"),
    OP_ENDS(0xe362, "mie4"),
    OP_ENDS(0xe363, "mie4"),
    OP_ENDS(0xe364, "mie4"),
    OP_ENDS(0xe365, "mie4"),
    OP_ENDS(0xe366, "mie4"),
    OP_ENDS(0xe367, "mie4"),
    OP_ENDS(0xe368, "mie4"),
    OP_ENDS(0xe369, "mie4"),

    OP2(0xe560, "te"),
    OP2(0xe561, "te"),
    OP2(0xb2f8, "te"),
    OP2(0xb2fc, "te"),
    OP2(0xb2ec, "te"),
    OP2(0xb2e8, "te"), /* PPA */
    OP_ENDS(0xe325, "te"),
    OP_ENDS(0xe348, "gs"),
    OP_ENDS(0xe349, "gs"),
    OP_ENDS(0xe34c, "gs"),
    OP_ENDS(0xe34d, "gs"),
    OP2(0xb938, "sort"),
    OP2(0xb939, "dflt"),
    OP2(0xb93b, "nnpa"),
    OP2(0xb91e, "msa"), /* KMAC */
    OP2(0xb928, "msa"), /* PCKMO */
    OP2(0xb929, "msa"), /* KMA */
    OP2(0xb92a, "msa"),
    OP2(0xb92b, "msa"),
    OP2(0xb92c, "msa"),
    OP2(0xb92d, "msa"),
    OP2(0xb92e, "msa"),
    OP2(0xb92f, "msa"),
    OP2(0xb93a, "msa"), /* KDSA */
    OP2(0xb93c, "msa"), /* PRNO */
    OP2(0xb93e, "msa"),
    OP2(0xb93f, "msa"),

    OP_ENDS(0xec59, "vx"), /* RISBGN */
    OP_ENDS(0xeb23, "vx"), /* CLT */
    OP_ENDS(0xeb2b, "vx"), /* CLGT */
    OP_ENDS(0xe385, "vx"), /* LGAT */
    OP_ENDS(0xe39c, "vx"), /* LLGTAT */
    OP_ENDS(0xe39d, "vx"), /* LLGFAT */
    OP_ENDS(0xe39f, "vx"), /* LAT */
    OP_ENDS(0xe3c8, "vx"), /* LFHAT */
    OP_ENDS(0xe32a, "vx"), /* LZRG */
    OP_ENDS(0xe33a, "vx"), /* LLZRGF */
    OP_ENDS(0xe33b, "vx"), /* LZRF */
    OP_ENDS(0xec42, "vx"), /* LOCHI */
    OP_ENDS(0xec46, "vx"), /* LOCGHI */
    OP_ENDS(0xec4e, "vx"), /* LOCHHI */
    OP_ENDS(0xebe0, "vx"), /* LOCFH */
    OP_ENDS(0xebe1, "vx"), /* STOCFH */
    OP2(0xb9e0, "vx"),     /* LOCFHR */
    OP_ENDS(0xedaa, "vx"), /* CDZT, CXZT and back: decimal to zoned, zEC12 */
    OP_ENDS(0xedab, "vx"),
    OP_ENDS(0xeda8, "vx"),
    OP_ENDS(0xeda9, "vx"),
    OP_ENDS(0xedac, "vx"), /* CDPT and its kind, z13 */
    OP_ENDS(0xedad, "vx"),
    OP_ENDS(0xedae, "vx"),
    OP_ENDS(0xedaf, "vx"),
    /* Hints: BPP, BPRP, NIAI. */
    WORD48(0xff0000000000, 0xc70000000000),
    WORD48(0xff0000000000, 0xc50000000000),
    OP2(0xb2fa),
};

/* The first two bits of an instruction tell its length. */
static size_t length(const uint8_t *bytes, size_t size)
{
	(void)size;
	return bytes[0] < 0x40 ? 2 : bytes[0] < 0xc0 ? 4 : 6;
}

const struct word_set word_set_s390x = {
    .arch = CS_ARCH_SYSZ,
    .mode = CS_MODE_BIG_ENDIAN,
    .length = length,
    .unit = 2,
    /* nopr, and the nop of six bytes */
    .padding = {(uint64_t)0x0707 << 48, (uint64_t)0xc00400000000 << 16},
    .patterns = patterns,
    .pattern_count = sizeof(patterns) / sizeof(patterns[0]),
};
