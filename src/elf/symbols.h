// SPDX-License-Identifier: MIT
/*
 * The dynamic symbols of a shared library with their versions: what programs linked against it may
 * refer to, and what it asks of others. Read through the dynamic section, as the loader does.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct symbol {
	char *name;
	char *version; /* NULL: none */
	bool hidden;   /* not the default version: foo@V, where foo@@V is the default */
	bool defined;
	unsigned char type;       /* STT_FUNC, ... of elf.h */
	unsigned char binding;    /* STB_GLOBAL, ... */
	unsigned char visibility; /* STV_DEFAULT or STV_PROTECTED */
	bool absolute;            /* defined as a number: the linker's names of versions */
	uint64_t size;
};

/* Sorted by name, then version. Freed by symbols_free(). */
struct symbols {
	struct symbol *items;
	size_t count;
};

/* Local symbols are left out. Fails when the file cannot be read, is not ELF or is damaged. */
int symbols_read(const char *path, struct symbols *symbols, struct error *error);
void symbols_free(struct symbols *symbols);

/*
 * Whether a file still has its full symbol table (.symtab). On ARM it alone tells code from data:
 * the mapping symbols are in it. False where the file cannot be read.
 */
bool symbols_has_table(const char *path);

/* By name, then version; what symbols are sorted by. */
int symbol_compare(const struct symbol *a, const struct symbol *b);

/* Whether a symbol of that name is there, of whatever version. */
const struct symbol *symbols_find(const struct symbols *symbols, const char *name, bool defined);

/* "foo", "foo@@V" or "foo@V"; caller frees. */
char *symbol_text(const struct symbol *symbol);
