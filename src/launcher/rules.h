// SPDX-License-Identifier: MIT
/*
 * The flags of single source files, from BUILD/FLAVOR/files, which scripts/probe-files writes.
 * One word and its value a line:
 *
 *   source DIR   the top of the source
 *   tree DIR     where this flavor is built; generated files and copies of the source lie there
 *   rule N       the rule whose lines follow; BUILD/FLAVOR/matched/N.P: its pattern P has matched
 *
 *   pattern P    of fnmatch(3), for the path below one of both tops (a star matches no slash);
 *                without a slash in it, for the file's name in any folder
 *
 *   c FLAG       appended when a C file (or any that is not C++) is compiled
 *
 *   c++ FLAG     appended when a C++ file is compiled
 */
#pragma once

#include "base/error.h"
#include "base/str.h"

struct rule {
	char *number;
	struct strlist patterns;
	struct strlist c, cxx;
};

/* Zero-initialised is empty; freed by rules_free(). */
struct rules {
	char *file;
	struct strlist tops;
	struct rule *items;
	size_t count;
};

int rules_read(struct rules *rules, const char *file, struct error *error);

/*
 * Adds to flags what the rules have for a source file, as named on a command line in the current
 * folder, and notes which of them matched. Returns whether one did.
 */
bool rules_match(const struct rules *rules, const char *path, bool cxx, struct strlist *flags);

void rules_free(struct rules *rules);
