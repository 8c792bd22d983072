// SPDX-License-Identifier: MIT
/* Whether a fused library can stand in the place of the baseline. */
#pragma once

#include <stddef.h>

#include "base/error.h"

/*
 * Compares what programs and the loader see: exported names with their versions, kinds, bindings,
 * visibilities and sizes, the SONAME, the needed libraries, run paths and flags, and protection.
 * Fails with the first difference. imports: libraries of whose undefined symbols it may have any.
 */
int fuse_verify(const char *fused, const char *baseline, const char *const *imports, size_t count,
                struct error *error);
