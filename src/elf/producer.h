// SPDX-License-Identifier: MIT
/*
 * What the compiler wrote down about itself in a file's debug information: one DW_AT_producer for
 * each compilation unit, which from GCC has the options too. Assembly has none.
 */
#pragma once

#include <stddef.h>

#include "base/error.h"

struct unit {
	char *name;     /* DW_AT_name: the source file as the compiler was given it */
	char *producer; /* "GNU C17 12.2.0 -mtune=generic -march=x86-64 -g -O2" */
};

/* In the order of the file; none where there is no debug information. Freed by units_free(). */
struct units {
	struct unit *items;
	size_t count;
};

/* Fails when the file cannot be read. Debug information that makes no sense ends the list. */
int units_read(const char *path, struct units *units, struct error *error);
void units_free(struct units *units);
