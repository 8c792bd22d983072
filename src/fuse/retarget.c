// SPDX-License-Identifier: MIT
/*
 * The references of a part: which stay inside it and which go to the public symbol.
 *
 * A call goes to the part's own function, so that no call is slower than in the plain library. An
 * address must be the same wherever it is taken, inside and outside: it is the public symbol's.
 */
#include <string.h>

#include "fuse/part.h"

/* One reference under examination. */
struct visit {
	struct part *part;
	size_t section, index;
	const struct object_section *place;
	struct object_relocation relocation;
	enum reference reference;
};

/* Tables about code, which speak of the part's own. */
static bool describes_code(const struct object_section *section)
{
	static const char *const names[] = {".eh_frame",         ".ARM.ex",
	                                    ".gcc_except_table", "__patchable_function_entries",
	                                    ".sframe",           "__mcount_loc"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (starts_with(section->name, names[i]))
			return true;
	return !(section->header.sh_flags & SHF_ALLOC);
}

static const char *export_name(const struct visit *visit, size_t place)
{
	return visit->part->interface->symbols.items[place].name;
}

static void set(struct visit *visit)
{
	object_set_relocation(&visit->part->object, visit->section, visit->index,
	                      &visit->relocation);
}

static void use_public(struct visit *visit, size_t place)
{
	visit->relocation.symbol = part_public(visit->part, place);
	set(visit);
}

static int refuse_address(const struct visit *visit, size_t place, struct error *error)
{
	return part_refuse(visit->part, error,
	                   "in %s the address of the exported function %s is taken by its distance "
	                   "(relocation %u), which cannot be led to the public symbol",
	                   visit->place->name, export_name(visit, place), visit->relocation.type);
}

/* An address that an instruction forms from its distance is loaded from the GOT instead. */
static int use_public_through_got(struct visit *visit, size_t place, struct error *error)
{
	if (!machine_load_from_got(visit->part->machine, visit->place, &visit->relocation))
		return refuse_address(visit, place, error);
	use_public(visit, place);
	return 0;
}

static int refuse_unknown(const struct visit *visit, const char *name, struct error *error)
{
	return part_refuse(visit->part, error,
	                   "in %s relocation %u refers to %s, and hwflavor fuse does not know what "
	                   "it means",
	                   visit->place->name, visit->relocation.type, name);
}

/* The symbol is that of an exported function. */
static int visit_function(struct visit *visit, size_t place, struct error *error)
{
	int64_t behind;
	bool exact =
	    machine_target(visit->part->machine, visit->place, &visit->relocation, &behind);

	switch (visit->reference) {
	case REFERENCE_CALL:
		/* The default version may be defined as foo@@V and called as foo. */
		if (visit->part->functions[place] != 0 &&
		    visit->relocation.symbol != visit->part->functions[place]) {
			visit->relocation.symbol = visit->part->functions[place];
			set(visit);
		}
		return 0;
	case REFERENCE_ADDRESS:
	case REFERENCE_GOT:
		use_public(visit, place);
		return 0;
	case REFERENCE_RELATIVE:
		/* A place inside of the function is its own affair. */
		if (exact && behind != 0)
			return 0;
		return use_public_through_got(visit, place, error);
	default:
		return refuse_unknown(visit, export_name(visit, place), error);
	}
}

/* The symbol is private and in code: it may still be where an exported function starts. */
static int visit_code(struct visit *visit, const struct object_symbol *symbol, struct error *error)
{
	const struct part *part = visit->part;
	size_t section = symbol->entry.st_shndx, place;
	int64_t behind;

	if (visit->reference == REFERENCE_CALL || visit->reference == REFERENCE_NONE)
		return 0;
	if (!machine_target(part->machine, visit->place, &visit->relocation, &behind)) {
		/* Only a name tells; tables of distances in data go by the section's. */
		place = GELF_ST_TYPE(symbol->entry.st_info) == STT_SECTION
		            ? 0
		            : part_function_at(part, section, symbol->entry.st_value);
		return place ? refuse_address(visit, place - 1, error) : 0;
	}
	place = part_function_at(part, section, symbol->entry.st_value + (uint64_t)behind);
	if (place == 0)
		return 0;
	if (visit->reference == REFERENCE_RELATIVE)
		return use_public_through_got(visit, place - 1, error);
	if (visit->reference == REFERENCE_ADDRESS)
		visit->relocation.addend = 0;
	use_public(visit, place - 1);
	return 0;
}

/* Exported data that is written to, inside of which an offset lies; NULL: none. */
static const struct symbol *data_at(const struct visit *visit, size_t section, uint64_t offset)
{
	const struct symbols *symbols = &visit->part->interface->symbols;

	for (size_t i = 0; i < symbols->count; i++) {
		const struct part_data *data = &visit->part->data[i];

		if (data->section == section && offset >= data->start &&
		    offset - data->start < data->size)
			return &symbols->items[i];
	}
	return NULL;
}

/*
 * With section anchors (ARM, AArch64) one reference serves several variables, exported ones of
 * protected visibility among them, and only the code knows which.
 */
static const struct symbol *anchored_data(const struct visit *visit, size_t section)
{
	const struct part *part = visit->part;
	unsigned elf = machine_elf(part->machine);

	if ((elf != EM_ARM && elf != EM_AARCH64) || visit->reference != REFERENCE_RELATIVE)
		return NULL;
	for (size_t i = 0; i < part->interface->symbols.count; i++) {
		const struct part_data *data = &part->data[i];

		if (data->section == section &&
		    GELF_ST_VISIBILITY(part->object.symbols[data->symbol].entry.st_other) !=
		        STV_DEFAULT)
			return &part->interface->symbols.items[i];
	}
	return NULL;
}

/* The symbol is private and in data: exported data must not be reached this way. */
static int visit_data(struct visit *visit, const struct object_symbol *symbol, struct error *error)
{
	const struct part *part = visit->part;
	size_t section = symbol->entry.st_shndx;
	const struct symbol *found = NULL;
	int64_t behind;

	if (part->is_baseline || !(part->object.sections[section].header.sh_flags & SHF_WRITE) ||
	    visit->reference == REFERENCE_THREAD || visit->reference == REFERENCE_NONE)
		return 0;
	if (machine_target(part->machine, visit->place, &visit->relocation, &behind))
		found = data_at(visit, section, symbol->entry.st_value + (uint64_t)behind);
	if (!found)
		found = anchored_data(visit, section);
	if (!found)
		return 0;
	return part_refuse(part, error,
	                   "in %s a reference leads into the exported data %s past its name",
	                   visit->place->name, found->name);
}

static int visit_relocation(struct visit *visit, struct error *error)
{
	struct part *part = visit->part;
	const struct object_symbol *symbol = &part->object.symbols[visit->relocation.symbol];
	size_t place = visit->relocation.symbol < part->symbol_count
	                   ? part->exports[visit->relocation.symbol]
	                   : 0;

	if (place && export_kind(&part->interface->symbols.items[place - 1]) == EXPORT_FUNCTION)
		return visit_function(visit, place - 1, error);
	if (place || !symbol_is_defined(&part->object, symbol))
		return 0;
	const struct object_section *target = &part->object.sections[symbol->entry.st_shndx];
	if (visit->reference == REFERENCE_UNKNOWN)
		return refuse_unknown(visit, symbol->name[0] ? symbol->name : target->name, error);
	if (target->header.sh_flags & SHF_EXECINSTR)
		return visit_code(visit, symbol, error);
	return visit_data(visit, symbol, error);
}

int part_retarget(struct part *part, struct error *error)
{
	for (size_t i = 1; i < part->object.section_count; i++) {
		size_t count = object_relocations(&part->object, i);

		if (count == 0 || describes_code(&part->object.sections[i]))
			continue;
		for (size_t j = 0; j < count; j++) {
			struct visit visit = {part, i, j, &part->object.sections[i], {0}, 0};

			object_relocation(&part->object, i, j, &visit.relocation);
			if (visit.relocation.symbol == 0)
				continue;
			visit.reference =
			    machine_reference(part->machine, visit.place, &visit.relocation);
			if (visit_relocation(&visit, error) != 0)
				return -1;
		}
	}
	return 0;
}
