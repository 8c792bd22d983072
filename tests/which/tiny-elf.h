// SPDX-License-Identifier: MIT
/*
 * Writes the smallest ELF files that every loader and ldconfig take: a library or program of any
 * architecture with nothing in it but what a loader reads. No compiler is needed.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "loader/target.h"

struct tiny_elf {
	const struct abi *abi;
	const char *soname;  /* NULL: none */
	const char *rpath;   /* NULL: none */
	const char *runpath; /* NULL: none */
	struct strlist needed;
	uint32_t isa;         /* the ISA marker; 0: none */
	bool no_default_path; /* -z nodefaultlib */
	bool program;         /* with an interpreter and, on x86, code that ends with status 0 */
};

/* Writes the file; returns 0, or -1 with errno set. */
int tiny_elf_write(const struct tiny_elf *elf, const char *path);
