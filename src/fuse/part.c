// SPDX-License-Identifier: MIT
#include "fuse/part.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

struct part_start {
	size_t section;
	uint64_t value;
	size_t place; /* from 1 */
};

int part_refuse(const struct part *part, struct error *error, const char *format, ...)
{
	struct str why = {0};
	va_list arguments;

	va_start(arguments, format);
	str_add_va(&why, format, arguments);
	va_end(arguments);
	error_at(error, part->library, 0, "cannot be fused: flavor %s: %s", part->flavor, why.text);
	str_free(&why);
	return -1;
}

static bool is_global(const struct object_symbol *symbol)
{
	return GELF_ST_BIND(symbol->entry.st_info) != STB_LOCAL;
}

static bool names_place(const struct object_symbol *symbol)
{
	unsigned type = GELF_ST_TYPE(symbol->entry.st_info);

	return type != STT_SECTION && type != STT_FILE;
}

/* ARM's functions in Thumb code have an odd value. */
static uint64_t plain_value(const struct part *part, size_t section, uint64_t value)
{
	bool code = part->object.sections[section].header.sh_flags & SHF_EXECINSTR;

	return machine_elf(part->machine) == EM_ARM && code ? value & ~(uint64_t)1 : value;
}

static int compare_starts(const void *a, const void *b)
{
	const struct part_start *left = a, *right = b;

	if (left->section != right->section)
		return left->section < right->section ? -1 : 1;
	if (left->value != right->value)
		return left->value < right->value ? -1 : 1;
	return left->place < right->place ? -1 : left->place > right->place;
}

size_t part_function_at(const struct part *part, size_t section, uint64_t value)
{
	size_t low = 0, high = part->start_count;

	value = plain_value(part, section, value);
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct part_start *start = &part->starts[middle];

		if (start->section < section || (start->section == section && start->value < value))
			low = middle + 1;
		else
			high = middle;
	}
	if (low < part->start_count && part->starts[low].section == section &&
	    part->starts[low].value == value)
		return part->starts[low].place;
	return 0;
}

static int take_function(struct part *part, size_t index, size_t place, struct error *error)
{
	const struct object_symbol *symbol = &part->object.symbols[index];
	size_t section = symbol->entry.st_shndx;

	if (!(part->object.sections[section].header.sh_flags & SHF_EXECINSTR))
		return part_refuse(part, error, "the function %s is not in code", symbol->name);
	part->functions[place - 1] = index;
	free(part->public_names[place - 1]);
	part->public_names[place - 1] = xstrdup(symbol->name);
	part->starts = xreallocarray(part->starts, part->start_count + 1, sizeof(*part->starts));
	part->starts[part->start_count++] =
	    (struct part_start){section, plain_value(part, section, symbol->entry.st_value), place};
	return 0;
}

/* One of the part's own symbols that the library exports. */
static int take_export(struct part *part, size_t index, size_t place, struct error *error)
{
	const struct object_symbol *symbol = &part->object.symbols[index];
	const struct object_section *section = &part->object.sections[symbol->entry.st_shndx];
	bool code = section->header.sh_flags & SHF_EXECINSTR;

	part->exports[index] = place;
	switch (export_kind(&part->interface->symbols.items[place - 1])) {
	case EXPORT_FUNCTION:
		return take_function(part, index, place, error);
	case EXPORT_UNTYPED:
		if (code)
			return part_refuse(part, error,
			                   "%s is exported from assembly without a type: function "
			                   "or data? Give it a .type",
			                   symbol->name);
		break;
	default:
		break;
	}
	if (symbol->entry.st_size == 0)
		return part_refuse(
		    part, error,
		    "the exported data %s has no size, so that its contents cannot be "
		    "compared; give it a .size",
		    symbol->name);
	if (symbol->entry.st_value > section->header.sh_size ||
	    symbol->entry.st_size > section->header.sh_size - symbol->entry.st_value)
		return object_damaged(&part->object, error, "data is not all in its section");
	part->data[place - 1] = (struct part_data){symbol->entry.st_shndx, symbol->entry.st_value,
	                                           symbol->entry.st_size, index};
	return 0;
}

static int classify(struct part *part, struct error *error)
{
	const struct object *object = &part->object;

	for (size_t i = 1; i < object->symbol_count; i++) {
		const struct object_symbol *symbol = &object->symbols[i];
		const struct symbol *export = interface_find(part->interface, symbol->name);
		unsigned type = GELF_ST_TYPE(symbol->entry.st_info);

		if (type == STT_GNU_IFUNC)
			return part_refuse(
			    part, error, "%s is an IFUNC, so the library chooses by itself already",
			    symbol->name);
		if (symbol->entry.st_shndx == SHN_COMMON)
			return object_damaged(object, error, "a common symbol has no place");
		if (!export || !is_global(symbol) || !names_place(symbol))
			continue;
		size_t place = (size_t)(export - part->interface->symbols.items) + 1;
		if (symbol_is_defined(object, symbol)) {
			if (take_export(part, i, place, error) != 0)
				return -1;
		} else if (symbol->entry.st_shndx == SHN_UNDEF) {
			part->exports[i] = place;
			part->publics[place - 1] = i;
		}
	}
	if (part->start_count > 1)
		qsort(part->starts, part->start_count, sizeof(*part->starts), compare_starts);
	return 0;
}

/* Exported data that the program writes to, in which the symbol lies; NULL: none. */
static const struct object_symbol *written_data(const struct part *part, size_t section,
                                                uint64_t value)
{
	const struct symbols *symbols = &part->interface->symbols;

	if (!(part->object.sections[section].header.sh_flags & SHF_WRITE))
		return NULL;
	for (size_t i = 0; i < symbols->count; i++) {
		const struct part_data *data = &part->data[i];

		if (data->section == section && value >= data->start &&
		    (value < data->start + data->size || value == data->start))
			return &part->object.symbols[data->symbol];
	}
	return NULL;
}

/* The flavor would go on with a copy of its own, which nobody else sees. */
static int refuse_aliases(const struct part *part, struct error *error)
{
	for (size_t i = 1; i < part->object.symbol_count && !part->is_baseline; i++) {
		const struct object_symbol *symbol = &part->object.symbols[i];

		if (part->exports[i] != 0 || !names_place(symbol) || symbol->name[0] == '$' ||
		    !symbol_is_defined(&part->object, symbol))
			continue;
		const struct object_symbol *data =
		    written_data(part, symbol->entry.st_shndx, symbol->entry.st_value);
		if (data)
			return part_refuse(part, error,
			                   "%s is another name for the exported data %s",
			                   symbol->name, data->name);
	}
	return 0;
}

static int refuse_sections(const struct part *part, struct error *error)
{
	static const char *const names[] = {".ctors", ".dtors", ".preinit_array"};
	static const char *const exact[] = {".init", ".fini"};

	for (size_t i = 1; i < part->object.section_count; i++) {
		const struct object_section *section = &part->object.sections[i];
		bool refused = false;

		for (size_t j = 0; j < sizeof(names) / sizeof(names[0]); j++)
			refused |= starts_with(section->name, names[j]);
		for (size_t j = 0; j < sizeof(exact) / sizeof(exact[0]); j++)
			refused |= strcmp(section->name, exact[j]) == 0;
		if (refused && section->header.sh_size > 0)
			return part_refuse(
			    part, error,
			    "it has constructors in a section %s, which would run in "
			    "every flavor",
			    section->name);
	}
	return 0;
}

int part_refuse_input(const char *path, const char *library, struct error *error)
{
	struct object object;
	const char *why = NULL, *what = NULL;

	if (object_open(path, false, &object, error) != 0)
		return -1;
	for (size_t i = 1; i < object.section_count && !why; i++)
		if (starts_with(object.sections[i].name, ".gnu.lto_")) {
			why = "was compiled for link-time optimization; build without -flto";
			what = object.sections[i].name;
		}
	for (size_t i = 1; i < object.symbol_count && !why; i++) {
		const char *name = object.symbols[i].name;

		/* _ZGV are variants of C functions for vectors. */
		if ((starts_with(name, "_Z") && !starts_with(name, "_ZGV")) ||
		    strcmp(name, "__gxx_personality_v0") == 0) {
			why = "is C++, whose tables and templates hwflavor fuse cannot keep apart";
			what = name;
		}
	}
	if (why)
		error_at(error, library, 0, "cannot be fused: %s %s (%s)", path_name(path), why,
		         what);
	object_close(&object);
	return why ? -1 : 0;
}

int part_open(struct part *part, const char *path, const char *flavor, const char *library,
              const struct machine *machine, const struct interface *interface, struct error *error)
{
	size_t exports = interface->symbols.count;

	*part = (struct part){.flavor = flavor,
	                      .library = library,
	                      .is_baseline = strcmp(flavor, "baseline") == 0,
	                      .machine = machine,
	                      .interface = interface};
	if (object_open(path, true, &part->object, error) != 0)
		return -1;
	if (part->object.header.e_machine != machine_elf(machine))
		return part_refuse(part, error, "its objects are for another machine");
	part->functions = xcalloc(exports ? exports : 1, sizeof(*part->functions));
	part->publics = xcalloc(exports ? exports : 1, sizeof(*part->publics));
	part->public_names = xcalloc(exports ? exports : 1, sizeof(*part->public_names));
	part->data = xcalloc(exports ? exports : 1, sizeof(*part->data));
	part->symbol_count = part->object.symbol_count;
	part->exports =
	    xcalloc(part->symbol_count ? part->symbol_count : 1, sizeof(*part->exports));
	if (classify(part, error) != 0 || refuse_aliases(part, error) != 0)
		return -1;
	return refuse_sections(part, error);
}

void part_free(struct part *part)
{
	if (part->object.elf)
		object_close(&part->object);
	for (size_t i = 0; i < part->array_count; i++)
		free(part->arrays[i].symbol);
	free(part->arrays);
	free(part->functions);
	for (size_t i = 0; part->public_names && i < part->interface->symbols.count; i++)
		free(part->public_names[i]);
	free(part->public_names);
	free(part->publics);
	free(part->data);
	free(part->exports);
	free(part->starts);
	strlist_free(&part->names);
	*part = (struct part){0};
}

char *part_function_name(const struct part *part, size_t place)
{
	const struct symbol *symbol = &part->interface->symbols.items[place];

	return symbol->hidden && symbol->version
	           ? str_format("%s.%s.%s", symbol->name, symbol->version, part->flavor)
	           : str_format("%s.%s", symbol->name, part->flavor);
}

size_t part_public(struct part *part, size_t place)
{
	char *name = export_reference(&part->interface->symbols.items[place]);
	GElf_Sym entry = {.st_info = GELF_ST_INFO(STB_GLOBAL, STT_NOTYPE)};

	if (part->publics[place] == 0)
		part->publics[place] = object_add(&part->object, name, &entry);
	free(name);
	return part->publics[place];
}
