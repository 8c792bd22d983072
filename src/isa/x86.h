// SPDX-License-Identifier: MIT
/*
 * x86 code, 64 and 32 bit, decoded by Zydis.
 *
 * What an instruction is, and how long, is told by its first bytes: prefixes, opcode, ModRM and
 * SIB. Zydis is asked once for each such beginning, and its answer kept in a tree with one level
 * per byte; code repeats so much that nearly every instruction is found there, at a tenth of the
 * cost.
 */
#pragma once

#include "isa/needs.h"

struct x86;
struct x86 *x86_new(bool wide);
void x86_free(struct x86 *x86);

/* What the instructions of a row need. */
const struct needs *x86_row(unsigned row);

/* Whether code only asks by the row's instructions what there is. */
bool x86_row_asks(unsigned row);

void x86_scan(struct x86 *x86, const struct span *span, struct tally *tally);

/* How many bytes at the beginning of the span are padding: nops, int3, zeros. */
size_t x86_padding(struct x86 *x86, const struct span *span);

/* Intel's syntax, as binutils' -M intel; caller frees. */
char *x86_text(const struct x86 *x86, const struct span *span);

/* Where the instruction at the beginning of the span calls or jumps to; branch is zeroed before. */
void x86_branch(const struct x86 *x86, const struct span *span, struct branch *branch);
