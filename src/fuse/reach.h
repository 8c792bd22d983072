// SPDX-License-Identifier: MIT
/*
 * What a function of a part can reach. A flavor may lack a function that the baseline exports: then
 * the baseline's runs in its place, which is harmless only where it has no state that the rest of
 * the library, being another flavor's, would not see.
 */
#pragma once

#include "fuse/part.h"

/*
 * Whether the exported function of a place works on its arguments alone, on exported data and on
 * constants. Else *why names what it works on, or what cannot be followed; caller frees. Before
 * part_retarget().
 */
bool part_function_is_stateless(const struct part *part, size_t place, char **why);
