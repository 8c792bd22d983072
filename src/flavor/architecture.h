// SPDX-License-Identifier: MIT
/* Debian's architectures and what the compilers, emulators and build systems call them. */
#pragma once

#include <stdbool.h>

struct architecture {
	const char *name;       /* Debian's: "armhf" */
	const char *gnu_type;   /* GNU system type, the prefix of cross tools */
	const char *emulator;   /* qemu-user's program */
	const char *cpu_family; /* Meson's name, which is also CMake's CMAKE_SYSTEM_PROCESSOR */
	bool big_endian;
};

/* NULL for a name that is not known. */
const struct architecture *architecture_find(const char *name);

/*
 * Whether Debian has, or had, an architecture of that name, known here or not. Where it had not,
 * *near is the one that was perhaps meant, or NULL.
 */
bool architecture_is_debians(const char *name, const char **near);
