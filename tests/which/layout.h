// SPDX-License-Identifier: MIT
/*
 * Random layouts of libraries below a folder: what a loader may meet, good and bad. The same seed
 * makes the same layout.
 */
#pragma once

#include <stdint.h>

#include "loader/environment.h"
#include "loader/target.h"

struct layout {
	const char *world; /* the folder, "" for the root; it holds loader and ldconfig already */
	const struct abi *abi;
	struct glibc glibc;
	bool native; /* not emulated: tunables may list several names */
	uint64_t random;
	struct strlist made; /* what was made, in order, for layout_clear() */

	/* Results. */
	char *program; /* its path in the world */
	char *library_path;
	char *tunables;
	char *hwcap_mask;
	char *preload;
	char *prepend; /* for the loader's --glibc-hwcaps-prepend */
	char *mask;    /* for --glibc-hwcaps-mask */
	bool wants_cache;
	const char *cache_format; /* for ldconfig -c */
	bool marked;              /* a library may bear an ISA marker */
	bool foreign;             /* a library may be of another architecture */
};

/* A number below limit. */
unsigned layout_random(struct layout *layout, unsigned limit);

void layout_make(struct layout *layout);

/* After ldconfig: takes away or adds a few files. */
void layout_change(struct layout *layout);

/* Removes all of it again. */
void layout_clear(struct layout *layout);
