// SPDX-License-Identifier: MIT
/*
 * hwflavor-cc under the name of a compiler: BUILD/FLAVOR/compilers/gcc is a link to it, for builds
 * that hwflavor does not configure itself (debhelper's), where nobody can put it in front of CC.
 * The compiler is the next of that name in PATH.
 */
#pragma once

#include <stdbool.h>

#include "base/error.h"

/*
 * Puts the compiler's path in place of arguments[0], which is a compiler's name. Folders that have
 * this program under that name are taken out of PATH, so that a launcher that is run (ccache) does
 * not find it again. Where HWFLAVOR_FILES is not set, it becomes the file beside the folder.
 */
int disguise_drop(char *arguments[], struct error *error);

/* Whether the program was started under another name than its own. */
bool is_disguised(const char *name);
