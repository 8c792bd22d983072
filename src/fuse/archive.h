// SPDX-License-Identifier: MIT
/* Archives of object files (convenience libraries), and what a file is for the linker. */
#pragma once

#include <stddef.h>

#include "base/error.h"

enum file_form {
	FORM_OTHER, /* a linker script, or nothing that could be read */
	FORM_OBJECT,
	FORM_SHARED,
	FORM_ARCHIVE,
	FORM_THIN_ARCHIVE, /* holds the names of object files only */
};

enum file_form file_form(const char *path);

/* Copies the member of that name, of several the one after as many earlier ones, to a new file. */
int archive_extract(const char *path, const char *member, size_t earlier, const char *to,
                    struct error *error);
