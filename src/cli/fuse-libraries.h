// SPDX-License-Identifier: MIT
/* The libraries of a build, each with all flavors inside: for fuse, and for install. */
#pragma once

#include "build/plan.h"
#include "build/run.h"

struct fuse_result_library {
	char *path;   /* as installed, with a slash in front */
	char *reason; /* why it stays the baseline's, or NULL */
	off_t size;
};

/*
 * Freed by fuse_libraries_free(). For scripts/run-step, BUILD/fused/flavors has the names of the
 * flavors inside, one a line, and BUILD/fused/places lines "FLAVOR<tab>PLACE<tab>PATH": where each
 * fused library lies in the flavor's tree, and how it is installed.
 */
struct fuse_result {
	char *root; /* BUILD/fused/root: the baseline's, with fused libraries in their places */
	struct fuse_result_library *libraries;
	size_t count;
	struct str places; /* see above */
	size_t done;       /* how many were fused */
};

/*
 * Makes them of the flavors that came through. A library that cannot be fused stays the baseline's,
 * with the reason. Fails where nothing can be made at all.
 */
int fuse_libraries(const struct plan *plan, const struct run_result *result,
                   struct fuse_result *fused, struct error *error);
void fuse_libraries_free(struct fuse_result *fused);
