// SPDX-License-Identifier: MIT
#include "isa/x86.h"

#include <Zydis/Zydis.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "isa/x86-needs.h"

/*
 * An entry of the tree: 0 where Zydis has not been asked, else the number of the node for the next
 * byte, or LEAF with an instruction's length, row and whether it is padding.
 */
typedef uint32_t entry;
enum {
	LEAF = 1 << 30,
	PADDING = 1 << 29,
	LENGTH = 0xf, /* an instruction has 1 to 15 bytes */
	ROW_SHIFT = 8,
	/* Against bytes made to make the tree grow: 64 MB, fifty times what all of LLVM needs. */
	NODES_LIMIT = 1 << 16,
};

struct node {
	entry entries[256];
};

struct x86 {
	ZydisDecoder decoder;
	ZydisFormatter formatter;
	struct node *nodes; /* nodes[0] is the root */
	size_t count;
	size_t room;
};

static size_t add_node(struct x86 *x86)
{
	if (x86->count == x86->room) {
		x86->room = x86->room ? 2 * x86->room : 64;
		x86->nodes = xreallocarray(x86->nodes, x86->room, sizeof(*x86->nodes));
	}
	memset(&x86->nodes[x86->count], 0, sizeof(*x86->nodes));
	return x86->count++;
}

struct x86 *x86_new(bool wide)
{
	struct x86 *x86 = xcalloc(1, sizeof(*x86));

	ZydisDecoderInit(&x86->decoder,
	                 wide ? ZYDIS_MACHINE_MODE_LONG_64 : ZYDIS_MACHINE_MODE_LEGACY_32,
	                 wide ? ZYDIS_STACK_WIDTH_64 : ZYDIS_STACK_WIDTH_32);
	ZydisFormatterInit(&x86->formatter, ZYDIS_FORMATTER_STYLE_INTEL);
	add_node(x86);
	return x86;
}

void x86_free(struct x86 *x86)
{
	if (!x86)
		return;
	free(x86->nodes);
	free(x86);
}

/* How many of its bytes decide what an instruction is: all but displacement and immediates. */
static size_t deciding(const ZydisDecodedInstruction *instruction)
{
	unsigned rest = instruction->raw.disp.size + instruction->raw.imm[0].size +
	                instruction->raw.imm[1].size;

	/* 3DNow! has its opcode behind the displacement. */
	if (instruction->opcode_map == ZYDIS_OPCODE_MAP_0F0F)
		return instruction->length;
	return instruction->length - rest / 8;
}

static bool is_padding(const ZydisDecodedInstruction *instruction, const uint8_t *bytes)
{
	return instruction->mnemonic == ZYDIS_MNEMONIC_NOP ||
	       instruction->mnemonic == ZYDIS_MNEMONIC_INT3 || (bytes[0] == 0 && bytes[1] == 0);
}

/* Asks Zydis about the instruction at bytes, and keeps the answer. 0 if there is none. */
static entry learn(struct x86 *x86, const uint8_t *bytes, size_t size)
{
	ZydisDecodedInstruction instruction;

	if (ZYAN_FAILED(
	        ZydisDecoderDecodeInstruction(&x86->decoder, NULL, bytes, size, &instruction)))
		return 0;
	entry leaf = LEAF | instruction.length | (entry)x86_row_of(&instruction) << ROW_SHIFT;
	if (instruction.length > 1 ? is_padding(&instruction, bytes)
	                           : bytes[0] == 0x90 || bytes[0] == 0xcc)
		leaf |= PADDING;
	size_t last = deciding(&instruction) - 1, node = 0;
	if (x86->count + last > NODES_LIMIT)
		return leaf;
	for (size_t i = 0; i < last; i++) {
		entry next = x86->nodes[node].entries[bytes[i]];

		if (next == 0) {
			next = (entry)add_node(x86);
			x86->nodes[node].entries[bytes[i]] = next;
		}
		node = next;
	}
	x86->nodes[node].entries[bytes[last]] = leaf;
	return leaf;
}

/* The leaf of the instruction at bytes, of which size can be read; 0 if there is none. */
static inline entry look_up(struct x86 *x86, const uint8_t *bytes, size_t size)
{
	const struct node *nodes = x86->nodes;
	entry found = 0;

	for (size_t depth = 0; depth < size; depth++) {
		found = nodes[found].entries[bytes[depth]];
		if (found & LEAF)
			return (found & LENGTH) <= size ? found : 0;
		if (found == 0)
			break;
	}
	return learn(x86, bytes, size);
}

void x86_scan(struct x86 *x86, const struct span *span, struct tally *tally)
{
	for (size_t at = 0; at < span->size;) {
		entry leaf = look_up(x86, span->bytes + at, span->limit - at);
		uint8_t row = (uint8_t)(leaf >> ROW_SHIFT);

		if (leaf == 0) {
			tally->undecoded++;
			at++;
			continue;
		}
		if (tally->wanted[row])
			tally_add(tally, row, span->address + at);
		at += leaf & LENGTH;
	}
}

size_t x86_padding(struct x86 *x86, const struct span *span)
{
	size_t at = 0;

	while (at < span->size) {
		entry leaf = look_up(x86, span->bytes + at, span->limit - at);

		if (leaf & PADDING)
			at += leaf & LENGTH;
		else if (span->bytes[at] == 0)
			at++;
		else
			break;
	}
	return at < span->size ? at : span->size;
}

char *x86_text(const struct x86 *x86, const struct span *span)
{
	ZydisDecodedInstruction instruction;
	ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
	char text[128];

	if (ZYAN_FAILED(ZydisDecoderDecodeFull(&x86->decoder, span->bytes, span->limit,
	                                       &instruction, operands)) ||
	    ZYAN_FAILED(ZydisFormatterFormatInstruction(&x86->formatter, &instruction, operands,
	                                                instruction.operand_count_visible, text,
	                                                sizeof(text), span->address, NULL)))
		return xstrdup("(no instruction)");
	return xstrdup(text);
}

/*
 * A call or jump through memory: relative to RIP; in 32-bit code absolute, or relative to a
 * register that holds the GOT's address: any, with a displacement of 32 bits, as relocations need.
 */
static void branch_through(const ZydisDecodedInstruction *instruction, uint64_t next,
                           struct branch *branch)
{
	bool wide = instruction->machine_mode == ZYDIS_MACHINE_MODE_LONG_64;
	unsigned mod = instruction->raw.modrm.mod, rm = instruction->raw.modrm.rm;
	uint64_t displacement = (uint64_t)instruction->raw.disp.value;

	if (mod == 0 && rm == 5) {
		branch->kind = BRANCH_SLOT;
		branch->target = wide ? next + displacement : (uint32_t)displacement;
	} else if (!wide && mod == 2 && rm != 4) {
		branch->kind = BRANCH_GOT;
		branch->target = displacement;
	}
}

void x86_branch(const struct x86 *x86, const struct span *span, struct branch *branch)
{
	ZydisDecodedInstruction instruction;

	if (ZYAN_FAILED(ZydisDecoderDecodeInstruction(&x86->decoder, NULL, span->bytes, span->limit,
	                                              &instruction)))
		return;
	branch->length = instruction.length;
	uint64_t next = span->address + instruction.length;
	if (instruction.raw.imm[0].is_relative) {
		branch->kind = BRANCH_DIRECT;
		branch->target = next + (uint64_t)instruction.raw.imm[0].value.s;
		if (instruction.machine_mode != ZYDIS_MACHINE_MODE_LONG_64)
			branch->target = (uint32_t)branch->target;
	} else if (instruction.mnemonic == ZYDIS_MNEMONIC_CALL ||
	           instruction.mnemonic == ZYDIS_MNEMONIC_JMP) {
		branch_through(&instruction, next, branch);
	}
}
