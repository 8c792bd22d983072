// SPDX-License-Identifier: MIT
/*
 * What the baseline installed into its own DESTDIR: its files, and which of them are libraries of
 * which flavors deliver copies.
 *
 * A shared object is a library if it has a SONAME and
 * - lies in a folder that the loader searches by default: lib, lib32, lib64, libx32 or lib/TRIPLET
 * in /, /usr or /usr/local; or
 * - its file name or SONAME has a version (.so.N); or
 * - an ELF file of the baseline needs it by its SONAME.
 * Any other is a module: something that is only ever opened by its absolute path, where no copy in
 * a hwcap directory would be found.
 */
#pragma once

#include <signal.h>
#include <stddef.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/str.h"
#include "elf/library.h"

enum baseline_role {
	BASELINE_OTHER,   /* not a shared object, or already in a hwcap directory */
	BASELINE_LIBRARY, /* has copies: a library, or a module that a pattern names */
	BASELINE_MODULE,
	BASELINE_TWIN, /* a library whose SONAME belongs to another file of the same folder */
};

struct baseline_file {
	char *path; /* below the root, without a slash in front */
	struct stat status;
	struct library library;
	enum baseline_role role;
};

/* Freed by baseline_free(). Files are sorted, a folder before what is in it. */
struct baseline {
	char *root;
	struct baseline_file *files;
	size_t count;
};

struct baseline_request {
	const char *root;
	const struct strlist *hwcap_directories; /* of the flavors; glibc-hwcaps is known */
	const struct strlist *modules;           /* patterns, see gather.h; may be NULL */
	const char *modules_file;                /* where they stand, or NULL */
	unsigned modules_line;
	bool part; /* of what is installed: a pattern may match in another part */
	const volatile sig_atomic_t *stop; /* may be NULL */
};

/*
 * Errors: the root or a file cannot be read, something is neither file, link nor folder, a shared
 * object is damaged, a SONAME is no file name, a pattern matches no shared object.
 */
int baseline_read(struct baseline *baseline, const struct baseline_request *request,
                  struct error *error);

void baseline_free(struct baseline *baseline);

/*
 * The file of folder that bears a SONAME for the loader: where the link of that name leads, or the
 * file of that name itself. NULL if that is not in the folder; caller frees.
 */
char *soname_bearer(const char *folder, const char *soname);
