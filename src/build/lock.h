// SPDX-License-Identifier: MIT
/*
 * One hwflavor at a time works in a build folder. The lock is a lock on BUILD/.lock, which also
 * the running steps hold: a step that outlives a killed hwflavor keeps the next one out.
 */
#pragma once

#include "base/error.h"

/*
 * Makes the folder if need be and locks it. Returns the file descriptor (closed on exec), which
 * holds the lock until it and its duplicates are closed, or -1 with the error set.
 */
int lock_build_dir(const char *build_dir, struct error *error);
