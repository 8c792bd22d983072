// SPDX-License-Identifier: MIT
#include "fuse/reach.h"

#include <stdlib.h>
#include <string.h>

/* The functions that have been reached, by symbol. */
struct walk {
	const struct part *part;
	size_t *found;
	size_t count;
	char *why;
};

static bool is_function(const struct object_symbol *symbol)
{
	return GELF_ST_TYPE(symbol->entry.st_info) == STT_FUNC;
}

static uint64_t start_of(const struct part *part, const struct object_symbol *symbol)
{
	return machine_elf(part->machine) == EM_ARM ? symbol->entry.st_value & ~(uint64_t)1
	                                            : symbol->entry.st_value;
}

static void add(struct walk *walk, size_t symbol)
{
	for (size_t i = 0; i < walk->count; i++)
		if (walk->found[i] == symbol)
			return;
	walk->found = xreallocarray(walk->found, walk->count + 1, sizeof(*walk->found));
	walk->found[walk->count++] = symbol;
}

/* The function that an address is in, or 0. */
static size_t function_around(const struct part *part, size_t section, uint64_t value)
{
	for (size_t i = 1; i < part->symbol_count; i++) {
		const struct object_symbol *symbol = &part->object.symbols[i];
		uint64_t start = start_of(part, symbol);

		if (is_function(symbol) && symbol->entry.st_shndx == section && value >= start &&
		    value - start < symbol->entry.st_size)
			return i;
	}
	return 0;
}

static void follow_code(struct walk *walk, const struct object_section *from,
                        const struct object_relocation *relocation)
{
	const struct part *part = walk->part;
	const struct object_symbol *symbol = &part->object.symbols[relocation->symbol];
	int64_t behind;
	size_t found = 0;

	if (is_function(symbol))
		found = relocation->symbol;
	else if (machine_target(part->machine, from, relocation, &behind))
		found = function_around(part, symbol->entry.st_shndx,
		                        symbol->entry.st_value + (uint64_t)behind);
	if (found)
		add(walk, found);
	else
		walk->why = str_format("code in %s that no symbol names",
		                       part->object.sections[symbol->entry.st_shndx].name);
}

static void follow(struct walk *walk, const struct object_section *from,
                   const struct object_relocation *relocation)
{
	const struct part *part = walk->part;
	const struct object_symbol *symbol = &part->object.symbols[relocation->symbol];
	size_t place = part->exports[relocation->symbol];
	enum reference reference = machine_reference(part->machine, from, relocation);

	if (reference == REFERENCE_NONE || (place && reference != REFERENCE_CALL))
		return;
	if (place && part->functions[place - 1] != 0) {
		add(walk, part->functions[place - 1]);
		return;
	}
	if (!symbol_is_defined(&part->object, symbol))
		return;
	const struct object_section *section = &part->object.sections[symbol->entry.st_shndx];
	if (section->header.sh_flags & SHF_EXECINSTR)
		follow_code(walk, from, relocation);
	else if (section->header.sh_flags & (SHF_WRITE | SHF_TLS))
		walk->why = str_format("private data in %s", section->name);
}

static void visit(struct walk *walk, size_t symbol)
{
	const struct part *part = walk->part;
	const struct object_symbol *function = &part->object.symbols[symbol];
	size_t section = function->entry.st_shndx;
	uint64_t start = start_of(part, function);
	size_t count = object_relocations(&part->object, section);

	if (function->entry.st_size == 0)
		walk->why = str_format("%s, of which no size is known", function->name);
	for (size_t i = 0; i < count && !walk->why; i++) {
		struct object_relocation relocation;

		object_relocation(&part->object, section, i, &relocation);
		if (relocation.offset >= start &&
		    relocation.offset - start < function->entry.st_size)
			follow(walk, &part->object.sections[section], &relocation);
	}
}

bool part_function_is_stateless(const struct part *part, size_t place, char **why)
{
	struct walk walk = {.part = part};

	add(&walk, part->functions[place]);
	for (size_t i = 0; i < walk.count && !walk.why; i++)
		visit(&walk, walk.found[i]);
	free(walk.found);
	*why = walk.why;
	return walk.why == NULL;
}
