// SPDX-License-Identifier: MIT
#include "isa/words.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/str.h"

/* What was found about an instruction; in a table by hash, where later ones replace earlier. */
struct memory {
	uint64_t word;
	uint8_t length; /* 0: free */
	uint8_t row;
	bool known; /* it is an instruction */
};

enum { MEMORY_BITS = 14 };

struct words {
	const struct word_set *set;
	const struct needs *needs[NEEDS_ROWS]; /* by row */
	unsigned row_count;
	uint8_t *pattern_rows; /* by pattern */
	uint8_t *group_rows;   /* by group */
	csh capstone;
	cs_insn *insn;
	struct memory memory[1 << MEMORY_BITS];
};

static bool same_needs(const struct needs *a, const struct needs *b)
{
	for (size_t i = 0; i < NEEDS_FEATURES; i++)
		if (a->features[i] != b->features[i] &&
		    (!a->features[i] || !b->features[i] ||
		     strcmp(a->features[i], b->features[i]) != 0))
			return false;
	return true;
}

/* The row of these needs, a new one if need be; many patterns share one. */
static uint8_t row_of(struct words *words, const struct needs *needs)
{
	unsigned row = 0;

	while (row < words->row_count && !same_needs(words->needs[row], needs))
		row++;
	if (row == words->row_count && row < NEEDS_ROWS)
		words->needs[words->row_count++] = needs;
	return (uint8_t)row;
}

static void number_rows(struct words *words)
{
	static const struct needs none;
	const struct word_set *set = words->set;

	row_of(words, &none);
	words->pattern_rows = xcalloc(set->pattern_count + 1, 1);
	words->group_rows = xcalloc(set->group_count + 1, 1);
	for (size_t i = 0; i < set->pattern_count; i++)
		words->pattern_rows[i] = row_of(words, &set->patterns[i].needs);
	for (size_t i = 0; i < set->group_count; i++)
		words->group_rows[i] = row_of(words, &set->groups[i].needs);
}

struct words *words_new(const struct word_set *set)
{
	struct words *words = xcalloc(1, sizeof(*words));

	words->set = set;
	number_rows(words);
	if (cs_open(set->arch, set->mode, &words->capstone) != CS_ERR_OK ||
	    cs_option(words->capstone, CS_OPT_DETAIL, CS_OPT_ON) != CS_ERR_OK)
		die("this Capstone library lacks an architecture; install Debian's libcapstone4");
	words->insn = cs_malloc(words->capstone);
	if (!words->insn)
		die("out of memory");
	return words;
}

void words_free(struct words *words)
{
	if (!words)
		return;
	free(words->pattern_rows);
	free(words->group_rows);
	cs_free(words->insn, 1);
	cs_close(&words->capstone);
	free(words);
}

const struct needs *words_row(const struct words *words, unsigned row)
{
	return words->needs[row < words->row_count ? row : 0];
}

/* The instruction's bytes as a number, left-aligned. */
static uint64_t read_word(const struct word_set *set, const uint8_t *bytes, size_t length)
{
	uint64_t word = 0;

	for (size_t i = 0; i < length; i++) {
		size_t at = set->little ? i - i % set->unit + set->unit - 1 - i % set->unit : i;
		word |= (uint64_t)bytes[at] << (56 - 8 * i);
	}
	return word;
}

static bool decode_one(struct words *words, const uint8_t *bytes, size_t length, uint64_t address)
{
	return cs_disasm_iter(words->capstone, &bytes, &length, &address, words->insn);
}

static uint8_t row_by_groups(struct words *words)
{
	const struct word_set *set = words->set;
	int row = set->by_operands ? set->by_operands(words->insn) : -1;

	for (size_t i = 0; row < 0 && i < set->group_count; i++)
		if (set->groups[i].group &&
		    cs_insn_group(words->capstone, words->insn, set->groups[i].group))
			row = (int)i;
	return row < 0 ? 0 : words->group_rows[row];
}

static void find_row(struct words *words, const uint8_t *bytes, struct memory *memory)
{
	const struct word_set *set = words->set;

	for (size_t i = 0; i < set->pattern_count; i++) {
		if ((memory->word & set->patterns[i].mask) != set->patterns[i].value)
			continue;
		memory->known = true;
		memory->row = words->pattern_rows[i];
		return;
	}
	memory->known = decode_one(words, bytes, memory->length, 0);
	memory->row = memory->known ? row_by_groups(words) : 0;
}

/* What is known about the instruction at bytes; NULL if it is cut short. */
static const struct memory *look_up(struct words *words, const uint8_t *bytes, size_t size)
{
	size_t length = size < 2 ? 0 : words->set->length(bytes, size);

	if (length == 0 || length > size)
		return NULL;
	uint64_t word = read_word(words->set, bytes, length);
	struct memory *memory = &words->memory[(word * 0x9e3779b97f4a7c15) >> (64 - MEMORY_BITS)];
	if (memory->length != length || memory->word != word) {
		*memory = (struct memory){.word = word, .length = (uint8_t)length};
		find_row(words, bytes, memory);
	}
	return memory;
}

/* Notes the data that the instruction at an offset leads to; one bit for two bytes. */
static void note_data(const struct word_set *set, const struct span *span, size_t at,
                      const struct memory *memory, uint8_t *data)
{
	size_t next = at + memory->length;
	uint64_t from, to;

	if (next >= span->size || !set->data(memory->word, span->address + at, span->bytes + next,
	                                     span->size - next, &from, &to))
		return;
	for (; from < to; from += 2)
		if (from >= span->address + next && from - span->address < span->size)
			data[(from - span->address) / 16] |=
			    (uint8_t)(1 << (from - span->address) / 2 % 8);
}

void words_scan(struct words *words, const struct span *span, struct tally *tally)
{
	uint8_t *data = span->unmarked && words->set->data ? xcalloc(span->size / 16 + 1, 1) : NULL;

	for (size_t at = 0; at < span->size;) {
		if (data && (data[at / 16] >> at / 2 % 8 & 1)) {
			tally->data += 2;
			at += 2;
			continue;
		}
		const struct memory *memory = look_up(words, span->bytes + at, span->limit - at);
		if (!memory) {
			tally->undecoded += span->size - at;
			break;
		}
		if (data)
			note_data(words->set, span, at, memory, data);
		size_t left = span->size - at;
		if (!memory->known)
			tally->undecoded += memory->length < left ? memory->length : left;
		else if (tally->wanted[memory->row] &&
		         !(words->set->guarded && words->set->guarded(span->bytes, at)))
			tally_add(tally, memory->row, span->address + at);
		at += memory->length;
	}
	free(data);
}

size_t words_padding(const struct words *words, const struct span *span)
{
	const struct word_set *set = words->set;
	size_t at = 0;

	while (at < span->size) {
		size_t left = span->size - at;
		size_t length = left < 2 ? 0 : set->length(span->bytes + at, left);
		uint64_t word =
		    length > 0 && length <= left ? read_word(set, span->bytes + at, length) : 0;

		if (span->bytes[at] == 0)
			at++;
		else if (word != 0 && (word == set->padding[0] || word == set->padding[1]))
			at += length;
		else
			return at;
	}
	return span->size;
}

char *words_text(struct words *words, const struct span *span)
{
	size_t length = span->limit < 2 ? 0 : words->set->length(span->bytes, span->limit);

	if (length == 0 || length > span->limit)
		return xstrdup("(no instruction)");
	if (decode_one(words, span->bytes, length, span->address))
		return *words->insn->op_str
		           ? str_format("%s %s", words->insn->mnemonic, words->insn->op_str)
		           : xstrdup(words->insn->mnemonic);
	/* Newer than this Capstone. */
	uint64_t word = read_word(words->set, span->bytes, length);
	return str_format("(%0*llx)", (int)(2 * length),
	                  (unsigned long long)(word >> (64 - 8 * length)));
}

/* The operand with the address of a direct call or jump, which stands last. */
static bool address_operand(cs_arch arch, const cs_detail *detail, uint64_t *target)
{
	int64_t value = 0;
	bool found = false;

	if (arch == CS_ARCH_ARM64 && detail->arm64.op_count > 0) {
		const cs_arm64_op *last = &detail->arm64.operands[detail->arm64.op_count - 1];
		found = last->type == ARM64_OP_IMM;
		value = last->imm;
	} else if (arch == CS_ARCH_ARM && detail->arm.op_count > 0) {
		const cs_arm_op *last = &detail->arm.operands[detail->arm.op_count - 1];
		found = last->type == ARM_OP_IMM;
		value = (uint32_t)last->imm;
	} else if (arch == CS_ARCH_PPC && detail->ppc.op_count > 0) {
		const cs_ppc_op *last = &detail->ppc.operands[detail->ppc.op_count - 1];
		found = last->type == PPC_OP_IMM;
		value = last->imm;
	} else if (arch == CS_ARCH_SYSZ && detail->sysz.op_count > 0) {
		const cs_sysz_op *last = &detail->sysz.operands[detail->sysz.op_count - 1];
		found = last->type == SYSZ_OP_IMM;
		value = last->imm;
	}
	*target = (uint64_t)value;
	return found;
}

void words_branch(struct words *words, const struct span *span, struct branch *branch)
{
	size_t length = span->limit < 2 ? 0 : words->set->length(span->bytes, span->limit);

	if (length == 0 || length > span->limit)
		return;
	branch->length = length;
	if (words->set->stub && words->set->stub(span, &branch->target)) {
		branch->kind = BRANCH_SLOT;
		return;
	}
	if (!decode_one(words, span->bytes, length, span->address) ||
	    (!cs_insn_group(words->capstone, words->insn, CS_GRP_JUMP) &&
	     !cs_insn_group(words->capstone, words->insn, CS_GRP_CALL) &&
	     !cs_insn_group(words->capstone, words->insn, CS_GRP_BRANCH_RELATIVE)))
		return;
	if (!address_operand(words->set->arch, words->insn->detail, &branch->target))
		return;
	branch->kind = BRANCH_DIRECT;
	branch->exchanges = words->set->arch == CS_ARCH_ARM && words->insn->id == ARM_INS_BLX;
}
