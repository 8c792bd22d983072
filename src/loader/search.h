// SPDX-License-Identifier: MIT
/*
 * The model of ld.so: which file a program's loader takes for each library, and why.
 *
 * LD_PRELOAD and /etc/ld.so.preload come before what the program needs. Not modelled: filters
 * (DT_FILTER, DT_AUXILIARY) and LD_AUDIT.
 *
 * For a name without a slash the loader looks, in this order, among what is loaded already; in the
 * RPATH of who needs it and of those who needed that (unless it has a RUNPATH); in LD_LIBRARY_PATH;
 * in its RUNPATH; in ld.so.cache; in the default directories. In each directory of a path the hwcap
 * subdirectories come first, best first, and the next directory only afterwards; the cache ranks
 * by level over all directories. Source: glibc, elf/dl-load.c, checked with the real loaders
 * (tests/which/differential.t).
 */
#pragma once

#include "loader/cache.h"
#include "loader/closure.h"

/* What was decided about one candidate. */
enum step_verdict {
	STEP_TAKEN,
	STEP_LOADED,        /* a library of that name, or that very file, is loaded already */
	STEP_ABSENT,        /* there is no such file */
	STEP_GONE,          /* the cache lists a file that is not there */
	STEP_OTHER_CLASS,   /* passed over */
	STEP_OTHER_MACHINE, /* passed over */
	STEP_FATAL,         /* the program does not start */
	STEP_STOPPED,       /* an error other than "no such file" ends the search of this path */
	STEP_HIDDEN,        /* would do, but an earlier one was taken */
	STEP_REFUSED,       /* this loader does not search there, or does not take it on this CPU */
	STEP_UNCACHED,      /* would do, but the cache does not list it */
	STEP_NO_FOLDER,     /* of a path: neither it nor one of its subdirectories is there */
	STEP_NO_ENTRY,      /* the cache has none of that name that is for this CPU */
	STEP_UNREADABLE,    /* open() refuses it: passed over */
	STEP_NO_LINK,       /* a file of the library is there, but none of that name */
};

/* One candidate; the strings live only during the call. */
struct step {
	const char *name;  /* the library that is looked for */
	const char *stage; /* "LD_LIBRARY_PATH", "RUNPATH of /usr/bin/x", "cache", ... */
	const char *path;  /* "" for a name that is loaded already */
	enum step_verdict verdict;
	const char *reason; /* more words, or NULL */
};

/* Told about every candidate, in the loader's order. */
typedef void step_visit(const struct step *step, void *data);

struct search {
	struct root *root;
	const struct target *target;
	const struct hwcaps *hwcaps;
	const struct cache *cache; /* NULL: the loader finds none it can use */
	const struct environment *environment;
	/* Directories that ldconfig looks into, for what is not in the cache; explanations only. */
	const struct strlist *cached_directories;
	/* $ORIGIN of a program named through a link: as named, as when ld.so is told to run it. */
	bool origin_as_named;
	step_visit *visit; /* NULL: no explanations */
	void *data;
	struct objects objects; /* kept from one program to the next */
	unsigned long opens; /* files that a start opens or tries to, program and cache included */
};

/*
 * Follows a program, or a library by its path: that very file, and what it needs. Fails only if
 * there is no such file, or none that this loader could load.
 */
int search_file(struct search *search, const char *path, struct closure *closure,
                struct error *error);

/* Looks for a library by its bare name as a program without paths of its own would, and follows it.
 */
int search_name(struct search *search, const char *name, struct closure *closure,
                struct error *error);
