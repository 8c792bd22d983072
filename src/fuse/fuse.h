// SPDX-License-Identifier: MIT
/*
 * One shared library with all flavors inside, which chooses among them at its exported functions
 * when it is loaded (IFUNC): for loaders that search no directory.
 *
 * It is made from the objects of each flavor's own build, which the recorded links name: part.h
 * says what becomes of them, dispatcher.h how the choice is made, data.h what is exported data.
 * What cannot be fused safely is refused, with the symbol and the reason.
 */
#pragma once

#include <stddef.h>

#include "base/error.h"
#include "flavor/flavor.h"

struct fuse_flavor {
	const struct flavor *flavor;
	const char *record;  /* the file of its recorded link, link.h */
	const char *library; /* as its own build installed it */
};

struct fuse_request {
	const struct fuse_flavor *flavors; /* the baseline first */
	size_t count;
	const char *data_dir; /* hwflavor's, with scripts/fuse/ */
	const char *scratch;  /* an empty folder, on the file system of output */
	const char *output;   /* the library to replace */
};

int fuse_library(const struct fuse_request *request, struct error *error);
