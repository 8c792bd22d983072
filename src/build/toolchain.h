// SPDX-License-Identifier: MIT
/*
 * The compilers a build uses, what is known of their target, and the flags the flavors' own are
 * appended to.
 */
#pragma once

#include "base/error.h"
#include "base/str.h"
#include "flavor/architecture.h"
#include "flavor/flavor.h"

struct toolchain {
	char *cc;       /* CC of the environment, else the architecture's gcc, else cc */
	char *cxx;      /* CXX of the environment, else the same compiler's C++ */
	bool cc_is_set; /* the environment has CC */
	bool cxx_is_set;
	char *identity; /* the compiler's file, size and time of change: a new one is a new build */
	char
	    *sysroot; /* where an emulator finds the target's loader, or NULL for the usual place */
	struct glibc glibc; /* of the compiler's headers; major 0 when there are none */
	/*
	 * Flags of the environment, else, where a DEB_ variable asks for it, of dpkg-buildflags;
	 * NULL leaves the choice to the build system.
	 */
	char *cflags, *cxxflags, *cppflags, *ldflags;
};

/*
 * Fails when there is no compiler, naming the Debian package that has it, or when a flag would
 * build for this machine's own CPU. cross: the architecture is not this
 * machine's own.
 */
int toolchain_find(struct toolchain *toolchain, const struct architecture *architecture, bool cross,
                   const char *source, struct error *error);
void toolchain_free(struct toolchain *toolchain);
