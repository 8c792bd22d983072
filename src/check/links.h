// SPDX-License-Identifier: MIT
/* Links in hwcap directories, which the loader and ldconfig follow as any other. */
#pragma once

#include "check/tree.h"

/*
 * Before tree_match(), of an installed tree: what is a copy only because a link below glibc-hwcaps
 * leads to it becomes one, and such a link is no stray any more.
 */
void links_follow(struct tree *tree);
