// SPDX-License-Identifier: MIT
#include "fuse/reach.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "fuse/object.h"

/* The names to look for, and the objects they led to. */
struct walk {
	const struct strlist *objects;
	const struct interface *interface;
	struct strlist names;
	struct strlist visited;
	char *why;
};

/* Exported data is one for all flavors; everything else that is not defined here is looked for. */
static bool is_shared_data(const struct walk *walk, const char *name)
{
	const struct symbol *export = interface_find(walk->interface, name);

	return export && export_kind(export) != EXPORT_FUNCTION;
}

static void visit(struct walk *walk, const struct object *object)
{
	for (size_t i = 1; i < object->section_count && !walk->why; i++) {
		const struct object_section *section = &object->sections[i];

		if ((section->header.sh_flags & (SHF_WRITE | SHF_TLS)) &&
		    section->header.sh_size > 0)
			walk->why =
			    str_format("data in %s of %s", section->name, path_name(object->path));
	}
	for (size_t i = 1; i < object->symbol_count && !walk->why; i++) {
		const struct object_symbol *symbol = &object->symbols[i];

		if (symbol->entry.st_shndx == SHN_COMMON)
			walk->why = str_format("%s of %s", symbol->name, path_name(object->path));
		if (symbol->entry.st_shndx == SHN_UNDEF && symbol->name[0] != '\0' &&
		    !is_shared_data(walk, symbol->name) && !strlist_has(&walk->names, symbol->name))
			strlist_add(&walk->names, symbol->name);
	}
}

static bool defines(const struct object *object, const char *name)
{
	for (size_t i = 1; i < object->symbol_count; i++) {
		const struct object_symbol *symbol = &object->symbols[i];

		if (symbol->entry.st_shndx != SHN_UNDEF &&
		    GELF_ST_BIND(symbol->entry.st_info) != STB_LOCAL &&
		    strcmp(symbol->name, name) == 0)
			return true;
	}
	return false;
}

/* Names of other libraries are found nowhere. */
static void find(struct walk *walk, const char *name)
{
	for (size_t i = 0; i < walk->objects->count && !walk->why; i++) {
		const char *path = walk->objects->items[i];
		struct error ignored = {0};
		struct object object;

		if (object_open(path, false, &object, &ignored) != 0) {
			walk->why = ignored.text;
			return;
		}
		if (defines(&object, name) && !strlist_has(&walk->visited, path)) {
			strlist_add(&walk->visited, path);
			visit(walk, &object);
		}
		object_close(&object);
	}
}

bool reach_is_stateless(const struct strlist *objects, const struct interface *interface,
                        const char *name, char **why)
{
	struct walk walk = {.objects = objects, .interface = interface};

	strlist_add(&walk.names, name);
	for (size_t i = 0; i < walk.names.count && !walk.why; i++)
		find(&walk, walk.names.items[i]);
	strlist_free(&walk.names);
	strlist_free(&walk.visited);
	*why = walk.why;
	return walk.why == NULL;
}
