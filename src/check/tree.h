// SPDX-License-Identifier: MIT
/*
 * The ELF files that are to be checked, and which of them are copies of which baseline: found in an
 * installed tree (a root, a DESTDIR, an unpacked package) or in a build folder, or named one by
 * one.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/root.h"
#include "check/finding.h"
#include "check/place.h"

struct tree_library {
	char *path; /* to open it */
	char *name; /* as findings name it: the path in the installed system */
	struct library library;
	const char *architecture; /* Debian's; NULL: none that hwflavor knows */
	struct place place;       /* of name; its folder alone where the tree has no such places */
	dev_t device;
	ino_t inode;
	/* A copy: its flavor (NULL: an unknown directory) and baseline (NULL: it has none). */
	bool copy;
	const struct flavor *flavor;
	const struct tree_library *baseline;
	/* A copy without flavor in a directory that the target's loader searches on every CPU. */
	bool for_every_cpu;
	/* Of a baseline: it has copies. */
	bool copied;
};

/* In a hwcap directory: a file that is no shared library, a link, or what is called a library. */
struct tree_stray {
	char *path, *name;
	struct place place;
	const char *what; /* "a link", "a program", "no shared library", "a folder" */
};

bool stray_is_link(const struct tree_stray *stray);
void tree_stray_free(struct tree_stray *stray);

/* Whether a file's name is libfoo.so.1.2, but not libfoo.so.1.2-gdb.py, nor libfoo.so: a script. */
bool tree_has_library_version(const char *name);

/* Zero-initialise with the first four fields set; tree_free() frees. */
struct tree {
	const struct flavors *flavors;
	const char *architecture; /* NULL, or: no others are looked at */
	const char *machine;      /* whose legacy directories a file that is not ELF may lie in */
	struct findings *findings;
	const char *top;   /* the folder that stands for /, NULL for single files */
	struct root *root; /* the same, to follow paths in it */
	bool installed;    /* files lie where the loader looks for them */
	struct tree_library **libraries;
	size_t count;
	struct tree_stray *strays;
	size_t stray_count;
};

/* Adds what lies below top, as an installed system. A file that cannot be read is a finding. */
int tree_add_root(struct tree *tree, const char *top, struct error *error);

/*
 * The same below a flavor's own DESTDIR, where all lies as the baseline's does; flavor NULL is the
 * baseline. prefix stands in front of names.
 */
int tree_add_build(struct tree *tree, const char *top, const char *prefix,
                   const struct flavor *flavor, struct error *error);

/*
 * Adds one file under a name. NULL, with the error set, when it is no ELF file or is damaged;
 * tree->architecture does not matter.
 */
struct tree_library *tree_add_file(struct tree *tree, const char *path, const char *name,
                                   struct error *error);

/* Makes one a copy of the other. flavor NULL: the one of its place, or of its ISA marker. */
void tree_pair(struct tree *tree, struct tree_library *copy, struct tree_library *baseline,
               const struct flavor *flavor);

/* Finds the copies and their baselines among what was added by folder. */
void tree_match(struct tree *tree);

/*
 * What a path of the installed system leads to, links followed inside of it; false: nothing. The
 * caller frees file->host.
 */
bool tree_follow(const struct tree *tree, const char *path, struct root_file *file);

/* The library that such a path leads to, or NULL. */
struct tree_library *tree_find(const struct tree *tree, const char *path);

void tree_free(struct tree *tree);
