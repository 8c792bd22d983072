// SPDX-License-Identifier: MIT
/*
 * Code of the architectures whose instructions are words of 2, 4, 6 or 8 bytes: ARM, AArch64, POWER
 * and s390x. Capstone tells what is an instruction, which group it belongs to, and its text;
 * instructions newer than Capstone 4, and those its groups do not tell apart, are told by their
 * opcode bits, which each architecture's manual lists with the feature. As on x86, an instruction
 * seen before is not decoded again.
 */
#pragma once

#include <capstone/capstone.h>

#include "isa/needs.h"

/*
 * Instructions with given opcode bits. The instruction is a number with its first bit, as the
 * manuals print it, in bit 63.
 */
struct word_pattern {
	uint64_t mask;
	uint64_t value;
	struct needs needs; /* none: needs nothing, whatever later patterns say */
};

/* For instructions of up to 32 bits, and of up to 48. */
#define WORD(mask, value, ...) \
	{ \
		(uint64_t)(mask) << 32, (uint64_t)(value) << 32, \
		{ \
			{ \
				__VA_ARGS__ \
			} \
		} \
	}
#define WORD48(mask, value, ...) \
	{ \
		(uint64_t)(mask) << 16, (uint64_t)(value) << 16, \
		{ \
			{ \
				__VA_ARGS__ \
			} \
		} \
	}

/* Instructions that Capstone puts into a group; 0 for those that by_operands() finds. */
struct word_group {
	unsigned group;
	struct needs needs;
};

/* One instruction set. */
struct word_set {
	cs_arch arch;
	cs_mode mode;
	/* Bytes of the instruction that begins with these; size is what can be read, at least 2. */
	size_t (*length)(const uint8_t *bytes, size_t size);
	bool little;         /* units are stored with the lowest byte first */
	size_t unit;         /* bytes: instructions consist of units, and are aligned to them */
	uint64_t padding[2]; /* instructions that stand between functions, besides zeros */
	const struct word_pattern *patterns; /* the first that matches counts */
	size_t pattern_count;
	const struct word_group *groups; /* the first that matches counts */
	size_t group_count;
	/*
	 * Data that an instruction at address loads, or that its jump table is, from *from up to
	 * *to; false if it has none. bytes are those of the span behind it, size how many. Or NULL.
	 */
	bool (*data)(uint64_t word, uint64_t address, const uint8_t *bytes, size_t size,
	             uint64_t *from, uint64_t *to);
	/* The instruction at an offset runs only where the ones before it found its feature. Or
	 * NULL. */
	bool (*guarded)(const uint8_t *bytes, size_t at);
	/* Code begins as an entry of the PLT does: from which slot it jumps. NULL: not known. */
	bool (*stub)(const struct span *span, uint64_t *slot);
	/* What only operands tell: an index into groups, or -1 to go by the groups. Or NULL. */
	int (*by_operands)(const cs_insn *insn);
};

/* A word of 32 bits, stored with the lowest byte first. */
static inline uint32_t word_at(const uint8_t *bytes)
{
	return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
	       (uint32_t)bytes[3] << 24;
}

extern const struct word_set word_set_arm, word_set_thumb, word_set_arm64, word_set_power,
    word_set_power_big, word_set_s390x;

struct words;
struct words *words_new(const struct word_set *set);
void words_free(struct words *words);

/* What the instructions of a row need. */
const struct needs *words_row(const struct words *words, unsigned row);
void words_scan(struct words *words, const struct span *span, struct tally *tally);
size_t words_padding(const struct words *words, const struct span *span);
char *words_text(struct words *words, const struct span *span);
void words_branch(struct words *words, const struct span *span, struct branch *branch);
