// SPDX-License-Identifier: MIT
#include "isa/words.h"

/*
 * Source: Power ISA 3.1B, appendix of opcodes by version; the masks are the smallest that cover
 * what binutils' disassembler knows for power9 and not for power8, and for power10 and not for
 * power9 (checked over all primary and extended opcodes). Each comment names some of what a line
 * covers. POWER8 is the least CPU of ppc64el: what older ones lack is not told apart.
 */
static const struct word_pattern patterns[] = {
    /* Prefixed instructions: the masked ones of MMA, and all others. */
    {0xfff00000fc000000, 0x07900000ec000000, {{"mma"}}},
    WORD(0xfc000000, 0x04000000, "arch_3_1"),

    WORD(0xfc0005bf, 0x10000001, "arch_3_00"), /* vmul10cuq vmul10ecuq vmul10euq vmul10uq */
    WORD(0xfc0002bf, 0x10000007, "arch_3_00"), /* vcmpneb vcmpneb. vcmpneh vcmpneh. */
    WORD(0xfc00027f, 0x10000007, "arch_3_00"), /* vcmpneb vcmpneb. vcmpnew vcmpnew. */
    WORD(0xfc00002f, 0x10000023, "arch_3_00"), /* maddld vmsumudm */
    WORD(0xfc00003e, 0x10000030, "arch_3_00"), /* maddhd maddhdu */
    WORD(0xfc000037, 0x10000033, "arch_3_00"), /* maddld vpermr */
    WORD(0xfc0006bf, 0x10000085, "arch_3_00"), /* vrldmi vrldnm vrlwmi vrlwnm */
    WORD(0xfc00063f, 0x1000020d, "arch_3_00"), /* vextractd vextractub vextractuh vextractuw */
    WORD(0xfc0002bf, 0x1000020d, "arch_3_00"), /* vextractub vextractuh vextublx vextubrx */
    WORD(0xfc00027f, 0x1000020d, "arch_3_00"), /* vextractub vextractuw vextublx vextubrx */
    WORD(0xfc0006ff, 0x10000241, "arch_3_00"), /* bcdcpsgn. vmul10euq */
    WORD(0xfc0006bf, 0x10000481, "arch_3_00"), /* bcdcfz. bcdctn. bcdctsq. bcds. */
    WORD(0xfc0004ff, 0x100004c1, "arch_3_00"), /* bcds. bcdsr. */
    WORD(0xfc00057f, 0x10000501, "arch_3_00"), /* bcdcfsq. bcdcfz. bcdctn. bcdctsq. */
    WORD(0xfc00073f, 0x10000501, "arch_3_00"), /* bcdcfz. bcdctn. bcdctsq. bcdsr. */
    WORD(0xfc0007ff, 0x100005cc, "arch_3_00"), /* vbpermd */
    WORD(0xfc0007ff, 0x10000602, "arch_3_00"), /* vclzlsbb vctzd vctzw vextsb2d */
    WORD(0xfc0007bf, 0x10000704, "arch_3_00"), /* vslv vsrv */
    WORD(0xfc000003, 0x44000001, "scv"),       /* scv */
    WORD(0xfc00003e, 0x4c000004, "arch_3_00"), /* addpcis */
    WORD(0xfc0007df, 0x4c000084, "arch_3_00"), /* addpcis rfscv */
    WORD(0xfc00075f, 0x4c000244, "arch_3_00"), /* addpcis stop urfid */
    WORD(0xfc0007bf, 0x7c00009c, "arch_3_00"), /* msgclru msgsndu */
    WORD(0xfc00077f, 0x7c000100, "arch_3_00"), /* cmprb setb */
    WORD(0xfc0001ff, 0x7c000154, "arch_3_00"), /* addex */
    WORD(0xfc0007bf, 0x7c000180, "arch_3_00"), /* cmpeqb cmprb */
    WORD(0xfc0003fb, 0x7c000212, "arch_3_00"), /* modsd modsw modud moduw */
    WORD(0xfc0006fc, 0x7c000218, "arch_3_00"), /* lxvl lxvx stxvl stxvx */
    WORD(0xfc0002be, 0x7c00021a, "arch_3_00"), /* lxsibzx lxsihzx lxvl lxvll */
    WORD(0xfc0006fe, 0x7c000266, "arch_3_00"), /* mfvsrld mtvsrdd */
    WORD(0xfc0006ff, 0x7c0002a4, "arch_3_00"), /* slbieg slbsync */
    WORD(0xfc0003fe, 0x7c0002d8, "arch_3_00"), /* lxvb16x lxvwsx */
    WORD(0xfc0007be, 0x7c000326, "arch_3_00"), /* mtvsrdd mtvsrws */
    WORD(0xfc0007be, 0x7c000434, "arch_3_00"), /* cnttzd cnttzd. cnttzw cnttzw. */
    WORD(0xfc0007ff, 0x7c000480, "arch_3_00"), /* mcrxrx */
    WORD(0xfc0006bf, 0x7c00048c, "arch_3_00"), /* ldat lwat stdat stwat */
    WORD(0xfc0007ff, 0x7c0005e6, "darn"),      /* darn */
    WORD(0xfc00077f, 0x7c00060c, "arch_3_00"), /* copy cpabort */
    WORD(0xfc00067e, 0x7c000658, "arch_3_00"), /* lxvb16x lxvh8x stxvb16x stxvh8x */
    WORD(0xfc0007bf, 0x7c0006a4, "arch_3_00"), /* rmieg slbiag */
    WORD(0xfc0007f7, 0x7c0006e4, "arch_3_00"), /* msgsync rmieg */
    WORD(0xfc0007fc, 0x7c0006f4, "arch_3_00"), /* extswsli extswsli. */
    WORD(0xfc000002, 0xe4000002, "arch_3_00"), /* lxsd lxssp */
    WORD(0xfc0007ff, 0xec000546, "arch_3_00"), /* dtstsfi */
    WORD(0xfc000778, 0xf0000018, "arch_3_00"), /* xscmpeqdp xscmpgedp */
    WORD(0xfc0007b8, 0xf0000018, "arch_3_00"), /* xscmpeqdp xscmpgtdp */
    WORD(0xfc0006f8, 0xf00000d0, "arch_3_00"), /* xxperm xxpermr */
    WORD(0xfc0005fa, 0xf00000d0, "arch_3_00"), /* xxinsertw xxperm xxspltib */
    WORD(0xfc0007f1, 0xf00001d0, "arch_3_00"), /* xscmpexpdp xxpermr */
    WORD(0xfc0007bc, 0xf0000294, "arch_3_00"), /* xxextractuw xxinsertw */
    WORD(0xfc000738, 0xf0000400, "arch_3_00"), /* xsmaxcdp xsmaxjdp xsmincdp xsminjdp */
    WORD(0xfc0004fd, 0xf00004a8, "arch_3_00"), /* xststdcdp xststdcsp xvtstdcdp xvtstdcsp */
    WORD(0xfc0005fc, 0xf000056c, "arch_3_00"), /* xscvdphp xscvhpdp xsxexpdp xvcvhpsp */
    WORD(0xfc0006b8, 0xf00006a8, "arch_3_00"), /* xvtstdcdp xvtstdcsp */
    WORD(0xfc0006f8, 0xf00006c0, "arch_3_00"), /* xviexpdp xviexpsp */
    WORD(0xfc00073e, 0xf000072c, "arch_3_00"), /* xsiexpdp xvcvsphp xvtstdcdp xvxexpdp */
    WORD(0xfc000001, 0xf4000001, "arch_3_00"), /* lxv stxssp stxv */
    WORD(0xfc000002, 0xf4000002, "arch_3_00"), /* stxsd stxssp */
    WORD(0xfc0003be, 0xfc000008, "arch_3_00"), /* xsaddqp xsaddqpo xsdivqp xsdivqpo */
    WORD(0xfc0002ff, 0xfc000008, "arch_3_00"), /* xsaddqp xscmpoqp xscmpuqp xssubqp */
    WORD(0xfc0006bf, 0xfc000008, "arch_3_00"), /* xsaddqp xscmpexpqp xscmpoqp xsmulqp */
    WORD(0xfc0001fe, 0xfc00000a, "arch_3_00"), /* xsrqpi xsrqpix */
    WORD(0xfc0001bf, 0xfc00000a, "arch_3_00"), /* xsrqpi xsrqpxp */
    WORD(0xfc00077f, 0xfc000048, "arch_3_00"), /* xscpsgnqp xsmulqp */
    WORD(0xfc00073e, 0xfc000308, "arch_3_00"), /* xsmaddqp xsmaddqpo xsmsubqp xsmsubqpo */
    WORD(0xfc00077f, 0xfc000508, "arch_3_00"), /* xscmpuqp xststdcqp */
    WORD(0xfc0007ff, 0xfc000546, "arch_3_00"), /* dtstsfiq */
    WORD(0xfc00077f, 0xfc000648, "arch_3_00"), /* xsabsqp xsiexpqp xssqrtqp */
    WORD(0xfc0006af, 0x10000005, "arch_3_1"),  /* mtvsrbmi vrlq vrlqmi vrlqnm */
    WORD(0xfc0004ef, 0x10000005, "arch_3_1"),  /* mtvsrbmi vrlq vslq vsraq */
    WORD(0xfc00046b, 0x1000000b, "arch_3_1"),  /* vdivesq vdivesw vdiveuq vdiveuw */
    WORD(0xfc0003ef, 0x1000000d, "arch_3_1"),  /* vextduwvrx vstribl vstribl. vstribr. */
    WORD(0xfc00042f, 0x1000000f, "arch_3_1"),  /* vextddvrx vinsblx vinsbrx vinsbvlx */
    WORD(0xfc000036, 0x10000014, "arch_3_1"),  /* mtvsrbmi vextduwvlx vextduwvrx */
    WORD(0xfc000434, 0x10000014, "arch_3_1"),  /* mtvsrbmi vextddvlx vextddvrx vextduwvlx */
    WORD(0xfc000035, 0x10000015, "arch_3_1"),  /* mtvsrbmi vextddvrx vextduwvrx vmsumcud */
    WORD(0xfc000038, 0x10000018, "arch_3_1"),  /* vextddvlx vextddvrx vextdubvlx vextdubvrx */
    WORD(0xfc0004ab, 0x1000008b, "arch_3_1"),  /* vdivesd vdivesw vdiveud vdiveuw */
    WORD(0xfc0004ef, 0x100000c8, "arch_3_1"),  /* vextdubvlx vmulesd vmuleud vmulosd */
    WORD(0xfc0007bb, 0x10000101, "arch_3_1"),  /* vcmpsq vcmpuq vrlqnm vslq */
    WORD(0xfc0003af, 0x1000018d, "arch_3_1"),  /* vclrlb vclrrb vextduwvrx vpdepd */
    WORD(0xfc0003ef, 0x100001c7, "arch_3_1"),  /* vcmpequq vcmpequq. vmsumcud */
    WORD(0xfc0005ee, 0x100001c8, "arch_3_1"),  /* vextdubvlx vextdubvrx vmulesd vmulhsd */
    WORD(0xfc00026f, 0x1000020b, "arch_3_1"),  /* vdivesq vdivesw vdiveuq vdiveuw */
    WORD(0xfc0002ef, 0x10000287, "arch_3_1"),  /* vcmpgtsq vcmpgtsq. vcmpgtuq vcmpgtuq. */
    WORD(0xfc0006ad, 0x10000289, "arch_3_1"),  /* vdivesd vdivesw vdiveud vdiveuw */
    WORD(0xfc0002af, 0x1000028b, "arch_3_1"),  /* vdivesd vdivesw vdiveud vdiveuw */
    WORD(0xfc0007ef, 0x100004cc, "arch_3_1"),  /* vextduwvlx vgnb */
    WORD(0xfc00076f, 0x1000054d, "arch_3_1"),  /* vcfuged vextduwvrx vpdepd */
    WORD(0xfc0007ff, 0x10000642, "arch_3_1"),  /* vcntmbh vcntmbw vexpandbm */
    WORD(0xfc0007af, 0x10000784, "arch_3_1"),  /* mtvsrbmi vclzdm vctzdm */
    WORD(0xfc00000e, 0x18000000, "arch_3_1"),  /* lxvp stxvp */
    WORD(0xfc00063e, 0x7c00001a, "arch_3_1"),  /* lxvrbx lxvrdx lxvrhx lxvrwx */
    WORD(0xfc0006ff, 0x7c000076, "arch_3_1"),  /* brd cntlzdm */
    WORD(0xfc0003ff, 0x7c000076, "arch_3_1"),  /* cntlzdm cnttzdm */
    WORD(0xfc0004fe, 0x7c00009a, "arch_3_1"),  /* lxvpx lxvrwx stxvpx stxvrwx */
    WORD(0xfc00077f, 0x7c000136, "arch_3_1"),  /* brh brw */
    WORD(0xfc00077f, 0x7c000138, "arch_3_1"),  /* cfuged pdepd */
    WORD(0xfc0007bf, 0x7c000138, "arch_3_1"),  /* pdepd pextd */
    WORD(0xfc0007ff, 0x7c000162, "mma"),       /* xxmfacc */
    WORD(0xfc00073f, 0x7c000300, "arch_3_1"),  /* setbc setbcr setnbc setnbcr */
    WORD(0xfc0007ff, 0x7c00070d, "arch_3_1"),  /* paste. */
    WORD(0xfc00077b, 0xec000010, "mma"),       /* xvf16ger2pp xvi8ger4pp */
    WORD(0xfc000775, 0xec000014, "mma"),       /* xvf16ger2 xvf16ger2pp xvi8ger4 xvi8ger4pp */
    WORD(0xfc000677, 0xec000016, "mma"),       /* xvbf16ger2 xvbf16ger2pp xvf16ger2 xvf16ger2pp */
    WORD(0xfc0006f9, 0xec000018, "mma"),       /* xvi4ger8 xvi8ger4 */
    WORD(0xfc0002bf, 0xec000090, "mma"), /* xvbf16ger2pn xvbf16ger2pp xvf16ger2pn xvf16ger2pp */
    WORD(0xfc0001bf, 0xec000090, "mma"), /* xvf16ger2nn xvf16ger2np xvf16ger2pn xvf16ger2pp */
    WORD(0xfc0006b3, 0xec000092, "mma"), /* xvbf16ger2 xvbf16ger2pp xvf16ger2 xvf16ger2pp */
    WORD(0xfc0004fd, 0xec000094, "mma"), /* xvbf16ger2np xvbf16ger2pp xvf16ger2np xvf16ger2pp */
    WORD(0xfc0000bf, 0xec000096, "mma"), /* xvbf16ger2nn xvbf16ger2np xvbf16ger2pn xvbf16ger2pp */
    WORD(0xfc0007bd, 0xec00009c, "mma"), /* xvf16ger2 xvf32ger */
    WORD(0xfc0006f5, 0xec0000d0, "mma"), /* xvf32ger xvf32gerpp xvf64ger xvf64gerpp */
    WORD(0xfc0000fd, 0xec0000d0, "mma"), /* xvf32gernn xvf32gernp xvf32gerpn xvf32gerpp */
    WORD(0xfc0005fb, 0xec000118, "mma"), /* xvi4ger8 xvi8ger4spp */
    WORD(0xfc000779, 0xec000118, "mma"), /* xvbf16ger2 xvi4ger8 */
    WORD(0xfc0005fd, 0xec00011c, "mma"), /* xvi4ger8 xvi8ger4spp */
    WORD(0xfc0007bd, 0xec00011c, "mma"), /* xvi16ger2s xvi4ger8 */
    WORD(0xfc000779, 0xec000150, "mma"), /* xvf64gerpp xvi16ger2spp */
    WORD(0xfc0005fb, 0xec00015a, "mma"), /* xvi16ger2pp xvi16ger2s */
    WORD(0xfc0005bb, 0xec000192, "mma"), /* xvbf16ger2np xvbf16ger2pp xvf64gernp xvf64gerpp */
    WORD(0xfc0001bd, 0xec000194, "mma"), /* xvbf16ger2nn xvbf16ger2np xvbf16ger2pn xvbf16ger2pp */
    WORD(0xfc0006ff, 0xec000258, "mma"), /* xvi16ger2 xvi16ger2pp */
    WORD(0xfc0006ff, 0xec00025e, "mma"), /* xvi16ger2 xvi16ger2pp */
    WORD(0xfc0002f9, 0xec0002d0, "mma"), /* xvf32gernn xvf32gernp xvf64gernn xvf64gernp */
    WORD(0xfc0007b9, 0xec000490, "mma"), /* xvf16ger2pn xvf32gerpn */
    WORD(0xfc0004bf, 0xec000490, "mma"), /* xvbf16ger2nn xvbf16ger2pn xvf16ger2nn xvf16ger2pn */
    WORD(0xfc0007bc, 0xf0000728, "arch_3_1"), /* xxgenpcvbm xxgenpcvdm xxgenpcvhm xxgenpcvwm */
    WORD(0xfc0006ff, 0xfc000088, "arch_3_1"), /* xscmpeqqp xscmpgeqp */
    WORD(0xfc0003ff, 0xfc0001c8, "arch_3_1"), /* xscmpgtqp xsmincqp */
    WORD(0xfc00077f, 0xfc000548, "arch_3_1"), /* xsmaxcqp xsmincqp */
    WORD(0xfc0007ff, 0xfc000688, "arch_3_1"), /* xscvqpuqz */
    WORD(0xfc0007ff, 0xfc0007c4, "arch_3_1"), /* dcffixqq */
};

static const struct word_group groups[] = {
    {PPC_GRP_P8VECTOR, {{"arch_2_07"}}},
    {PPC_GRP_P8ALTIVEC, {{"arch_2_07"}}},
    {PPC_GRP_VSX, {{"vsx"}}},
    {PPC_GRP_ALTIVEC, {{"altivec"}}},
};

enum { PREFIX = 1 }; /* the primary opcode of prefixed instructions */

static size_t length_little(const uint8_t *bytes, size_t size)
{
	return size >= 4 && bytes[3] >> 2 == PREFIX ? 8 : 4;
}

static size_t length_big(const uint8_t *bytes, size_t size)
{
	(void)size;
	return bytes[0] >> 2 == PREFIX ? 8 : 4;
}

#define POWER \
	.arch = CS_ARCH_PPC, .unit = 4, .padding = {(uint64_t)0x60000000 << 32, 0}, \
	.patterns = patterns, .pattern_count = sizeof(patterns) / sizeof(patterns[0]), \
	.groups = groups, .group_count = sizeof(groups) / sizeof(groups[0])

const struct word_set word_set_power = {
    POWER,
    .mode = CS_MODE_64 | CS_MODE_LITTLE_ENDIAN,
    .length = length_little,
    .little = true,
};

const struct word_set word_set_power_big = {
    POWER,
    .mode = CS_MODE_64 | CS_MODE_BIG_ENDIAN,
    .length = length_big,
};
