// SPDX-License-Identifier: MIT
/* The recorded links of one flavor's build: which of them made a library that it installed. */
#pragma once

#include "base/error.h"

/*
 * The newest record in folder of a link that made the library: by the file's name, or else by its
 * SONAME. NULL with the error set where there is none. Caller frees.
 */
char *record_find(const char *folder, const char *library, struct error *error);
