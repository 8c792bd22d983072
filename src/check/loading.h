// SPDX-License-Identifier: MIT
/*
 * Whether the loader finds a copy, and what it finds through it: directories that are searched,
 * links by SONAME, RUNPATHs, and what has no business in a hwcap directory.
 */
#pragma once

#include "check/tree.h"

/* Whether the target's loader searches the hwcap directory of a copy. */
void loading_check_directory(const struct tree *tree, const struct tree_library *copy,
                             struct glibc glibc);

/* One copy of an installed tree, in its hwcap directory: its link, and that it has a baseline. */
void loading_check_copy(const struct tree *tree, const struct tree_library *copy);

/* Any ELF file: where its RUNPATH or RPATH leads. build is the build folder's path or NULL. */
void loading_check_runpath(const struct tree *tree, const struct tree_library *library,
                           const char *build);

/* A baseline that has copies is found by its SONAME too. */
void loading_check_link(const struct tree *tree, const struct tree_library *library);

/* Files in hwcap directories that are no shared libraries. */
void loading_check_strays(const struct tree *tree);
