// SPDX-License-Identifier: MIT
/*
 * Which code the loader writes the address of where: what GOT entries, .init_array and the like
 * hold at run time, as far as the file alone tells.
 */
#pragma once

#include "elf/image.h"
#include "isa/code.h"

struct relocation {
	uint64_t place;  /* where the address is written */
	uint64_t target; /* in an executable section of the same file */
	bool thumb;      /* ARM: the target is Thumb code */
	const char
	    *resolver_of; /* target is an IFUNC's resolver: its name, "" if unknown; else NULL */
};

struct relocations {
	struct relocation *items; /* sorted by place */
	size_t count;
};

/* Reads those that the dynamic section leads to, as the loader does: section headers do not count.
 */
void relocations_read(const struct image *image, const struct code *code,
                      struct relocations *relocations);
void relocations_free(struct relocations *relocations);

/* The one at a place, or NULL. */
const struct relocation *relocation_at(const struct relocations *relocations, uint64_t place);
