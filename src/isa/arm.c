// SPDX-License-Identifier: MIT
#include "isa/words.h"

/*
 * Source: Arm Architecture Reference Manual (DDI 0406 for ARMv7, DDI 0487 for ARMv8's AArch32), and
 * the features' names in Linux's arch/arm/include/uapi/asm/hwcap.h. Linux has no names for ARMv6,
 * ARMv7 and ARMv8 themselves: what is new with them has the names of GCC's -march. The hint
 * instructions, and dmb as CP15 writes it, are every CPU's.
 *
 * ARM and Thumb encode coprocessors (VFP, CP15) the same, but for ARM's condition; NEON's first
 * byte differs.
 */
static const struct word_pattern arm_patterns[] = {
    WORD(0xffb00f00, 0xfc200d00, "asimddp"), /* VSDOT, VUDOT */
    WORD(0xffb00f00, 0xfe200d00, "asimddp"), /* by element */
    WORD(0xffbf0f10, 0xf3b00300, "aes"),     /* AESE to AESIMC */
    WORD(0xffb00f50, 0xf2a00e00, "pmull"),   /* VMULL.P64 */
    WORD(0xffbf0fd0, 0xf3b902c0, "sha1"),    /* SHA1H */
    WORD(0xffbf0fd0, 0xf3ba0380, "sha1"),    /* SHA1SU1 */
    WORD(0xffbf0fd0, 0xf3ba03c0, "sha2"),    /* SHA256SU0 */
    WORD(0xff800f50, 0xf2000c40, "sha1"),    /* SHA1C to SHA1SU0 */
    WORD(0xff800f50, 0xf3000c40, "sha2"),    /* SHA256H to SHA256SU1 */
    WORD(0xff000f10, 0xfe000900, "fphp"), WORD(0x0f000f10, 0x0e000900, "fphp"),
    WORD(0x0f200f00, 0x0d000900, "fphp"), /* VLDR, VSTR */
    WORD(0x0fff0fff, 0x0e1d0f70, "tls"),  /* MRC of the thread's pointer */
    WORD(0x0fb00ff0, 0x01000090, "swp"), WORD(0x0fd0f0f0, 0x0710f010, "idiva"), /* SDIV, UDIV */
    WORD(0x0fffff00, 0x0320f000),                                               /* the hints */
    WORD(0x0f800ff0, 0x01800f90, "armv6"), /* LDREX, STREX and their kind */
    /* Capstone believes that these came with ARMv6, which took a condition from them. */
    WORD(0x0fc000f0, 0x00000090), /* MUL, MLA */
    WORD(0x0f8000f0, 0x00800090), /* UMULL, UMLAL, SMULL, SMLAL */
};

static const struct word_pattern thumb_patterns[] = {
    WORD(0xffb00f00, 0xfc200d00, "asimddp"),
    WORD(0xffb00f00, 0xfe200d00, "asimddp"),
    WORD(0xffbf0f10, 0xffb00300, "aes"),
    WORD(0xffb00f50, 0xefa00e00, "pmull"),
    WORD(0xffbf0fd0, 0xffb902c0, "sha1"),
    WORD(0xffbf0fd0, 0xffba0380, "sha1"),
    WORD(0xffbf0fd0, 0xffba03c0, "sha2"),
    WORD(0xff800f50, 0xef000c40, "sha1"),
    WORD(0xff800f50, 0xff000c40, "sha2"),
    WORD(0xff000f10, 0xfe000900, "fphp"),
    WORD(0xff000f10, 0xee000900, "fphp"),
    WORD(0xff200f00, 0xed000900, "fphp"),
    WORD(0xffff0fff, 0xee1d0f70, "tls"),
    WORD(0xffd0f0f0, 0xfb90f0f0, "idivt"),
    WORD(0xff000000, 0xbf000000), /* the hints, IT */
};

/* The groups that by_operands() finds. */
enum { D32, D32_FMA, NEON_FMA };

static const struct word_group arm_groups[] = {
    [D32] = {0, {{"vfpd32"}}},
    [D32_FMA] = {0, {{"vfpd32", "vfpv4"}}},
    [NEON_FMA] = {0, {{"neon", "vfpv4"}}},
    {ARM_GRP_CRC, {{"crc32"}}},
    {ARM_GRP_NEON, {{"neon"}}},
    {ARM_GRP_VFP4, {{"vfpv4"}}},
    {ARM_GRP_FPARMV8, {{"fp-armv8"}}},
    {ARM_GRP_VFP3, {{"vfpv3"}}},
    {ARM_GRP_VFP2, {{"vfp"}}},
    {ARM_GRP_V8, {{"armv8-a"}}},
    {ARM_GRP_V7, {{"armv7-a"}}},
    {ARM_GRP_DATABARRIER, {{"armv7-a"}}},
    {ARM_GRP_V6T2, {{"armv6t2"}}},
    {ARM_GRP_V6, {{"armv6"}}},
    {ARM_GRP_V5TE, {{"edsp"}}},
};

static const struct word_group thumb_groups[] = {
    [D32] = {0, {{"vfpd32"}}},
    [D32_FMA] = {0, {{"vfpd32", "vfpv4"}}},
    [NEON_FMA] = {0, {{"neon", "vfpv4"}}},
    {ARM_GRP_CRC, {{"crc32"}}},
    {ARM_GRP_NEON, {{"neon"}}},
    {ARM_GRP_VFP4, {{"vfpv4"}}},
    {ARM_GRP_FPARMV8, {{"fp-armv8"}}},
    {ARM_GRP_VFP3, {{"vfpv3"}}},
    {ARM_GRP_VFP2, {{"vfp"}}},
    {ARM_GRP_V8, {{"armv8-a"}}},
    {ARM_GRP_V7, {{"armv7-a"}}},
    {ARM_GRP_DATABARRIER, {{"armv7-a"}}},
    {ARM_GRP_THUMB2DSP, {{"armv6t2", "edsp"}}},
    {ARM_GRP_THUMB2, {{"armv6t2"}}},
    {ARM_GRP_V6, {{"armv6"}}},
};

static bool has_group(const cs_detail *detail, unsigned group)
{
	for (unsigned i = 0; i < detail->groups_count; i++)
		if (detail->groups[i] == group)
			return true;
	return false;
}

/*
 * VFP has 16 registers of double precision or 32; NEON always has 32. And the first CPUs with NEON
 * lack its fused multiplications.
 */
static int by_operands(const cs_insn *insn)
{
	const cs_detail *detail = insn->detail;
	bool fused = has_group(detail, ARM_GRP_VFP4), high = false;

	if (has_group(detail, ARM_GRP_NEON))
		return fused ? NEON_FMA : -1;
	for (unsigned i = 0; i < detail->arm.op_count; i++) {
		const cs_arm_op *operand = &detail->arm.operands[i];

		if (operand->type == ARM_OP_REG && operand->reg >= ARM_REG_D16 &&
		    operand->reg <= ARM_REG_D31)
			high = true;
	}
	return !high ? -1 : fused ? D32_FMA : D32;
}

/* A literal of size bytes, at a distance from the aligned program counter. */
static bool literal(uint64_t counter, bool forward, uint64_t distance, uint64_t size,
                    uint64_t *from, uint64_t *to)
{
	*from = (counter & ~(uint64_t)3) + distance;
	*to = *from + size;
	/* Those behind are in the pool of an earlier function. */
	return forward;
}

/* Loads relative to the program counter, which reads two instructions ahead. */
static bool data_arm(uint64_t word, uint64_t address, const uint8_t *bytes, size_t size,
                     uint64_t *from, uint64_t *to)
{
	uint32_t w = (uint32_t)(word >> 32);
	bool forward = w & 1 << 23;

	(void)bytes;
	(void)size;
	if ((w & 0x0f7f0000) == 0x051f0000) /* LDR */
		return literal(address + 8, forward, w & 0xfff, 4, from, to);
	if ((w & 0x0f7f00f0) == 0x014f00d0) /* LDRD */
		return literal(address + 8, forward, (w >> 4 & 0xf0) | (w & 0xf), 8, from, to);
	if ((w & 0x0f3f0e00) == 0x0d1f0a00) /* VLDR */
		return literal(address + 8, forward, (w & 0xff) * 4, w & 0x100 ? 8 : 4, from, to);
	return false;
}

/*
 * The table of a TBB or TBH, which follows it: half the distance of each case from there. The table
 * ends where the nearest case begins.
 */
static bool jump_table(uint64_t begin, size_t width, const uint8_t *bytes, size_t size,
                       uint64_t *from, uint64_t *to)
{
	size_t end = size;

	for (size_t at = 0; at + width <= end; at += width) {
		size_t distance = bytes[at];

		if (width == 2)
			distance |= (size_t)bytes[at + 1] << 8;
		if (2 * distance < end)
			end = 2 * distance;
	}
	*from = begin;
	*to = begin + end;
	return true;
}

static bool data_thumb(uint64_t word, uint64_t address, const uint8_t *bytes, size_t size,
                       uint64_t *from, uint64_t *to)
{
	uint32_t w = (uint32_t)(word >> 32);
	bool forward = w & 1 << 23;

	if ((w & 0xf8000000) == 0x48000000) /* LDR, of two bytes */
		return literal(address + 4, true, (w >> 16 & 0xff) * 4, 4, from, to);
	if ((w & 0xff7f0000) == 0xf85f0000) /* LDR */
		return literal(address + 4, forward, w & 0xfff, 4, from, to);
	if ((w & 0xff7f0000) == 0xe95f0000) /* LDRD */
		return literal(address + 4, forward, (w & 0xff) * 4, 8, from, to);
	if ((w & 0xff3f0e00) == 0xed1f0a00) /* VLDR */
		return literal(address + 4, forward, (w & 0xff) * 4, w & 0x100 ? 8 : 4, from, to);
	if ((w & 0xffffffe0) == 0xe8dff000) /* TBB, TBH */
		return jump_table(address + 4, w & 0x10 ? 2 : 1, bytes, size, from, to);
	return false;
}

static size_t length_arm(const uint8_t *bytes, size_t size)
{
	(void)bytes;
	(void)size;
	return 4;
}

/* Units whose first five bits are 11101, 11110 or 11111 begin an instruction of two. */
static size_t length_thumb(const uint8_t *bytes, size_t size)
{
	(void)size;
	return bytes[1] >> 3 >= 0x1d ? 4 : 2;
}

/* An immediate of eight bits, rotated to the right by twice the four bits before it. */
static uint32_t immediate(uint32_t word)
{
	unsigned right = 2 * (word >> 8 & 0xf);

	return right ? (word & 0xff) >> right | (word & 0xff) << (32 - right) : word & 0xff;
}

/* ADD to IP of PC (which reads two instructions ahead), once or twice of IP, LDR to PC from there.
 */
static bool stub_arm(const struct span *span, uint64_t *slot)
{
	if (span->limit < 12 || (word_at(span->bytes) & 0xfffff000) != 0xe28fc000)
		return false;
	uint32_t address = (uint32_t)span->address + 8 + immediate(word_at(span->bytes));
	size_t at = 4;
	for (; at <= 8 && (word_at(span->bytes + at) & 0xfffff000) == 0xe28cc000; at += 4)
		address += immediate(word_at(span->bytes + at));
	if (at + 4 > span->limit || (word_at(span->bytes + at) & 0xfffff000) != 0xe5bcf000)
		return false;
	*slot = address + (word_at(span->bytes + at) & 0xfff);
	return true;
}

/* BX PC and a nop in front of the same: the PLT entry that Thumb code jumps to. */
static bool stub_thumb(const struct span *span, uint64_t *slot)
{
	if (span->limit < 4 || (span->address & 3) || span->bytes[0] != 0x78 ||
	    span->bytes[1] != 0x47)
		return false;
	struct span rest = {
	    .bytes = span->bytes + 4, .limit = span->limit - 4, .address = span->address + 4};
	return stub_arm(&rest, slot);
}

const struct word_set word_set_arm = {
    .arch = CS_ARCH_ARM,
    .mode = CS_MODE_ARM | CS_MODE_V8,
    .length = length_arm,
    .little = true,
    .unit = 4,
    .padding = {(uint64_t)0xe1a00000 << 32, (uint64_t)0xe320f000 << 32},
    .patterns = arm_patterns,
    .pattern_count = sizeof(arm_patterns) / sizeof(arm_patterns[0]),
    .groups = arm_groups,
    .group_count = sizeof(arm_groups) / sizeof(arm_groups[0]),
    .data = data_arm,
    .by_operands = by_operands,
    .stub = stub_arm,
};

const struct word_set word_set_thumb = {
    .arch = CS_ARCH_ARM,
    .mode = CS_MODE_THUMB | CS_MODE_V8,
    .length = length_thumb,
    .little = true,
    .unit = 2,
    .padding = {(uint64_t)0xbf00 << 48, (uint64_t)0xf3af8000 << 32},
    .patterns = thumb_patterns,
    .pattern_count = sizeof(thumb_patterns) / sizeof(thumb_patterns[0]),
    .groups = thumb_groups,
    .group_count = sizeof(thumb_groups) / sizeof(thumb_groups[0]),
    .data = data_thumb,
    .by_operands = by_operands,
    .stub = stub_thumb,
};
