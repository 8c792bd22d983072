// SPDX-License-Identifier: MIT
/*
 * The system whose loader is asked about: its architecture, its loader and its C library, found out
 * from the bytes in its root; nothing of it is run.
 */
#pragma once

#include "base/root.h"
#include "elf/library.h"
#include "flavor/flavor.h"

/* What the ABI and glibc lay down for an architecture. */
struct abi {
	const char *architecture; /* Debian's name */
	const char *loader;       /* the interpreter that its programs name */
	const char *triplet;      /* Debian's multiarch folder below lib */
	unsigned machine;         /* EM_... of elf.h */
	unsigned bits;
	bool big_endian;
	int cache_flags; /* of its libraries in ld.so.cache, beside 3 for "libc6" (flags & ~3) */
};

struct target {
	const struct abi *abi;
	struct glibc glibc;
	char *loader;               /* in the root; NULL where the root has none */
	struct strlist directories; /* searched by default; with a slash at the end */
	char *lib;                  /* $LIB */
};

/* The ABI of a Debian architecture, or NULL. */
const struct abi *abi_find(const char *architecture);

/* Whether C's char is signed there, as the processor supplement of its ABI says. */
bool abi_has_signed_chars(const struct abi *abi);

/* The ABI that a library or program has, or NULL: none that is known. On ARM one that names no
   float ABI counts as armhf's. */
const struct abi *abi_of_library(const struct library *library);

/*
 * Finds out about a root. architecture may be NULL: that of the root's own loader, this machine's
 * if it has several. glibc may be NULL; it is else taken for the C library's version.
 */
int target_read(struct target *target, struct root *root, const char *architecture,
                const struct glibc *glibc, struct error *error);
void target_free(struct target *target);
