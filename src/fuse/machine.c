// SPDX-License-Identifier: MIT
#include "fuse/machine.h"

#include <Zydis/Zydis.h>
#include <string.h>

struct range {
	unsigned first, last;
	enum reference reference;
};

struct machine {
	const char *architecture;
	unsigned elf;
	const struct range *ranges;
	size_t count;
};

#define RANGES(list) list, sizeof(list) / sizeof(list[0])

static const struct range amd64[] = {
    {R_X86_64_NONE, R_X86_64_NONE, REFERENCE_NONE},
    {R_X86_64_64, R_X86_64_64, REFERENCE_ADDRESS},
    {R_X86_64_PC32, R_X86_64_PC32, REFERENCE_RELATIVE}, /* or a call: see the instruction */
    {R_X86_64_GOT32, R_X86_64_GOT32, REFERENCE_GOT},
    {R_X86_64_PLT32, R_X86_64_PLT32, REFERENCE_CALL},
    {R_X86_64_GOTPCREL, R_X86_64_GOTPCREL, REFERENCE_GOT}, /* or a call */
    {R_X86_64_32, R_X86_64_32S, REFERENCE_ADDRESS},
    {R_X86_64_PC16, R_X86_64_PC16, REFERENCE_RELATIVE},
    {R_X86_64_PC8, R_X86_64_PC8, REFERENCE_RELATIVE},
    {R_X86_64_DTPMOD64, R_X86_64_TPOFF32, REFERENCE_THREAD},
    {R_X86_64_PC64, R_X86_64_GOTOFF64, REFERENCE_RELATIVE},
    {R_X86_64_GOTPC32, R_X86_64_GOTPC32, REFERENCE_NONE},
    {R_X86_64_GOT64, R_X86_64_GOTPCREL64, REFERENCE_GOT},
    {R_X86_64_GOTPC64, R_X86_64_GOTPC64, REFERENCE_NONE},
    {R_X86_64_GOTPLT64, R_X86_64_GOTPLT64, REFERENCE_GOT},
    {R_X86_64_PLTOFF64, R_X86_64_PLTOFF64, REFERENCE_CALL},
    {R_X86_64_GOTPC32_TLSDESC, R_X86_64_TLSDESC, REFERENCE_THREAD},
    {R_X86_64_GOTPCRELX, R_X86_64_REX_GOTPCRELX, REFERENCE_GOT},
};

static const struct range i386[] = {
    {R_386_NONE, R_386_NONE, REFERENCE_NONE},
    {R_386_32, R_386_32, REFERENCE_ADDRESS},
    {R_386_PC32, R_386_PC32, REFERENCE_RELATIVE}, /* or a call */
    {R_386_GOT32, R_386_GOT32, REFERENCE_GOT},    /* or a call */
    {R_386_PLT32, R_386_PLT32, REFERENCE_CALL},
    {R_386_GOTOFF, R_386_GOTOFF, REFERENCE_RELATIVE},
    {R_386_GOTPC, R_386_GOTPC, REFERENCE_NONE},
    {R_386_TLS_TPOFF, R_386_TLS_LDM, REFERENCE_THREAD},
    {R_386_TLS_GD_32, R_386_TLS_TPOFF32, REFERENCE_THREAD},
    {R_386_TLS_GOTDESC, R_386_TLS_DESC, REFERENCE_THREAD},
    {R_386_GOT32X, R_386_GOT32X, REFERENCE_GOT},
};

static const struct range armhf[] = {
    {R_ARM_NONE, R_ARM_NONE, REFERENCE_NONE},
    {R_ARM_PC24, R_ARM_PC24, REFERENCE_CALL},
    {R_ARM_ABS32, R_ARM_ABS32, REFERENCE_ADDRESS},
    {R_ARM_REL32, R_ARM_REL32, REFERENCE_RELATIVE},
    {R_ARM_THM_PC22, R_ARM_THM_PC22, REFERENCE_CALL}, /* now called THM_CALL */
    {R_ARM_TLS_DTPMOD32, R_ARM_TLS_TPOFF32, REFERENCE_THREAD},
    {R_ARM_GOTOFF, R_ARM_GOTOFF, REFERENCE_RELATIVE},
    {R_ARM_GOTPC, R_ARM_GOTPC, REFERENCE_NONE}, /* now called BASE_PREL */
    {R_ARM_GOT32, R_ARM_GOT32, REFERENCE_GOT},  /* now called GOT_BREL */
    {R_ARM_PLT32, R_ARM_THM_JUMP24, REFERENCE_CALL},
    {R_ARM_TARGET1, R_ARM_TARGET1, REFERENCE_ADDRESS},
    {R_ARM_V4BX, R_ARM_V4BX, REFERENCE_NONE},
    {R_ARM_PREL31, R_ARM_PREL31, REFERENCE_RELATIVE},
    {R_ARM_MOVW_ABS_NC, R_ARM_MOVT_ABS, REFERENCE_ADDRESS},
    {R_ARM_THM_MOVW_ABS_NC, R_ARM_THM_MOVT_ABS, REFERENCE_ADDRESS},
    {R_ARM_MOVW_PREL_NC, R_ARM_MOVT_PREL, REFERENCE_RELATIVE},
    {R_ARM_THM_MOVW_PREL_NC, R_ARM_THM_MOVT_PREL, REFERENCE_RELATIVE},
    {R_ARM_THM_JUMP19, R_ARM_THM_JUMP6, REFERENCE_CALL},
    {R_ARM_THM_ALU_PREL_11_0, R_ARM_THM_PC12, REFERENCE_RELATIVE},
    {R_ARM_PC13, R_ARM_PC13, REFERENCE_RELATIVE}, /* now called LDR_PC_G0 */
    {R_ARM_ALU_PC_G0_NC, R_ARM_LDC_PC_G2, REFERENCE_RELATIVE},
    {R_ARM_TLS_GOTDESC, R_ARM_THM_TLS_CALL, REFERENCE_THREAD},
    {R_ARM_GOT_ABS, R_ARM_GOT_BREL12, REFERENCE_GOT},
    {R_ARM_THM_PC11, R_ARM_THM_PC9, REFERENCE_CALL}, /* now called THM_JUMP11 and JUMP8 */
    {R_ARM_TLS_GD32, R_ARM_TLS_LE32, REFERENCE_THREAD},
};

static const struct range arm64[] = {
    {R_AARCH64_NONE, R_AARCH64_NONE, REFERENCE_NONE},
    {R_AARCH64_ABS64, R_AARCH64_ABS16, REFERENCE_ADDRESS},
    {R_AARCH64_PREL64, R_AARCH64_PREL16, REFERENCE_RELATIVE},
    {R_AARCH64_LD_PREL_LO19, R_AARCH64_LDST8_ABS_LO12_NC, REFERENCE_RELATIVE},
    {R_AARCH64_TSTBR14, R_AARCH64_CALL26, REFERENCE_CALL},
    {R_AARCH64_LDST16_ABS_LO12_NC, R_AARCH64_LDST64_ABS_LO12_NC, REFERENCE_RELATIVE},
    {R_AARCH64_MOVW_PREL_G0, R_AARCH64_MOVW_PREL_G3, REFERENCE_RELATIVE},
    {R_AARCH64_LDST128_ABS_LO12_NC, R_AARCH64_LDST128_ABS_LO12_NC, REFERENCE_RELATIVE},
    {R_AARCH64_MOVW_GOTOFF_G0, R_AARCH64_MOVW_GOTOFF_G3, REFERENCE_GOT},
    {R_AARCH64_GOT_LD_PREL19, R_AARCH64_LD64_GOTPAGE_LO15, REFERENCE_GOT},
    {R_AARCH64_TLSGD_ADR_PREL21, R_AARCH64_TLSLD_LDST128_DTPREL_LO12_NC, REFERENCE_THREAD},
};

static const struct machine machines[] = {
    {"amd64", EM_X86_64, RANGES(amd64)},
    {"arm64", EM_AARCH64, RANGES(arm64)},
    {"armhf", EM_ARM, RANGES(armhf)},
    {"i386", EM_386, RANGES(i386)},
};

const struct machine *machine_find(const char *architecture)
{
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++)
		if (strcmp(machines[i].architecture, architecture) == 0)
			return &machines[i];
	return NULL;
}

unsigned machine_elf(const struct machine *machine)
{
	return machine->elf;
}

/* The bytes of a section at a relocation, count of them before it; NULL where they are not there.
 */
static unsigned char *bytes_before(const struct object_section *section,
                                   const struct object_relocation *relocation, size_t count)
{
	if (!section->data || !section->data->d_buf || relocation->offset < count ||
	    relocation->offset >= section->data->d_size)
		return NULL;
	return (unsigned char *)section->data->d_buf + relocation->offset;
}

/* call, jmp, and jumps on a condition, with a distance of 32 bits. */
static bool is_x86_branch(const struct object_section *section,
                          const struct object_relocation *relocation)
{
	const unsigned char *at = bytes_before(section, relocation, 1);

	if (!(section->header.sh_flags & SHF_EXECINSTR) || !at)
		return false;
	if (at[-1] == 0xe8 || at[-1] == 0xe9)
		return true;
	at = bytes_before(section, relocation, 2);
	return at && at[-2] == 0x0f && (at[-1] & 0xf0) == 0x80;
}

/* call *foo@GOT and jmp *foo@GOT: group 5 with 2 or 4 in the middle of its second byte. */
static bool is_x86_indirect(const struct object_section *section,
                            const struct object_relocation *relocation)
{
	const unsigned char *at = bytes_before(section, relocation, 2);
	unsigned operation = at ? at[-1] >> 3 & 7 : 0;

	return at && (section->header.sh_flags & SHF_EXECINSTR) && at[-2] == 0xff &&
	       (operation == 2 || operation == 4);
}

enum reference machine_reference(const struct machine *machine,
                                 const struct object_section *section,
                                 const struct object_relocation *relocation)
{
	enum reference reference = REFERENCE_UNKNOWN;

	for (size_t i = 0; i < machine->count; i++)
		if (relocation->type >= machine->ranges[i].first &&
		    relocation->type <= machine->ranges[i].last)
			reference = machine->ranges[i].reference;
	if (machine->elf != EM_X86_64 && machine->elf != EM_386)
		return reference;
	/* The byte before an operand's distance to the GOT may look like a call's. */
	if (reference == REFERENCE_RELATIVE && relocation->type != R_386_GOTOFF &&
	    is_x86_branch(section, relocation))
		return REFERENCE_CALL;
	if (reference == REFERENCE_GOT && is_x86_indirect(section, relocation))
		return REFERENCE_CALL;
	return reference;
}

/*
 * How many bytes lie between a displacement and the end of its instruction: the displacement is
 * counted from there, and an immediate operand may follow it. Of the instructions that may end here
 * the longest is taken.
 */
static int64_t to_instruction_end(const struct object_section *section,
                                  const struct object_relocation *relocation)
{
	enum { LONGEST_BEFORE = 11 };
	ZydisDecoder decoder;
	ZydisDecodedInstruction instruction;

	ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
	for (size_t before = LONGEST_BEFORE; before >= 2; before--) {
		const unsigned char *at = bytes_before(section, relocation, before);
		size_t left = at ? section->data->d_size - relocation->offset : 0;

		if (!at || !ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(
		               &decoder, NULL, at - before, left + before, &instruction)))
			continue;
		if (instruction.raw.disp.size == 32 && instruction.raw.disp.offset == before &&
		    instruction.raw.modrm.mod == 0 && instruction.raw.modrm.rm == 5)
			return (int64_t)(instruction.length - before);
	}
	return 4;
}

bool machine_target(const struct machine *machine, const struct object_section *section,
                    const struct object_relocation *relocation, int64_t *behind)
{
	enum reference reference = machine_reference(machine, section, relocation);
	bool code = (section->header.sh_flags & SHF_EXECINSTR) != 0;

	*behind = relocation->addend;
	/* In data it may be counted from the start of a table of distances. */
	if (!code && reference != REFERENCE_ADDRESS && reference != REFERENCE_THREAD)
		return false;
	if (machine->elf == EM_X86_64) {
		if (reference == REFERENCE_RELATIVE || reference == REFERENCE_CALL ||
		    reference == REFERENCE_GOT)
			*behind += to_instruction_end(section, relocation);
		return true;
	}
	if (machine->elf == EM_386)
		return reference != REFERENCE_CALL;
	if (machine->elf == EM_ARM)
		return relocation->type == R_ARM_ABS32 || relocation->type == R_ARM_TARGET1;
	return true;
}

static bool load_from_got_amd64(const struct object_section *section,
                                struct object_relocation *relocation)
{
	unsigned char *at = bytes_before(section, relocation, 3);

	/* lea DISTANCE(%rip),%REG of 64 bits: becomes mov. */
	if (!at || relocation->type != R_X86_64_PC32 || (at[-3] & 0xf8) != 0x48 || at[-2] != 0x8d ||
	    (at[-1] & 0xc7) != 0x05)
		return false;
	at[-2] = 0x8b;
	relocation->type = R_X86_64_GOTPCREL;
	relocation->addend = -4;
	return true;
}

static bool load_from_got_i386(const struct object_section *section,
                               struct object_relocation *relocation)
{
	unsigned char *at = bytes_before(section, relocation, 2);

	/* lea foo@GOTOFF(%ebx),%REG: becomes mov foo@GOT(%ebx),%REG. */
	if (!at || relocation->type != R_386_GOTOFF || at[-2] != 0x8d || (at[-1] & 0xc0) != 0x80)
		return false;
	at[-2] = 0x8b;
	relocation->type = R_386_GOT32;
	relocation->addend = 0;
	return true;
}

/* adrp takes the page of the GOT's entry, and add becomes a load from it. */
static bool load_from_got_arm64(const struct object_section *section,
                                struct object_relocation *relocation)
{
	unsigned char *at = bytes_before(section, relocation, 0);
	uint32_t word;

	if (!at || section->data->d_size - relocation->offset < sizeof(word))
		return false;
	memcpy(&word, at, sizeof(word));
	if (relocation->type == R_AARCH64_ADR_PREL_PG_HI21 && (word & 0x9f000000) == 0x90000000) {
		relocation->type = R_AARCH64_ADR_GOT_PAGE;
	} else if (relocation->type == R_AARCH64_ADD_ABS_LO12_NC &&
	           (word & 0xffc00000) == 0x91000000) {
		word = 0xf9400000 | (word & 0x3ff);
		memcpy(at, &word, sizeof(word));
		relocation->type = R_AARCH64_LD64_GOT_LO12_NC;
	} else {
		return false;
	}
	relocation->addend = 0;
	return true;
}

bool machine_load_from_got(const struct machine *machine, const struct object_section *section,
                           struct object_relocation *relocation)
{
	bool loads = false;

	/* Data may look like an instruction. */
	if (!(section->header.sh_flags & SHF_EXECINSTR))
		return false;
	if (machine->elf == EM_X86_64)
		loads = load_from_got_amd64(section, relocation);
	else if (machine->elf == EM_386)
		loads = load_from_got_i386(section, relocation);
	else if (machine->elf == EM_AARCH64)
		loads = load_from_got_arm64(section, relocation);
	if (loads)
		elf_flagdata(section->data, ELF_C_SET, ELF_F_DIRTY);
	return loads;
}
