// SPDX-License-Identifier: MIT
/*
 * A file system as the target sees it: one folder of this machine, or several laid over one
 * another. Paths and symbolic links are resolved inside of it, absolute ones too, so that nothing
 * leads out; a link that is followed more than forty times fails with ELOOP, as in the kernel.
 *
 * Nothing in it is expected to change while it is open: every folder is resolved only once.
 */
#pragma once

#include <stdbool.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/map.h"
#include "base/str.h"

/* Layers, the uppermost first, as paths of this machine without a slash at the end. */
struct root {
	struct strlist layers;
	struct map folders;
	char *denied; /* the first file or folder that this user may not read, or NULL */
};

/* One file found. Free host with free(). */
struct root_file {
	char *host; /* where it is for this machine, every link resolved */
	struct stat status;
};

/* Opens a folder as the root; "/" is this machine's own. */
int root_open(struct root *root, const char *path, struct error *error);

/* Lays another folder over it. */
void root_add_layer(struct root *root, const char *path);

void root_close(struct root *root);

/*
 * Finds what a path names, following links; a relative one is seen from the root's top. Returns 0,
 * or the errno that stat() would give there.
 */
int root_find(struct root *root, const char *path, struct root_file *file);

/* Remembers that this user may not read a file or folder of this machine. */
void root_note_denied(struct root *root, const char *host);

/* Whether a path names a folder. */
bool root_is_folder(struct root *root, const char *path);

/* The path itself with the links of its folders, and its own, resolved, or NULL; caller frees. */
char *root_real_path(struct root *root, const char *path);

/* The names in a folder, of all layers, sorted; none where it is no folder. */
void root_list(struct root *root, const char *path, struct strlist *names);

/* Reads a file of at most limit bytes; NUL-terminated, caller frees. NULL with errno set: EFBIG
   where it has more. */
char *root_read(struct root *root, const char *path, size_t limit, size_t *length);
