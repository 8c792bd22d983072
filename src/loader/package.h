// SPDX-License-Identifier: MIT
/* Debian packages, unpacked into a private folder to be laid over a root. dpkg-deb and tar do it.
 */
#pragma once

#include <signal.h>
#include <stdbool.h>

#include "base/error.h"
#include "base/root.h"
#include "base/str.h"

/*
 * The new folder with all of the packages, in which the links to folders at the root's top (/lib of
 * a merged /usr) are the same, so that files land where dpkg would put them; or NULL with the error
 * set, and nothing left behind; caller removes and frees. stop: not 0 means to give up.
 */
char *package_unpack(const struct strlist *packages, struct root *root,
                     const volatile sig_atomic_t *stop, struct error *error);

/* A shared library, or a program, with its path inside the folder. */
struct package_file {
	char *path;
	char *soname; /* NULL: a program, or a library without one, such as a plugin */
	bool program;
};

/* Zero-initialised is empty. */
struct package_files {
	struct package_file *items;
	size_t count;
};

/* Adds the shared libraries and programs in the folder, sorted by their paths. */
void package_list(const char *folder, struct package_files *files);
void package_files_free(struct package_files *files);

/* The Debian architecture of the folder's libraries, or NULL where it has none. */
const char *package_architecture(const char *folder);
