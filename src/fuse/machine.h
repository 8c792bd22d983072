// SPDX-License-Identifier: MIT
/*
 * What relocations mean on each machine that hwflavor fuses for: which are calls, and which take an
 * address. Numbers and meanings: the psABIs of x86-64 and i386, the ELF ABIs of ARM and AArch64.
 */
#pragma once

#include "fuse/object.h"

enum reference {
	REFERENCE_NONE,     /* about no symbol's address */
	REFERENCE_CALL,     /* a call or jump to it */
	REFERENCE_ADDRESS,  /* its address, written by the loader */
	REFERENCE_GOT,      /* its address, through the global offset table */
	REFERENCE_RELATIVE, /* its distance from here, so that it cannot be another's symbol */
	REFERENCE_THREAD,   /* the place of a thread's variable */
	REFERENCE_UNKNOWN,
};

struct machine;

/* By Debian's name of the architecture, or NULL: hwflavor does not fuse for it. */
const struct machine *machine_find(const char *architecture);

/* The e_machine of its files. */
unsigned machine_elf(const struct machine *machine);

/* What a relocation of a section of code or data is. */
enum reference machine_reference(const struct machine *machine,
                                 const struct object_section *section,
                                 const struct object_relocation *relocation);

/*
 * Where a reference goes: how far behind the symbol; false where only the code knows: ARM adds
 * its own place to what it loads, and distances in data are counted from anywhere.
 */
bool machine_target(const struct machine *machine, const struct object_section *section,
                    const struct object_relocation *relocation, int64_t *behind);

/*
 * Makes an instruction that forms an address relative to its own place load it from the global
 * offset table instead: both are of the same length. False where there is no such instruction.
 */
bool machine_load_from_got(const struct machine *machine, const struct object_section *section,
                           struct object_relocation *relocation);
