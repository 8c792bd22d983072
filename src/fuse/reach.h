// SPDX-License-Identifier: MIT
/*
 * What a function of the library can reach. A flavor may lack a function that the baseline exports:
 * then the baseline's runs in its place, which is harmless only where it has no state that the rest
 * of the library, being another flavor's, would not see.
 */
#pragma once

#include <stdbool.h>

#include "base/str.h"
#include "fuse/interface.h"

/*
 * Whether the object file that defines the function, and those that it refers to, hold nothing that
 * can be written to. Whole object files, since calls inside of one leave no trace in it. objects
 * are the baseline's; name is the symbol's name in them. Else *why says what was found; caller
 * frees.
 */
bool reach_is_stateless(const struct strlist *objects, const struct interface *interface,
                        const char *name, char **why);
