// SPDX-License-Identifier: MIT
/* A program and all that is loaded with it. */
#pragma once

#include "loader/object.h"

/* One file in a program's memory, or a library that is missing. */
struct loaded {
	char *name;  /* by which it was asked for */
	char *path;  /* as the loader names it; NULL: not found */
	char *stage; /* where it was found */
	const struct object *object;
	size_t needed_by; /* the index of who needed it first */
	size_t *needs;    /* indexes, in the order of the file */
	size_t needs_count;
	char *problem;  /* why the program does not start, in the loader's words, or NULL */
	bool preloaded; /* asked for by LD_PRELOAD or /etc/ld.so.preload */
	char *origin;
	struct strlist rpath;
	struct strlist runpath;
};

/* A program or library (the first) and all it needs, in the loader's order. */
struct closure {
	struct loaded *items; /* after the first what is preloaded */
	size_t count;
	char *fatal; /* what ended the search before its end, in the loader's words, or NULL */
	struct strlist unpreloaded; /* what was to be preloaded and cannot be, which is ignored */
	/* For the search. */
	struct map names;
	struct map folders;
	struct strlist library_path;
	bool secure;
	bool cache_read;
};

/* Adds a file that was asked for by NAME; valid until the next is added. */
struct loaded *closure_add(struct closure *closure, const char *name, size_t needed_by);

/* From now on NAME is the file with that index, unless it is another already. */
void closure_remember(struct closure *closure, const char *name, size_t index);

/* The index of a file that is loaded already, under whatever name; count if it is not. */
size_t closure_find_file(const struct closure *closure, const struct object *object);

void closure_add_need(struct loaded *loaded, size_t index);

/*
 * What the loader says instead of starting the program, or NULL; caller frees. It ends at the first
 * library that is missing; of several marked above the CPU it names the one that it would
 * initialise first, which before glibc 2.35 was another where libraries need one another in a
 * circle.
 */
char *closure_error(const struct closure *closure);

void closure_free(struct closure *closure);
