// SPDX-License-Identifier: MIT
/*
 * The GNU property note (.note.gnu.property): on x86 the ISA marker, and which control-flow
 * protection all of a file's code supports. Layout and numbers from the "Linux Extensions to gABI"
 * and the x86-64 psABI; the loader reads the same (sysdeps/x86/dl-prop.h of glibc 2.36).
 */
#pragma once

#include <gelf.h>
#include <stdbool.h>

#include "base/error.h"
#include "elf/image.h"

/* Bits of features, by machine. */
enum {
	PROPERTY_X86_IBT = 1,
	PROPERTY_X86_SHSTK = 2,
	PROPERTY_AARCH64_BTI = 1,
	PROPERTY_AARCH64_PAC = 2,
};

/* The bits of the ISA marker: `ld -z x86-64-v3` writes ISA_V3. */
enum {
	ISA_BASELINE = 1,
	ISA_V2 = 2,
	ISA_V3 = 4,
	ISA_V4 = 8,
};

struct property {
	bool has_needed;   /* the file has an ISA marker */
	unsigned needed;   /* ISA_... */
	unsigned features; /* all code supports these; 0 where nothing is said */
};

/* A file that is not ELF, or that has no such note, has no property; that is no error. */
int property_read(const char *path, struct property *property, struct error *error);

/* The same of an opened file; *property is all zero where nothing is said. */
void property_read_image(const struct image *image, struct property *property);

/* Adds the properties in the description of one note; header is that of its file. */
void property_parse(const GElf_Ehdr *header, const unsigned char *bytes, size_t size,
                    struct property *property);

/* The level that a marker asks for: 1 the baseline or nothing, 2 x86-64-v2, and so on. */
unsigned property_level(const struct property *property);

/* The name of the highest level among the bits of needed ("x86-64-v3"), or NULL without one. */
const char *property_isa_name(unsigned needed);
