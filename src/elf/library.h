// SPDX-License-Identifier: MIT
/*
 * What one ELF file says about itself to the loader: read from the program headers and the dynamic
 * section, as the loader does, so that stripped section headers do not matter.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/str.h"

enum library_kind {
	LIBRARY_NOT_ELF,
	LIBRARY_SHARED,  /* a shared object: a library or a module */
	LIBRARY_PIE,     /* a position-independent program */
	LIBRARY_PROGRAM, /* a program with a fixed address */
	LIBRARY_OTHER,   /* an object file, a core, detached debug information */
};

/*
 * Freed by library_free(). A position-independent program is told from a shared object by DF_1_PIE,
 * or by an interpreter without a SONAME: libc.so.6 has both and is a library.
 */
struct library {
	enum library_kind kind;
	unsigned bits;    /* 32 or 64; 0 unless ELF */
	unsigned machine; /* EM_X86_64, ... of elf.h */
	unsigned flags;   /* e_flags: on ARM, which calling convention */
	bool big_endian;
	char *soname;          /* NULL: none */
	struct strlist needed; /* in the order of the file */
	char *runpath;         /* NULL: none */
	char *rpath;           /* NULL: none; the loader ignores it where there is a runpath */
	char *filtered;       /* of DT_FILTER or DT_AUXILIARY: the library it filters; NULL: none */
	char *build_id;       /* lower-case hexadecimal, or NULL */
	uint32_t isa_needed;  /* the ISA marker, ISA_... of elf/property.h; 0: none */
	bool no_default_path; /* -z nodefaultlib: the default directories are not for it */
	bool symbolic;        /* -Bsymbolic: its own symbols come first for itself */
};

/*
 * Reads a file. A file that is not ELF is no error. Fails when it cannot be read, or with
 * "PATH: is a damaged ELF file: WHAT; build or copy it anew"; the library is then empty.
 */
int library_read(const char *path, struct library *library, struct error *error);

/* The same for bytes in memory, which may be changed by it; path is for error texts. */
int library_read_memory(const char *path, void *bytes, size_t size, struct library *library,
                        struct error *error);

void library_free(struct library *library);
