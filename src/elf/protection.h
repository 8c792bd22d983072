// SPDX-License-Identifier: MIT
/* How a shared library is protected against being exploited, as the loader and kernel see it. */
#pragma once

#include <stdbool.h>

#include "base/error.h"

struct protection {
	bool text_relocations; /* code is written to while the library is loaded */
	bool executable_stack; /* loading it makes every stack executable */
	bool relro;            /* relocated data becomes read-only */
	bool bind_now;         /* with relro: the GOT of calls too */
	unsigned features;     /* of the property note, elf/property.h */
};

/* Fails when the file cannot be read, is not ELF or is damaged. */
int protection_read(const char *path, struct protection *protection, struct error *error);
