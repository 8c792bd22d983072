// SPDX-License-Identifier: MIT
/*
 * Files on their way into a destination: first all are copied into a staging folder on the file
 * system where each will live, then all are renamed into place. Whatever fails in between, the
 * destination is as it was before, folders made on the way included.
 *
 * Links to folders in the destination are followed inside it (destination.h). A staging folder is
 * called
 * .hwflavor-new.XXXXXX and lies at the top of the destination, and at the top of every other file
 * system mounted below it that receives files. Those that a killed process left are removed.
 */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/str.h"

/* What staging folders' names begin with. */
#define STAGE_PREFIX ".hwflavor-new."

struct stage_place;
struct stage_item;

/* Open with stage_open(), end with stage_close() whether or not anything succeeded. */
struct stage {
	char *top;                         /* the destination, absolute */
	const volatile sig_atomic_t *stop; /* NULL, or: not 0 means to give up */
	struct stage_place *places;        /* one staging folder per file system */
	size_t place_count;
	struct stage_item *items; /* in the order in which they were added */
	size_t item_count;
	struct strlist made; /* folders that were made, outer ones first */
	bool done;           /* everything stands in its place */
};

/* Makes the destination, and the folders above it, where they do not exist. */
int stage_open(struct stage *stage, const char *top, const volatile sig_atomic_t *stop,
               struct error *error);

/*
 * Each takes a path below the destination ("usr/lib/x"), finds what is in the way there, and
 * stages. A folder gets mode and times from status if it does not exist; one that exists stays as
 * it is.
 */
int stage_add_folder(struct stage *stage, const char *path, const struct stat *status,
                     struct error *error);
/* A copy of a file or symbolic link, with its mode and times. */
int stage_add_copy(struct stage *stage, const char *from, const char *path, struct error *error);
/* Where the file that was added last waits for its place: it may be changed there. */
const char *stage_last(const struct stage *stage);
/* A symbolic link to target. */
int stage_add_link(struct stage *stage, const char *target, const char *path, struct error *error);

/* Renames everything into place, or on error takes back what was renamed. */
int stage_commit(struct stage *stage, struct error *error);

/* Removes the staging folders and, unless committed, the folders that were made; frees. */
void stage_close(struct stage *stage);
