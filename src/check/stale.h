// SPDX-License-Identifier: MIT
/* Whether copy and baseline of an installed system come from one build, by dpkg's database. */
#pragma once

#include "check/tree.h"

/* Says nothing where the tree has no such database. */
void stale_check(const struct tree *tree);
