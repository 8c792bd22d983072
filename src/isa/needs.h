// SPDX-License-Identifier: MIT
/*
 * Between decoders and the report: an instruction is told by a row of its decoder's table of
 * needs, and what a stretch of code needs is tallied by row.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NEEDS_ROWS = 256, NEEDS_FEATURES = 3 };

/* The features an instruction needs, all of them; row 0 of every table needs none. */
struct needs {
	const char *features[NEEDS_FEATURES];
};

/* A stretch of code. What follows it up to limit may be read, to see instructions whole. */
struct span {
	const uint8_t *bytes;
	size_t size;
	size_t limit; /* >= size */
	uint64_t address;
	bool unmarked; /* nothing tells where data lies inside */
};

/* Where an instruction calls or jumps to. */
enum branch_kind {
	BRANCH_NONE,
	BRANCH_DIRECT, /* target is the address */
	BRANCH_SLOT,   /* target is the address of a pointer to it */
	BRANCH_GOT,    /* the same, counted from DT_PLTGOT */
};

struct branch {
	enum branch_kind kind;
	size_t length; /* of the instruction; 0 if it cannot be decoded */
	uint64_t target;
	bool exchanges; /* between ARM and Thumb code, where the target is direct */
};

struct tally {
	bool wanted[NEEDS_ROWS]; /* rows worth counting; wanted[0] is false */
	uint32_t count[NEEDS_ROWS];
	uint64_t first[NEEDS_ROWS]; /* address */
	uint8_t rows[NEEDS_ROWS];   /* those with a count */
	size_t used;                /* how many of rows are filled in */
	uint64_t undecoded;         /* bytes that are no instruction */
	uint64_t data;              /* bytes left out as data that instructions load */
};

static inline void tally_add(struct tally *tally, uint8_t row, uint64_t address)
{
	if (tally->count[row]++ > 0)
		return;
	tally->first[row] = address;
	tally->rows[tally->used++] = row;
}
