// SPDX-License-Identifier: MIT
/* One tree of libraries, looked at by every check. */
#pragma once

#include <signal.h>

#include "check/tree.h"

struct inspection {
	struct tree *tree;                 /* filled, and matched where it was added by folder */
	struct glibc glibc;                /* of the target */
	const char *build;                 /* the build folder the libraries come from, or NULL */
	const char *headers;               /* the folder of public headers, or NULL */
	const volatile sig_atomic_t *stop; /* NULL, or: not 0 means to give up, as on Ctrl-C */
};

/* Findings go to the tree's, in the order of their files. -1 with the error set: interrupted. */
int inspect(const struct inspection *inspection, struct error *error);

/* The glibc that lies in a tree, or false. */
bool inspection_glibc(const struct tree *tree, struct glibc *glibc);
