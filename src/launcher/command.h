// SPDX-License-Identifier: MIT
/*
 * A compiler's command line, read as GCC and clang read it: which of its words are source files,
 * and what is to become of them. Whatever later looks at compilers' commands (the final link, for
 * fuse) finds them taken apart here.
 */
#pragma once

#include <stdbool.h>

#include "base/str.h"

struct command_source {
	size_t index; /* of its word */
	bool cxx;     /* compiled as C++ */
};

/* Freed by command_free(). */
struct command {
	struct strlist words; /* the compiler first; response files are read in */
	struct command_source *sources;
	size_t source_count;
	size_t output;      /* the index of -o's file, or 0 */
	size_t options_end; /* where an option can be added: the end, or the index of "--" */
	bool links;         /* none of -c, -S, -E, -M, -MM, -fsyntax-only */
	bool lto;           /* what is compiled is left to link-time optimisation */
};

/* arguments: NULL-terminated, the compiler's command first, in which launchers may stand. */
void command_parse(struct command *command, char *const arguments[]);
void command_free(struct command *command);

/* Whether link-time optimisation is on after the last of these flags; before: what it was. */
bool lto_after(bool before, const char *flag);
