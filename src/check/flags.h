// SPDX-License-Identifier: MIT
/* Whether a library was compiled with its flavor's flags, as its debug information shows. */
#pragma once

#include "check/tree.h"
#include "elf/producer.h"

/* A library's compilation units, from itself or from the debug information beside it. */
void flags_units(const struct tree *tree, const struct tree_library *library, struct units *units);

/* The folder with the tree's detached debug information, or NULL; caller frees. */
char *flags_debug_folder(const struct tree *tree);

/* Flags of the build machine's CPU, in any library. */
void flags_check_native(const struct tree_library *library, const struct units *units,
                        struct findings *findings);

/* A copy with a known flavor; own are its baseline's units. */
void flags_check_copy(const struct tree_library *copy, const struct units *units,
                      const struct units *own, struct findings *findings);
