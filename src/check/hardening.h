// SPDX-License-Identifier: MIT
/* Whether the copy is as well protected as its baseline. */
#pragma once

#include "check/tree.h"

/* The copy has a baseline. */
void hardening_check(const struct tree_library *copy, struct findings *findings);
