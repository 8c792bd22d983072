// SPDX-License-Identifier: MIT
/*
 * The ISA marker of x86: the note .note.gnu.property with which `ld -z x86-64-v3` says that a file
 * must not be loaded by a CPU below a level (Linux gABI extensions, GNU_PROPERTY_X86_ISA_1_NEEDED).
 */
#pragma once

#include <stdint.h>

#include "elf/image.h"

/* The bits of the marker: the baseline, x86-64-v2, x86-64-v3, x86-64-v4. */
enum {
	ISA_BASELINE = 1,
	ISA_V2 = 2,
	ISA_V3 = 4,
	ISA_V4 = 8,
};

/* The levels a file is marked with, as bits; 0 for none, for other machines and damaged notes. */
uint32_t property_isa_needed(const struct image *image);

/* The name of the highest level among the bits ("x86-64-v3"), or NULL where there is none. */
const char *property_isa_name(uint32_t needed);
