// SPDX-License-Identifier: MIT
/*
 * What a fused library says of itself (src/fuse/): the flavors inside, and where their code lies.
 * It stands in the note ".note.hwflavor.fused", of type 2 and the name "hwflavor", as lines "FLAVOR
 * FEATURE...": the flavors in the order in which the library tries them, each with the features
 * that it asks the CPU for. The code of a flavor F lies in the section ".F.text"; the rest is the
 * baseline's. Both survive stripping.
 */
#pragma once

#include <stdint.h>

#include "base/error.h"
#include "base/str.h"

struct fused_flavor {
	char *name;
	struct strlist needs; /* none for the baseline, which comes last */
	uint64_t start, end;  /* addresses of its code; both 0 where no section says so */
};

/* Freed by fused_free(). A library that is not fused has no flavors. */
struct fused {
	struct fused_flavor *flavors;
	size_t count;
};

/* A file that is not ELF is no error. */
int fused_read(const char *path, struct fused *fused, struct error *error);
void fused_free(struct fused *fused);

/* The flavor whose code an address is in; the baseline's has NULL. */
const struct fused_flavor *fused_at(const struct fused *fused, uint64_t address);
