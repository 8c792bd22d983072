// SPDX-License-Identifier: MIT
/* Whether the CPUs that take a library can run it: its instructions, and its ISA marker. */
#pragma once

#include <signal.h>

#include "check/tree.h"

/* All shared libraries of the tree, decoded on all CPUs at once. stop: as inspection.h has it. */
void isa_check(const struct tree *tree, const volatile sig_atomic_t *stop);

/* The ISA marker of one library of amd64, a copy or not. */
void isa_check_marker(const struct tree_library *library, struct findings *findings);
