// SPDX-License-Identifier: MIT
#include "fuse/data.h"

#include <stdlib.h>
#include <string.h>

/* A pointer inside of exported data. */
struct pointer {
	size_t index; /* of the relocation in its section */
	struct object_relocation relocation;
};

struct pointers {
	struct pointer *items;
	size_t count;
};

static int compare_offsets(const void *a, const void *b)
{
	const struct pointer *left = a, *right = b;

	return left->relocation.offset < right->relocation.offset
	           ? -1
	           : left->relocation.offset > right->relocation.offset;
}

static struct pointers find_pointers(const struct part *part, const struct part_data *data)
{
	struct pointers pointers = {0};
	size_t count = object_relocations(&part->object, data->section);

	for (size_t i = 0; i < count; i++) {
		struct pointer pointer = {.index = i};

		object_relocation(&part->object, data->section, i, &pointer.relocation);
		if (pointer.relocation.offset < data->start ||
		    pointer.relocation.offset - data->start >= data->size)
			continue;
		pointers.items =
		    xreallocarray(pointers.items, pointers.count + 1, sizeof(*pointers.items));
		pointers.items[pointers.count++] = pointer;
	}
	if (pointers.count > 1)
		qsort(pointers.items, pointers.count, sizeof(*pointers.items), compare_offsets);
	return pointers;
}

/* The bytes of the data, with zeros where pointers are; NULL: all zero. Caller frees. */
static unsigned char *bytes_of(const struct part *part, const struct part_data *data,
                               const struct pointers *pointers)
{
	const struct object_section *section = &part->object.sections[data->section];
	/* Where relocations have addends (64 bits), zeros are in their places already. */
	const size_t width = 4;

	if (!section->data || !section->data->d_buf || data->size == 0)
		return NULL;
	unsigned char *bytes = xcalloc(data->size, 1);
	memcpy(bytes, (unsigned char *)section->data->d_buf + data->start, data->size);
	for (size_t i = 0; i < pointers->count; i++) {
		size_t at = pointers->items[i].relocation.offset - data->start;

		memset(bytes + at, 0, width < data->size - at ? width : data->size - at);
	}
	return bytes;
}

static bool same_bytes(const unsigned char *a, const unsigned char *b, size_t size)
{
	if (a && b)
		return memcmp(a, b, size) == 0;
	if (!a && !b)
		return true;
	for (size_t i = 0; i < size; i++)
		if ((a && a[i]) || (b && b[i]))
			return false;
	return true;
}

/* What a pointer leads to. */
struct target {
	const char *name; /* public or foreign; NULL: private */
	int64_t offset;   /* behind the name */
	size_t section;   /* private: where */
	uint64_t value;
};

static struct target target_of(const struct part *part, const struct object_relocation *relocation)
{
	const struct object_symbol *symbol = &part->object.symbols[relocation->symbol];
	size_t place =
	    relocation->symbol < part->symbol_count ? part->exports[relocation->symbol] : 0;
	struct target target = {.offset = relocation->addend};

	if (!symbol_is_defined(&part->object, symbol)) {
		target.name = place ? part->interface->symbols.items[place - 1].name : symbol->name;
		return target;
	}
	target.section = symbol->entry.st_shndx;
	target.value = symbol->entry.st_value + (uint64_t)relocation->addend;
	if (!place) {
		place = part_function_at(part, target.section, target.value);
		target.offset = 0;
	}
	if (place)
		target.name = part->interface->symbols.items[place - 1].name;
	return target;
}

/* Two private targets that are the same constant text. */
static bool same_text(const struct part *a, const struct target *left, const struct part *b,
                      const struct target *right)
{
	const struct object_section *first = &a->object.sections[left->section];
	const struct object_section *second = &b->object.sections[right->section];

	if (!(first->header.sh_flags & SHF_STRINGS) || !(second->header.sh_flags & SHF_STRINGS) ||
	    first->header.sh_entsize != 1 || second->header.sh_entsize != 1 || !first->data ||
	    !second->data || left->value >= first->data->d_size ||
	    right->value >= second->data->d_size)
		return false;
	size_t room = first->data->d_size - left->value;
	if (second->data->d_size - right->value < room)
		room = second->data->d_size - right->value;
	return strncmp((const char *)first->data->d_buf + left->value,
	               (const char *)second->data->d_buf + right->value, room) == 0;
}

static int refuse_difference(const struct part *part, const struct symbol *export, const char *what,
                             struct error *error)
{
	return part_refuse(part, error, "the exported data %s %s", export->name, what);
}

/* The private target of a pointer, as a symbol for the dispatcher. */
static void name_target(struct part *part, const struct pointer *pointer, size_t number)
{
	const struct object_symbol *symbol = &part->object.symbols[pointer->relocation.symbol];
	GElf_Sym entry = symbol->entry;
	char *name = str_format("hwflavor.pointer.%zu.%s", number, part->flavor);

	/* A function keeps its type: on ARM it says which instructions it has. */
	unsigned type =
	    pointer->relocation.addend == 0 && GELF_ST_TYPE(entry.st_info) != STT_SECTION
	        ? GELF_ST_TYPE(entry.st_info)
	        : STT_NOTYPE;
	entry.st_value += (uint64_t)pointer->relocation.addend;
	entry.st_size = 0;
	entry.st_info = GELF_ST_INFO(STB_GLOBAL, type);
	entry.st_other = STV_HIDDEN;
	object_add(&part->object, name, &entry);
	free(name);
}

static void lead_to_dispatcher(struct part *baseline, const struct part_data *data,
                               struct pointer *pointer, size_t number)
{
	GElf_Sym entry = {.st_info = GELF_ST_INFO(STB_GLOBAL, STT_NOTYPE), .st_other = STV_HIDDEN};
	char *name = str_format("hwflavor.pointer.%zu", number);

	pointer->relocation.symbol = object_add(&baseline->object, name, &entry);
	pointer->relocation.addend = 0;
	object_set_relocation(&baseline->object, data->section, pointer->index,
	                      &pointer->relocation);
	free(name);
}

/* The n-th pointer of the same data in all parts. */
static int match_pointer(struct part *parts, size_t count, const struct pointers *pointers,
                         size_t which, size_t place, size_t *dispatched, struct error *error)
{
	const struct symbol *export = &parts[0].interface->symbols.items[place];
	struct pointer *first = &pointers[0].items[which];
	const struct object_section *section =
	    &parts[0].object.sections[parts[0].data[place].section];
	struct target own = target_of(&parts[0], &first->relocation);
	bool same = true;

	for (size_t i = 1; i < count; i++) {
		const struct pointer *other = &pointers[i].items[which];
		struct target target = target_of(&parts[i], &other->relocation);

		if (other->relocation.offset - parts[i].data[place].start !=
		        first->relocation.offset - parts[0].data[place].start ||
		    other->relocation.type != first->relocation.type || !own.name != !target.name ||
		    (own.name &&
		     (strcmp(own.name, target.name) != 0 || own.offset != target.offset)))
			return refuse_difference(&parts[i], export,
			                         "points elsewhere than the baseline's", error);
		same = same && (own.name || same_text(&parts[0], &own, &parts[i], &target));
	}
	if (same || count == 1)
		return 0;
	if (machine_reference(parts[0].machine, section, &first->relocation) != REFERENCE_ADDRESS)
		return refuse_difference(&parts[0], export,
		                         "has a distance to something private, which cannot be "
		                         "made to depend on the flavor",
		                         error);
	for (size_t i = 0; i < count; i++)
		name_target(&parts[i], &pointers[i].items[which], *dispatched);
	lead_to_dispatcher(&parts[0], &parts[0].data[place], first, *dispatched);
	++*dispatched;
	return 0;
}

static int match_bytes(struct part *parts, size_t count, const struct pointers *pointers,
                       size_t place, struct error *error)
{
	const struct symbol *export = &parts[0].interface->symbols.items[place];
	const struct part_data *own = &parts[0].data[place];
	unsigned char *bytes = bytes_of(&parts[0], own, &pointers[0]);
	int result = 0;

	for (size_t i = 1; i < count && result == 0; i++) {
		const struct part_data *data = &parts[i].data[place];

		if (data->section == 0 || data->size != own->size ||
		    pointers[i].count != pointers[0].count) {
			result = refuse_difference(&parts[i], export,
			                           data->section == 0
			                               ? "is missing"
			                               : "has another size or other pointers",
			                           error);
			break;
		}
		unsigned char *other = bytes_of(&parts[i], data, &pointers[i]);
		if (!same_bytes(bytes, other, own->size))
			result = refuse_difference(&parts[i], export,
			                           "has other contents than the baseline's", error);
		free(other);
	}
	free(bytes);
	return result;
}

/* What a flavor had for itself is dead: the loader need not fill it in. */
static void drop(struct part *part, const struct part_data *data, const struct pointers *pointers)
{
	enum { NOTHING = 0 }; /* R_X86_64_NONE, R_386_NONE, R_ARM_NONE; AArch64 has it too */

	for (size_t i = 0; i < pointers->count; i++) {
		struct object_relocation relocation = pointers->items[i].relocation;

		relocation.type = NOTHING;
		relocation.symbol = 0;
		object_set_relocation(&part->object, data->section, pointers->items[i].index,
		                      &relocation);
	}
}

static int match(struct part *parts, size_t count, size_t place, size_t *dispatched,
                 struct error *error)
{
	struct pointers *pointers = xcalloc(count, sizeof(*pointers));

	for (size_t i = 0; i < count; i++)
		if (parts[i].data[place].section != 0)
			pointers[i] = find_pointers(&parts[i], &parts[i].data[place]);
	int result = match_bytes(parts, count, pointers, place, error);
	for (size_t i = 0; i < pointers[0].count && result == 0; i++)
		result = match_pointer(parts, count, pointers, i, place, dispatched, error);
	for (size_t i = 1; i < count && result == 0; i++)
		drop(&parts[i], &parts[i].data[place], &pointers[i]);
	for (size_t i = 0; i < count; i++)
		free(pointers[i].items);
	free(pointers);
	return result;
}

/* Whether the same data was matched under another of its names, which it has in all parts. */
static bool matched_before(const struct part *parts, size_t count, size_t place)
{
	for (size_t i = 0; i < place; i++) {
		size_t same = 0;

		for (size_t j = 0; j < count; j++) {
			const struct part_data *own = &parts[j].data[place];
			const struct part_data *other = &parts[j].data[i];

			same += own->section == other->section && own->start == other->start &&
			        own->size == other->size;
		}
		if (same == count)
			return true;
	}
	return false;
}

int data_match(struct part *parts, size_t count, size_t *pointers, struct error *error)
{
	size_t exports = parts[0].interface->symbols.count;

	*pointers = 0;
	/* What the baseline's objects do not define, the linker made. */
	for (size_t i = 0; i < exports; i++)
		if (parts[0].data[i].section != 0 && !matched_before(parts, count, i) &&
		    match(parts, count, i, pointers, error) != 0)
			return -1;
	return 0;
}
