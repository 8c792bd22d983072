// SPDX-License-Identifier: MIT
/*
 * Search paths as the loader reads them: lists of directories with $ORIGIN, $LIB and $PLATFORM.
 * Source: the ELF gABI (Dynamic String Tokens) and glibc, elf/dl-load.c.
 */
#pragma once

#include <stdbool.h>

#include "base/str.h"

/* What tokens stand for; a NULL makes a path that names the token be left out. */
struct tokens {
	const char *origin; /* the folder of the file that the path is of */
	const char *lib;
	const char *platform;
	/* Set for setuid programs: $ORIGIN counts only below these directories, which end in "/".
	 */
	const struct strlist *trusted;
};

/* text with its tokens replaced, "" where it is to be left out; caller frees. */
char *path_expand(const char *text, const struct tokens *tokens);

/*
 * The directories of a list, with one slash at the end and each only once. An empty entry is "",
 * the current directory; one that is empty after replacing is left out.
 */
void path_split(const char *text, const char *separators, const struct tokens *tokens,
                struct strlist *directories);
