// SPDX-License-Identifier: MIT
/*
 * Files and folders. Paths are plain strings; everything works with spaces, quotes and newlines
 * in them. Functions return 0, or -1 with the error set, and never leave a half-written file.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"

/* Reads all of a file of at most limit bytes; *length may be NULL. NUL-terminated, caller frees. */
char *file_read(const char *path, size_t limit, size_t *length, struct error *error);

/*
 * The last bytes of a file, at most limit of them, however large it is; NULL where it cannot be
 * read. Caller frees.
 */
char *file_tail(const char *path, size_t limit, size_t *length);

/* Writes beside path and renames, so that readers see the old or the new file, never a part. */
int file_write(const char *path, const char *text, size_t length, struct error *error);

/* file_write(), unless the file already holds just that: its time stamp then stays. */
int file_write_if_changed(const char *path, const char *text, struct error *error);

/* Makes a folder and the ones above it; one that exists is fine. */
int dir_make(const char *path, struct error *error);

bool path_is_dir(const char *path);
bool path_is_file(const char *path);

/* DIR/NAME with one slash between; caller frees. */
char *path_join(const char *dir, const char *name);

/* Absolute, without "." and ".." and double slashes, links left as they are; caller frees. */
char *path_absolute(const char *path);

/* The part of path after its last slash; points into path. */
const char *path_name(const char *path);

/* The part before its last slash ("." where there is none); caller frees. */
char *path_dir(const char *path);

/* The absolute path of a program, searched in PATH as execvp() does, or NULL; caller frees. */
char *path_find_program(const char *name);

/* Copies a regular file or symbolic link with mode and times; TO must not exist. */
int file_copy(const char *from, const char *to, struct error *error);

/* Removes a file, or a folder with all in it; one that does not exist is fine. */
int tree_remove(const char *path, struct error *error);

/* One file found by tree_walk(): its path below the top, and what lstat() says. */
struct tree_entry {
	const char *path;
	mode_t mode;
	off_t size;
};

/*
 * Calls visit for every file, link and folder below top (not for top itself), names sorted, a
 * folder before what is in it. Stops at the first call that returns non-zero and returns that.
 */
int tree_walk(const char *top,
              int (*visit)(const struct tree_entry *entry, void *data, struct error *error),
              void *data, struct error *error);

/* A new private folder "$TMPDIR/NAME.XXXXXX", in /tmp where TMPDIR is no absolute path. Caller
 * frees the name and removes the folder. NULL on failure. */
char *dir_make_temporary(const char *name, struct error *error);

/*
 * The path of NAME beside this program, where that is run from where it was built, or else in dir,
 * where it is installed. Caller frees.
 */
char *path_beside_program(const char *name, const char *dir);
