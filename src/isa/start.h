// SPDX-License-Identifier: MIT
/*
 * Which functions run while a library is loaded, on every CPU: what the loader calls (DT_INIT,
 * DT_PREINIT_ARRAY, DT_INIT_ARRAY, .ctors, IFUNC resolvers), and what that calls directly, in the
 * same file, also through PLT and GOT. Calls through other pointers are not followed, and PLT
 * entries on x86, ARM and AArch64 only.
 */
#pragma once

#include "base/str.h"
#include "elf/image.h"
#include "isa/code.h"
#include "isa/decoder.h"

struct start {
	struct strlist labels; /* "the constructor NAME", "the IFUNC resolver NAME" */
	uint32_t *reached;     /* by function: 1 + index of the label it was first reached from */
};

void start_find(const struct image *image, const struct code *code, struct decoders *decoders,
                enum code_set set, struct start *start);
void start_free(struct start *start);
