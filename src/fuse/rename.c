// SPDX-License-Identifier: MIT
/*
 * The names and marks of a part's symbols and sections, after which parts can be linked together.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "elf/property.h"
#include "fuse/part.h"

static void set_hidden(struct object_symbol *symbol)
{
	if (GELF_ST_VISIBILITY(symbol->entry.st_other) != STV_INTERNAL)
		symbol->entry.st_other =
		    (unsigned char)((symbol->entry.st_other & ~3) | STV_HIDDEN);
}

/* The implementation of an exported function; its public name is the dispatcher's. */
static void rename_function(struct part *part, size_t index, size_t place)
{
	struct object_symbol *symbol = &part->object.symbols[index];
	char *name = part_function_name(part, place);

	symbol->entry.st_info = GELF_ST_INFO(STB_GLOBAL, GELF_ST_TYPE(symbol->entry.st_info));
	set_hidden(symbol);
	object_rename(&part->object, index, name);
	free(name);
}

/* Exported data of a flavor: from now on the baseline's. */
static void lead_to_baseline(struct part *part, size_t index, size_t place)
{
	struct object_symbol *symbol = &part->object.symbols[index];
	char *name = export_reference(&part->interface->symbols.items[place]);

	symbol->entry.st_shndx = SHN_UNDEF;
	symbol->entry.st_value = 0;
	symbol->entry.st_size = 0;
	symbol->entry.st_info = GELF_ST_INFO(STB_GLOBAL, GELF_ST_TYPE(symbol->entry.st_info));
	object_rename(&part->object, index, name);
	free(name);
}

/* The part's own functions, not what only looks like one: a public name it uses. */
static bool implements(const struct part *part, size_t index, size_t place)
{
	return export_kind(&part->interface->symbols.items[place]) == EXPORT_FUNCTION &&
	       part->functions[place] == index;
}

static void rename_symbols(struct part *part)
{
	for (size_t i = 1; i < part->symbol_count; i++) {
		struct object_symbol *symbol = &part->object.symbols[i];
		size_t place = part->exports[i];

		if (GELF_ST_BIND(symbol->entry.st_info) == STB_LOCAL ||
		    symbol->entry.st_shndx == SHN_UNDEF)
			continue;
		if (place && implements(part, i, place - 1)) {
			rename_function(part, i, place - 1);
		} else if (place) {
			if (!part->is_baseline)
				lead_to_baseline(part, i, place - 1);
		} else {
			/* The baseline's too: the start files have some of the same name (i386). */
			set_hidden(symbol);
			char *name = str_format("%s.%s", symbol->name, part->flavor);
			for (char *at = name; *at; at++)
				if (*at == '@')
					*at = '.';
			object_rename(&part->object, i, name);
			free(name);
		}
	}
}

static bool is_identifier(const char *name)
{
	if (!isalpha((unsigned char)name[0]) && name[0] != '_')
		return false;
	for (; *name; name++)
		if (!isalnum((unsigned char)*name) && *name != '_')
			return false;
	return true;
}

static const char *keep_name(struct part *part, char *name)
{
	strlist_add_taken(&part->names, name);
	return name;
}

/* "foo_set" of each part apart, and __start_foo_set with it, which the linker makes. */
static void rename_set(struct part *part, size_t section)
{
	const char *old = part->object.sections[section].name;
	char *flavor = xstrdup(part->flavor);

	for (char *at = flavor; *at; at++)
		if (!isalnum((unsigned char)*at))
			*at = '_';
	char *name = str_format("%s_%s", old, flavor);
	for (size_t i = 1; i < part->symbol_count; i++) {
		static const char *const ends[] = {"__start_", "__stop_"};
		const struct object_symbol *symbol = &part->object.symbols[i];

		for (size_t j = 0; j < 2 && symbol->entry.st_shndx == SHN_UNDEF; j++) {
			if (!starts_with(symbol->name, ends[j]) ||
			    strcmp(symbol->name + strlen(ends[j]), old) != 0)
				continue;
			char *end = str_format("%s%s", ends[j], name);
			object_rename(&part->object, i, end);
			free(end);
			break;
		}
	}
	object_rename_section(&part->object, section, keep_name(part, name));
	free(flavor);
}

static int compare_arrays(const void *a, const void *b)
{
	const struct part_array *left = a, *right = b;

	if (left->fini != right->fini)
		return left->fini - right->fini;
	return left->priority < right->priority ? -1 : left->priority > right->priority;
}

/*
 * A table of constructors (.init_array.00101) is run by the dispatcher, not by the loader. The
 * linker's own script would sort it in among those that are run.
 */
static void take_array(struct part *part, size_t index)
{
	struct object_section *section = &part->object.sections[index];
	size_t each = part->object.header.e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
	const char *number = strchr(section->name + 1, '.');
	struct part_array array = {.fini = starts_with(section->name, ".fini"),
	                           .priority =
	                               number ? (unsigned)strtoul(number + 1, NULL, 10) : 65535,
	                           .entries = section->header.sh_size / each};
	GElf_Sym entry = {.st_info = GELF_ST_INFO(STB_GLOBAL, STT_OBJECT),
	                  .st_other = STV_HIDDEN,
	                  .st_shndx = (GElf_Section)index,
	                  .st_size = section->header.sh_size};

	array.symbol = str_format("hwflavor%s.%s", section->name, part->flavor);
	object_add(&part->object, array.symbol, &entry);
	object_rename_section(
	    &part->object, index,
	    keep_name(part, str_format(".data.rel.ro.hwflavor%s.%s", section->name, part->flavor)));
	section->header.sh_type = SHT_PROGBITS;
	part->arrays = xreallocarray(part->arrays, part->array_count + 1, sizeof(*part->arrays));
	part->arrays[part->array_count++] = array;
}

unsigned part_protection(const struct part *part)
{
	enum { NOTE_HEAD = 16 }; /* with the owner "GNU" */
	struct property property = {0};

	for (size_t i = 1; i < part->object.section_count; i++) {
		const struct object_section *section = &part->object.sections[i];

		if (strcmp(section->name, ".note.gnu.property") == 0 && section->data &&
		    section->data->d_size > NOTE_HEAD)
			property_parse(&part->object.header,
			               (const unsigned char *)section->data->d_buf + NOTE_HEAD,
			               section->data->d_size - NOTE_HEAD, &property);
	}
	return property.features;
}

/*
 * The property note of x86 says which instruction sets are needed: the loader would refuse the
 * whole library on older CPUs. Only what it says of protection stays, which the linker puts
 * together over all parts.
 */
static void rewrite_note(struct part *part, struct object_section *section)
{
	bool wide = part->object.header.e_ident[EI_CLASS] == ELFCLASS64;
	const uint32_t words[] = {4, wide ? 16 : 12,        5, 0x00554e47 /* "GNU" */, 0xc0000002,
	                          4, part_protection(part), 0};
	size_t size = wide ? sizeof(words) : sizeof(words) - 4;

	memcpy(part->note, words, size);
	section->data->d_buf = part->note;
	section->data->d_size = size;
	elf_flagdata(section->data, ELF_C_SET, ELF_F_DIRTY);
}

void part_take_attributes(struct part *part, const struct part *baseline)
{
	for (size_t i = 1; i < part->object.section_count; i++)
		for (size_t j = 1; j < baseline->object.section_count; j++) {
			struct object_section *own = &part->object.sections[i];
			const struct object_section *other = &baseline->object.sections[j];

			if (strcmp(own->name, ".ARM.attributes") != 0 ||
			    strcmp(other->name, own->name) != 0 || !own->data || !other->data)
				continue;
			own->data->d_buf = other->data->d_buf;
			own->data->d_size = other->data->d_size;
			elf_flagdata(own->data, ELF_C_SET, ELF_F_DIRTY);
		}
}

void part_rename(struct part *part)
{
	size_t count = part->object.section_count;

	for (size_t i = 1; i < count; i++) {
		struct object_section *section = &part->object.sections[i];
		bool x86 =
		    machine_elf(part->machine) == EM_X86_64 || machine_elf(part->machine) == EM_386;

		if (section->header.sh_type == SHT_INIT_ARRAY ||
		    section->header.sh_type == SHT_FINI_ARRAY)
			take_array(part, i);
		else if (!part->is_baseline && (section->header.sh_flags & SHF_EXECINSTR))
			object_rename_section(
			    &part->object, i,
			    keep_name(part, str_format(".%s.text", part->flavor)));
		else if (!part->is_baseline && (section->header.sh_flags & SHF_ALLOC) &&
		         is_identifier(section->name))
			rename_set(part, i);
		else if (!part->is_baseline && x86 && section->data &&
		         strcmp(section->name, ".note.gnu.property") == 0)
			rewrite_note(part, section);
	}
	if (part->array_count > 1)
		qsort(part->arrays, part->array_count, sizeof(*part->arrays), compare_arrays);
	rename_symbols(part);
}
