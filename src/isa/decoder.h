// SPDX-License-Identifier: MIT
/* All decoders behind one face. They learn as they go, so that they are kept from file to file. */
#pragma once

#include "elf/image.h"
#include "isa/needs.h"

enum code_set {
	CODE_X86_64,
	CODE_X86_32,
	CODE_ARM,
	CODE_THUMB,
	CODE_ARM64,
	CODE_POWER,
	CODE_POWER_BIG,
	CODE_S390X,
	CODE_SETS,
};

struct decoders;
struct decoders *decoders_new(void);
void decoders_free(struct decoders *decoders);

/*
 * The instruction set of a file's code (of ARM code that is not Thumb), and Debian's name of its
 * architecture in *architecture; false if it is not decoded.
 */
bool code_set_of(const struct image *image, enum code_set *set, const char **architecture);

/* Whether every CPU of an architecture has a feature that has no name but GCC's. */
bool code_implies(const char *architecture, const char *feature);

/* Tallies what the code needs. */
void decode(struct decoders *decoders, enum code_set set, const struct span *span,
            struct tally *tally);

/* What the instructions of a row need. */
const struct needs *decoder_row(struct decoders *decoders, enum code_set set, unsigned row);

/* Whether code only asks by the instructions of a row what there is. */
bool decoder_row_asks(enum code_set set, unsigned row);

/* How many bytes at the beginning of the span are padding between functions. */
size_t decoder_padding(struct decoders *decoders, enum code_set set, const struct span *span);

/* The assembler text of the instruction at the beginning of the span; caller frees. */
char *decoder_text(struct decoders *decoders, enum code_set set, const struct span *span);

/* Where the instruction at the beginning of the span calls or jumps to. */
void decoder_branch(struct decoders *decoders, enum code_set set, const struct span *span,
                    struct branch *branch);
