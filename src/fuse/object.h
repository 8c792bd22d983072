// SPDX-License-Identifier: MIT
/*
 * One relocatable object file, opened to be changed: its sections, symbols and relocations, read
 * whole and checked against the file's size, so that a damaged file is one error and no more.
 *
 * Symbols keep their places, since relocations name them by place; new ones are added at the end.
 */
#pragma once

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/str.h"

struct object_section {
	Elf_Scn *scn;
	GElf_Shdr header;
	const char *name;
	Elf_Data *data;     /* NULL where it has no bytes */
	size_t relocations; /* the section with its relocations, or 0 */
};

struct object_symbol {
	GElf_Sym entry;
	char *name;
};

struct object_relocation {
	uint64_t offset; /* in the section */
	unsigned type;
	size_t symbol;
	int64_t addend; /* where relocations have none (i386, ARM): the word at the place */
};

/* Zero-initialised is closed; path must outlive it. */
struct object {
	const char *path;
	int fd;
	Elf *elf;
	GElf_Ehdr header;
	struct object_section *sections; /* by section number; 0 is none */
	size_t section_count;
	size_t table;   /* the section of the symbols, or 0 */
	size_t strings; /* of their names */
	struct object_symbol *symbols;
	size_t symbol_count;
};

int object_open(const char *path, bool change, struct object *object, struct error *error);

/* Writes what was changed, and closes; on error the file is of no use any more. */
int object_write(struct object *object, struct error *error);
void object_close(struct object *object);

/* Sets "PATH: is a damaged object file: WHAT; build it anew" and returns -1. */
int object_damaged(const struct object *object, struct error *error, const char *what);

void object_rename(struct object *object, size_t symbol, const char *name);
size_t object_add(struct object *object, const char *name, const GElf_Sym *entry);

/* Written by object_write(). */
void object_rename_section(struct object *object, size_t section, const char *name);

/* How many relocations a section has, and one of them; bounds were checked when it was opened. */
size_t object_relocations(const struct object *object, size_t section);
void object_relocation(const struct object *object, size_t section, size_t index,
                       struct object_relocation *relocation);

/* Puts one back; without addends of their own the word at the place becomes the addend. */
void object_set_relocation(struct object *object, size_t section, size_t index,
                           const struct object_relocation *relocation);

/* Whether a symbol is defined in a section of the file. */
bool symbol_is_defined(const struct object *object, const struct object_symbol *symbol);
