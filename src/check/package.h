// SPDX-License-Identifier: MIT
/* A Debian package, unpacked for looking into it. */
#pragma once

#include <signal.h>
#include <stdbool.h>

#include "base/error.h"

/* Whether a file begins as a .deb does, or is called like one. */
bool package_is(const char *path);

struct package_tree {
	char *top; /* what the package would put into / */
};

/*
 * Unpacks into a temporary folder. stop as in base/process.h. On failure nothing is left there. One
 * at a time may be open; exit() removes it too.
 */
int package_open(const char *path, struct package_tree *tree, const volatile sig_atomic_t *stop,
                 struct error *error);
void package_close(struct package_tree *tree);
