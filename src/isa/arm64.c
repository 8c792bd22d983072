// SPDX-License-Identifier: MIT
#include "isa/words.h"

/*
 * Source: Arm Architecture Reference Manual for A-profile (DDI 0487), the encoding index in chapter
 * C4 and the FEAT_ name of each instruction; and the features' names in Linux's
 * Documentation/arch/arm64/elf_hwcaps.rst. Hints (BTI, and PAC as GCC uses it for returns) are nops
 * on older CPUs.
 */
static const struct word_pattern patterns[] = {
    /* FEAT_LRCPC's load would else count as an atomic. */
    WORD(0x3ffffc00, 0x38bfc000, "lrcpc"),
    WORD(0x3f208c00, 0x38200000, "atomics"), /* LDADD and its kind */
    WORD(0x3f20fc00, 0x38208000, "atomics"), /* SWP */
    WORD(0x3fa07c00, 0x08a07c00, "atomics"), /* CAS */
    WORD(0xbfa07c00, 0x08207c00, "atomics"), /* CASP */
    WORD(0x3f200c00, 0x19000000, "ilrcpc"), WORD(0x3b200c00, 0x19000400, "mops"),
    WORD(0xff200c00, 0x19200000, "lse128"), WORD(0x7fe0e000, 0x1ac04000, "crc32"),

    WORD(0xffffcc00, 0x4e284800, "aes"), WORD(0xbfe0fc00, 0x0ee0e000, "pmull"),
    WORD(0xffe0cc00, 0x5e000000, "sha1"), WORD(0xffffec00, 0x5e280800, "sha1"),
    WORD(0xffe0cc00, 0x5e004000, "sha2"), WORD(0xfffffc00, 0x5e282800, "sha2"),
    WORD(0xffe08000, 0xce000000, "sha3"), /* EOR3 */
    WORD(0xffe08000, 0xce200000, "sha3"), /* BCAX */
    WORD(0xffe0fc00, 0xce608c00, "sha3"), /* RAX1 */
    WORD(0xffe00000, 0xce800000, "sha3"), /* XAR */
    WORD(0xffe0f800, 0xce608000, "sha512"), WORD(0xffe0fc00, 0xce608800, "sha512"),
    WORD(0xfffffc00, 0xcec08000, "sha512"), WORD(0xffe08000, 0xce400000, "sm3"),
    WORD(0xffe0c000, 0xce408000, "sm3"), WORD(0xffe0f800, 0xce60c000, "sm3"),
    WORD(0xfffffc00, 0xcec08400, "sm4"), WORD(0xffe0fc00, 0xce60c800, "sm4"),

    WORD(0xbf20f400, 0x2e008400, "asimdrdm"), WORD(0xff20f400, 0x7e008400, "asimdrdm"),
    WORD(0xbf00d400, 0x2f00d000, "asimdrdm"), WORD(0xff00d400, 0x7f00d000, "asimdrdm"),
    WORD(0x9fe0fc00, 0x0e809400, "asimddp"), WORD(0x9fc0f400, 0x0f80e000, "asimddp"),
    WORD(0xbfe0fc00, 0x0e809c00, "i8mm"), WORD(0xbf40f400, 0x0f00f000, "i8mm"),
    WORD(0xdfe0f400, 0x4e80a400, "i8mm"), WORD(0xbfe0fc00, 0x2e40fc00, "bf16"), /* BFDOT */
    WORD(0xbfc0f400, 0x0f40f000, "bf16"), WORD(0xffe0fc00, 0x6e40ec00, "bf16"), /* BFMMLA */
    WORD(0xbfe0fc00, 0x2ec0fc00, "bf16"),                                       /* BFMLAL */
    WORD(0xbfc0f400, 0x0fc0f000, "bf16"), WORD(0xfffffc00, 0x1e634000, "bf16"), /* BFCVT */
    WORD(0xbffffc00, 0x0ea16800, "bf16"), WORD(0xbf20e400, 0x2e00c400, "fcma"), /* FCMLA */
    WORD(0xbf20ec00, 0x2e00e400, "fcma"),                                       /* FCADD */
    WORD(0xbf009400, 0x2f001000, "fcma"),
    WORD(0xbfa0fc00, 0x0e20ec00, "asimdfhm"), /* FMLAL, FMLSL */
    WORD(0xbfa0fc00, 0x2e20cc00, "asimdfhm"), WORD(0xbfc0b400, 0x0f800000, "asimdfhm"),
    WORD(0xbfc0b400, 0x2f808000, "asimdfhm"), WORD(0xfffffc00, 0x1e7e0000, "jscvt"),
    WORD(0xffbe7c00, 0x1e284000, "frint"), WORD(0x9fbfec00, 0x0e21e800, "frint"),

    /* Conversions of half precision to single and double are in every ARMv8. */
    WORD(0xffff7c00, 0x1ee24000), WORD(0x7fe00000, 0x1ee00000, "fphp"),
    WORD(0x7fe00000, 0x1ec00000, "fphp"), WORD(0xffc00000, 0x1fc00000, "fphp"),
    WORD(0x9f60c400, 0x0e400400, "asimdhp"), WORD(0x9f7e0c00, 0x0e780800, "asimdhp"),
    WORD(0xdf60c400, 0x5e400400, "asimdhp"), WORD(0xdf7e0c00, 0x5e780800, "asimdhp"),
    WORD(0xbf7ffc00, 0x0e30c800, "asimdhp"), /* FMAXNMV, FMINNMV */
    WORD(0xbf7ffc00, 0x0e30f800, "asimdhp"), /* FMAXV, FMINV */
    WORD(0xff3f0c00, 0x5e300800, "asimdhp"), /* pairwise */
    WORD(0xbfc0f400, 0x0f001000, "asimdhp"), /* by element */
    WORD(0xbfc0f400, 0x0f005000, "asimdhp"), WORD(0x9fc0f400, 0x0f009000, "asimdhp"),
    WORD(0xffc0f400, 0x5f001000, "asimdhp"), WORD(0xffc0f400, 0x5f005000, "asimdhp"),
    WORD(0xdfc0f400, 0x5f009000, "asimdhp"),
    WORD(0x9ff0fc00, 0x0f10e400, "asimdhp"), /* SCVTF, FCVTZS and their kind, fixed point */
    WORD(0x9ff0fc00, 0x0f10fc00, "asimdhp"), WORD(0xdff0fc00, 0x5f10e400, "asimdhp"),
    WORD(0xdff0fc00, 0x5f10fc00, "asimdhp"), WORD(0xbff8fc00, 0x0f00fc00, "asimdhp"), /* FMOV */

    WORD(0xfffff0ff, 0xd500401f, "flagm"), WORD(0xffe07c10, 0xba000400, "flagm"),
    WORD(0xffffbc1f, 0x3a00080d, "flagm"), WORD(0xfffff0ff, 0xd500405f, "flagm2"),
    WORD(0xfffff0ff, 0xd500403f, "flagm2"), WORD(0xffffffff, 0xd50330ff, "sb"),
    WORD(0xfffff0ff, 0xd503403f, "ssbs"), WORD(0xffdfffe0, 0xd51b42c0, "ssbs"),
    WORD(0xfffff0ff, 0xd503405f, "dit"), WORD(0xffdfffe0, 0xd51b42a0, "dit"),
    WORD(0xffffffe0, 0xd50b7c20, "dcpop"), WORD(0xffffffe0, 0xd50b7d20, "dcpodp"),
    WORD(0xffffffc0, 0xd53b2400, "rng"), WORD(0xffffffc0, 0xd5031000, "wfxt"),
    WORD(0xffff8000, 0xdac10000, "paca"), WORD(0xfffffbff, 0xd65f0bff, "paca"), /* RETAA */
    WORD(0xfe9ff800, 0xd61f0800, "paca"),                                       /* BRAA, BLRAA */
    WORD(0xff200400, 0xf8200400, "paca"),                                       /* LDRAA */
    WORD(0xffe0fc00, 0x9ac03000, "pacg"), WORD(0xbfc0c000, 0x91800000, "mte"),
    WORD(0xffe0f800, 0x9ac01000, "mte"), WORD(0xdfe0fc00, 0x9ac00000, "mte"),
    WORD(0xff200000, 0xd9200000, "mte"), WORD(0xfe400000, 0x68000000, "mte"), /* STGP */
    WORD(0x7ffff800, 0x5ac01800, "cssc"),                                     /* CTZ, CNT */
    WORD(0x7ffffc00, 0x5ac02000, "cssc"),                                     /* ABS */
    WORD(0x7fe0f000, 0x1ac06000, "cssc"), /* SMAX and its kind */
    WORD(0x7ff00000, 0x11c00000, "cssc"),

    /* The dot products of SVE lie in SVE2's part. What SVE2 adds elsewhere counts as SVE. */
    WORD(0xffa0f800, 0x44800000, "sve"), WORD(0xffa0f800, 0x44a00000, "sve"),
    WORD(0xfe000000, 0x44000000, "sve2"), WORD(0x1e000000, 0x04000000, "sve"),
    WORD(0x9e000000, 0x80000000, "sme"), WORD(0xfffff0ff, 0xd503407f, "sme"), /* SMSTART, SMSTOP */
};

static const struct word_group groups[] = {
    {ARM64_GRP_NEON, {{"asimd"}}},
    {ARM64_GRP_FPARMV8, {{"fp"}}},
};

static size_t four(const uint8_t *bytes, size_t size)
{
	(void)bytes;
	(void)size;
	return 4;
}

/*
 * The compiler's own atomics (__aarch64_ldadd4_relax and the like, -moutline-atomics, GCC's
 * default), which are linked into every library that has any: ADRP X16, LDRB W16 of
 * __aarch64_have_lse_atomics, and CBZ W16 past the one instruction that follows. As code it is
 * found without symbols too.
 */
static bool guarded(const uint8_t *bytes, size_t at)
{
	return at >= 12 && (word_at(bytes + at - 12) & 0x9f00001f) == 0x90000010 &&
	       (word_at(bytes + at - 8) & 0xffc003ff) == 0x39400210 &&
	       (word_at(bytes + at - 4) & 0xff00001f) == 0x34000010;
}

/* ADRP X16, LDR X17 from there, ADD to X16, BR X17. */
static bool stub(const struct span *span, uint64_t *slot)
{
	if (span->limit < 16)
		return false;
	uint32_t page = word_at(span->bytes), load = word_at(span->bytes + 4);
	if ((page & 0x9f00001f) != 0x90000010 || (load & 0xffc003ff) != 0xf9400211 ||
	    (word_at(span->bytes + 8) & 0xff8003ff) != 0x91000210 ||
	    word_at(span->bytes + 12) != 0xd61f0220)
		return false;
	/* The page is a number of 21 bits with a sign. */
	uint64_t pages = (uint64_t)(page >> 5 & 0x7ffff) << 2 | (page >> 29 & 3);
	pages = (pages ^ 1 << 20) - (1 << 20);
	*slot = (span->address & ~(uint64_t)0xfff) + (pages << 12) + ((load >> 10 & 0xfff) << 3);
	return true;
}

/* Instructions are little-endian whatever the data. */
const struct word_set word_set_arm64 = {
    .arch = CS_ARCH_ARM64,
    .mode = CS_MODE_LITTLE_ENDIAN,
    .length = four,
    .little = true,
    .unit = 4,
    .padding = {(uint64_t)0xd503201f << 32, 0},
    .patterns = patterns,
    .pattern_count = sizeof(patterns) / sizeof(patterns[0]),
    .groups = groups,
    .group_count = sizeof(groups) / sizeof(groups[0]),
    .guarded = guarded,
    .stub = stub,
};
