// SPDX-License-Identifier: MIT
/*
 * What the baseline's library exports. It alone decides: what an object file says of a symbol's
 * visibility is not the last word, since version scripts and other objects have a say.
 */
#pragma once

#include "base/map.h"
#include "elf/symbols.h"

enum export_kind {
	EXPORT_FUNCTION,
	EXPORT_DATA,
	EXPORT_THREAD,  /* data of each thread */
	EXPORT_UNTYPED, /* assembly does not say; the section does */
	EXPORT_LINKER,  /* the names of versions */
};

struct interface {
	struct symbols symbols; /* all, sorted */
	struct map by_name;     /* what object files call each: its place in symbols, from 1 */
};

/* Refuses a library that dispatches by itself (IFUNC). Freed by interface_free(). */
int interface_read(const char *library, struct interface *interface, struct error *error);
void interface_free(struct interface *interface);

/*
 * What an object file's symbol is exported as, or NULL. "foo@V1", "foo@@V2" and "foo" are
 * different ones: "foo" is the default version.
 */
const struct symbol *interface_find(const struct interface *interface, const char *name);

enum export_kind export_kind(const struct symbol *symbol);

/* What another object file calls it: "foo" for the default version, "foo@V1". Caller frees. */
char *export_reference(const struct symbol *symbol);
