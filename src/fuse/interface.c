// SPDX-License-Identifier: MIT
#include "fuse/interface.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum export_kind export_kind(const struct symbol *symbol)
{
	if (symbol->absolute)
		return EXPORT_LINKER;
	switch (symbol->type) {
	case STT_FUNC:
	case STT_GNU_IFUNC:
		return EXPORT_FUNCTION;
	case STT_TLS:
		return EXPORT_THREAD;
	case STT_NOTYPE:
		return EXPORT_UNTYPED;
	default:
		return EXPORT_DATA;
	}
}

static void add_name(struct interface *interface, char *name, size_t place)
{
	map_set(&interface->by_name, name, (void *)(place + 1));
	free(name);
}

static void add(struct interface *interface, size_t place)
{
	const struct symbol *symbol = &interface->symbols.items[place];

	if (!symbol->hidden)
		add_name(interface, xstrdup(symbol->name), place);
	if (!symbol->version)
		return;
	add_name(interface,
	         str_format("%s%s%s", symbol->name, symbol->hidden ? "@" : "@@", symbol->version),
	         place);
	if (!symbol->hidden)
		add_name(interface, str_format("%s@@@%s", symbol->name, symbol->version), place);
}

int interface_read(const char *library, struct interface *interface, struct error *error)
{
	*interface = (struct interface){0};
	if (symbols_read(library, &interface->symbols, error) != 0)
		return -1;
	for (size_t i = 0; i < interface->symbols.count; i++) {
		const struct symbol *symbol = &interface->symbols.items[i];

		if (!symbol->defined)
			continue;
		if (symbol->type == STT_GNU_IFUNC) {
			error_at(error, library, 0,
			         "cannot be fused: %s is an IFUNC, so the library chooses by "
			         "itself already",
			         symbol->name);
			interface_free(interface);
			return -1;
		}
		if (export_kind(symbol) != EXPORT_LINKER)
			add(interface, i);
	}
	return 0;
}

void interface_free(struct interface *interface)
{
	symbols_free(&interface->symbols);
	map_free(&interface->by_name, NULL);
}

const struct symbol *interface_find(const struct interface *interface, const char *name)
{
	size_t place = (size_t)map_get(&interface->by_name, name);

	return place ? &interface->symbols.items[place - 1] : NULL;
}

char *export_reference(const struct symbol *symbol)
{
	return symbol->hidden && symbol->version
	           ? str_format("%s@%s", symbol->name, symbol->version)
	           : xstrdup(symbol->name);
}
