// SPDX-License-Identifier: MIT
/*
 * Exported data, of which the fused library has one copy, the baseline's: it must be what every
 * flavor would have had. Where it points at something private, each flavor points at its own.
 */
#pragma once

#include "fuse/part.h"

/*
 * Compares the exported data of all parts, the baseline's being the first. Each pointer that must
 * depend on the flavor becomes an undefined symbol "hwflavor.pointer.N" in the baseline, for the
 * dispatcher to define, and "hwflavor.pointer.N.FLAVOR" in each part; *pointers counts them.
 */
int data_match(struct part *parts, size_t count, size_t *pointers, struct error *error);
