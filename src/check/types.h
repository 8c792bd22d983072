// SPDX-License-Identifier: MIT
/* Whether types that programs share with a library have one layout, as abidiff sees them. */
#pragma once

#include <signal.h>

#include "check/tree.h"

/*
 * A copy with a baseline, both with debug information. headers: the folder of the tree's public
 * headers, whose types alone then count, or NULL. stop as in base/process.h.
 */
void types_check(const struct tree *tree, const struct tree_library *copy, const char *headers,
                 const volatile sig_atomic_t *stop);
