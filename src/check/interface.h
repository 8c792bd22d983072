// SPDX-License-Identifier: MIT
/*
 * Whether a program linked against the baseline can use the copy: SONAME, exported symbols and
 * their sizes, IFUNCs, needed libraries, and whether the copy is more than the baseline's code.
 */
#pragma once

#include "check/tree.h"

/* The copy has a baseline. */
void interface_check(const struct tree_library *copy, struct findings *findings);
