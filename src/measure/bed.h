// SPDX-License-Identifier: MIT
/*
 * Where a copy lies while it is measured: a folder with the baseline's libraries, and in one hwcap
 * directory below it one flavor's copies. A program that is told of the folder through
 * LD_LIBRARY_PATH gets the copy by the loader's own search, as it will when it is installed. A
 * fused library lies in the baseline's place.
 *
 * The folders' names are equally long for all: the length of the environment moves the stack, and
 * that alone can change the speed of a program.
 *
 * Programs in a build tree have ways of their own to the library there. A RUNPATH comes after
 * LD_LIBRARY_PATH; Libtool's wrapper scripts, which put the tree in front of it, are replaced by
 * the programs they start. Whatever else gets in between is noticed: the first run of each copy
 * has the loader itself say which files it took.
 */
#pragma once

#include <stddef.h>

#include "base/error.h"
#include "base/str.h"

/* A library as the loader asks for it, and the files that can be its copies. */
struct bed_library {
	char *soname;
	char *baseline;
	char *copy; /* the flavor's; NULL: the flavor has none */
};

struct bed {
	char *dir;      /* for LD_LIBRARY_PATH */
	char *taken;    /* where the loader writes what it took, in the first run */
	char *expected; /* the folder from which copies must be taken */
	char *choice;   /* NULL, or a variable with which a fused library chooses the flavor */
	struct bed_library *libraries;
	size_t count;
};

/* Makes the folders below top/NN. directory: the flavor's hwcap directory; "." for the baseline. */
int bed_make(struct bed *bed, const char *top, unsigned number, const char *directory,
             struct error *error);

/* The environment of a run; first: the loader says what it takes. */
void bed_environment(const struct bed *bed, bool first, struct strlist *environment);

/*
 * After the first run: fails if a process took another file for one of the libraries, or none took
 * any of them.
 */
int bed_check(const struct bed *bed, const char *command, struct error *error);

void bed_free(struct bed *bed);

/* A command in which the programs of a tree stand in the place of Libtool's wrappers. */
char *command_without_wrappers(const char *command, const char *tree);
