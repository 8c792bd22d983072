// SPDX-License-Identifier: MIT
/*
 * Paths in a destination, as a system whose root it is would read them: an absolute link there
 * (lib -> /usr/lib) means the destination's own /usr/lib, never this machine's.
 */
#pragma once

#include "base/error.h"

/*
 * The full path of a folder below top ("usr/lib"), every link on the way followed; what does not
 * exist yet is appended as it is. An absolute link whose text begins with top is read as this
 * machine does. NULL and an error: a relative link that leaves top, a link to nothing, a circle.
 * Caller frees.
 */
char *destination_folder(const char *top, const char *path, struct error *error);

/* The same for a file: a link at its own place is not followed, since it will be replaced. */
char *destination_file(const char *top, const char *path, struct error *error);
