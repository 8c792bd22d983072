// SPDX-License-Identifier: MIT
/*
 * The dispatcher of a fused library: a C file with the flavors' needs and one resolver for each
 * exported function, compiled with the library's own compiler (scripts/fuse/dispatcher.h has the
 * rest of it), whose symbols then become the public ones.
 */
#pragma once

#include "flavor/flavor.h"
#include "fuse/link.h"
#include "fuse/part.h"

struct dispatcher {
	const struct part *parts; /* the baseline first */
	size_t count;
	const struct flavor *const *flavors; /* of the parts */
	size_t pointers;                     /* hwflavor.pointer.N of data.h */
	unsigned protection;                 /* of the baseline's code, part_protection() */
	const char *data_dir;                /* where scripts/fuse/ lies */
};

/*
 * Writes and compiles it to scratch/dispatcher.o. The link is the baseline's. Refuses a feature
 * that cannot be asked for so early.
 */
int dispatcher_make(const struct dispatcher *dispatcher, const struct link *link,
                    const char *scratch, struct error *error);

/*
 * What a fused library says of itself: the note of that name, with a line for each flavor, best
 * first: its name and what it needs beyond the baseline.
 */
#define FUSE_NOTE ".note.hwflavor.fused"
