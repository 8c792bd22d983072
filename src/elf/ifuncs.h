// SPDX-License-Identifier: MIT
/*
 * The IFUNCs of a shared library that it does not export: functions inside it, chosen when it is
 * loaded. Their names are in .symtab only; in a stripped file the loader's own work (relocations of
 * type IRELATIVE) still tells how many there are.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/str.h"

/* Freed by ifuncs_free(). */
struct ifuncs {
	bool told;  /* the file has section headers, without which nothing is found */
	bool named; /* the file has .symtab */
	struct strlist
	    names; /* each once, without what link-time optimisation appends (".lto_priv.0") */
	size_t resolvers; /* different ones in IRELATIVE relocations, without those exported */
};

/* Fails when the file cannot be read or is damaged. */
int ifuncs_read(const char *path, struct ifuncs *ifuncs, struct error *error);
void ifuncs_free(struct ifuncs *ifuncs);
