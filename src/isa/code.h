// SPDX-License-Identifier: MIT
/*
 * Where the code of an ELF file is: its executable sections, and the functions in them, from
 * .symtab, .dynsym and .eh_frame. Named functions win over ranges without a name, and of two that
 * overlap the one that begins first, so that no byte is looked at twice.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf/image.h"
#include "isa/needs.h"

/* An executable section, or where section headers are stripped a segment. */
struct code_section {
	const uint8_t *bytes; /* libelf owns them */
	uint64_t address;     /* 0 in object files */
	uint64_t size;
	size_t index;   /* of the section header */
	bool generated; /* the linker's stubs (.plt), which need nothing and have no symbols */
};

/* A piece of a function; pieces do not overlap. */
struct code_function {
	const char *name; /* libelf owns it; NULL where only .eh_frame knows it */
	uint64_t address;
	uint64_t size;
	size_t section; /* index into code.sections */
	bool thumb;     /* ARM only, where no mapping symbols say so */
	bool resolver;  /* of an IFUNC */
};

/* From a mapping symbol on ($a, $t, $d, $x), bytes are of one kind. */
struct code_mark {
	uint64_t address;
	size_t section;
	char kind; /* 'a', 't', 'd' or 'x' */
};

struct code {
	bool relocatable; /* addresses are offsets in sections */
	struct code_section *sections;
	size_t section_count;
	struct code_function *functions; /* sorted by section and address */
	size_t function_count;
	struct code_mark *marks; /* sorted by section and address */
	size_t mark_count;
};

/* Reads them; valid until the image is closed. Fails with "is a damaged ELF file". */
int code_read(const struct image *image, struct code *code, struct error *error);
void code_free(struct code *code);

/* The section that has the byte at address, or NULL. */
const struct code_section *code_section_at(const struct code *code, uint64_t address);

/* The bytes from an address on, which must lie in the section. */
struct span code_span(const struct code_section *section, uint64_t address, uint64_t size);

/* The function that has the byte at address, or NULL; not for object files. */
const struct code_function *code_function_at(const struct code *code, uint64_t address);

/* What the mapping symbols say of the byte at an address of a section: a mark's kind, or 0. */
char code_kind_at(const struct code *code, const struct code_section *section, uint64_t address);
