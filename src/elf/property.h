// SPDX-License-Identifier: MIT
/*
 * The GNU property note (.note.gnu.property): on x86 the ISA marker, and which control-flow
 * protection all of a file's code supports. Layout and numbers from the "Linux Extensions to gABI"
 * and the x86-64 psABI; the loader reads the same (sysdeps/x86/dl-prop.h of glibc 2.36).
 */
#pragma once

#include <stdbool.h>

#include "base/error.h"

/* Bits of features, by machine. */
enum {
	PROPERTY_X86_IBT = 1,
	PROPERTY_X86_SHSTK = 2,
	PROPERTY_AARCH64_BTI = 1,
	PROPERTY_AARCH64_PAC = 2,
};

struct property {
	bool has_needed;   /* the file has an ISA marker */
	unsigned needed;   /* bit 0: x86-64 baseline, 1: v2, 2: v3, 3: v4 */
	unsigned features; /* all code supports these; 0 where nothing is said */
};

/* A file that is not ELF, or that has no such note, has no property; that is no error. */
int property_read(const char *path, struct property *property, struct error *error);

/* The level that a marker asks for: 1 the baseline or nothing, 2 x86-64-v2, and so on. */
unsigned property_level(const struct property *property);
