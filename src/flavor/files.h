// SPDX-License-Identifier: MIT
/*
 * Files paragraphs of a package's file: more compiler flags for single source files, for all
 * flavors or some, on all architectures or some. scripts/probe-files tries the flags;
 * hwflavor-cc (src/launcher/) appends them.
 */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "flavor/control.h"
#include "flavor/flavor.h"

struct file_flags {
	struct strlist patterns;      /* of the source's path: see launcher/rules.h */
	struct strlist flavors;       /* names; empty: all, the baseline too */
	struct strlist architectures; /* Debian's names; empty: all */
	struct strlist cflags;        /* the compiler must take them */
	struct strlist cflags_if_supported;
	char *file; /* where it stands, for messages */
	unsigned line;
};

/* The paragraphs, in the order of the file. Zero-initialised is empty. */
struct file_flags_list {
	struct file_flags *items;
	size_t count;
};

/* Reads one paragraph with a Files field. The flavors are checked by files_check(). */
int files_add_paragraph(struct file_flags_list *list, const struct control *control,
                        const struct paragraph *paragraph, struct error *error);

/* Fails at a flavor's name that no architecture has. */
int files_check(const struct file_flags_list *list, const struct flavors *flavors,
                struct error *error);

bool files_concern(const struct file_flags *files, const struct flavor *flavor);

void files_free(struct file_flags_list *list);
