// SPDX-License-Identifier: MIT
#include "isa/start.h"

#include <stdlib.h>
#include <string.h>

#include "isa/relocations.h"

/* A walk under way. */
struct walk {
	const struct image *image;
	const struct code *code;
	struct decoders *decoders;
	enum code_set set;
	struct relocations relocations;
	uint64_t got; /* DT_PLTGOT */
	struct start *start;
	size_t *waiting; /* functions reached and not yet looked at */
	size_t waiting_count;
};

enum { STUB_LIMIT = 4 }; /* instructions in a PLT entry before its jump, and itself */

static void reach(struct walk *walk, uint64_t address, uint32_t label);

/* The address an instruction calls or jumps to; false if it does not, or the file does not tell. */
static bool target_of(const struct walk *walk, const struct branch *branch, uint64_t *target)
{
	*target = branch->target;
	if (branch->kind == BRANCH_NONE || branch->kind == BRANCH_DIRECT)
		return branch->kind == BRANCH_DIRECT;
	uint64_t slot = branch->target + (branch->kind == BRANCH_GOT ? walk->got : 0);
	const struct relocation *relocation = relocation_at(&walk->relocations, slot);
	if (!relocation || relocation->resolver_of)
		return false;
	*target = relocation->target;
	return true;
}

/* A PLT entry, or other code without a function: followed to its first jump. */
static void reach_stub(struct walk *walk, uint64_t address, uint32_t label)
{
	const struct code_section *section = code_section_at(walk->code, address);
	struct branch branch;
	uint64_t target;

	for (size_t i = 0; section && i < STUB_LIMIT; i++, address += branch.length) {
		if (address - section->address >= section->size)
			return;
		struct span span = code_span(section, address, 1);
		decoder_branch(walk->decoders, walk->set, &span, &branch);
		if (!target_of(walk, &branch, &target)) {
			if (branch.kind != BRANCH_NONE || branch.length == 0)
				return;
			continue;
		}
		/* A stub that leads to another is none. */
		if (code_function_at(walk->code, target))
			reach(walk, target, label);
		return;
	}
}

static void reach(struct walk *walk, uint64_t address, uint32_t label)
{
	const struct code_function *function = code_function_at(walk->code, address);

	if (!function) {
		reach_stub(walk, address, label);
		return;
	}
	size_t index = (size_t)(function - walk->code->functions);
	if (walk->start->reached[index] == 0) {
		walk->start->reached[index] = label;
		walk->waiting[walk->waiting_count++] = index;
	}
}

/* All that a function calls, and jumps to outside itself. */
static void look_at(struct walk *walk, size_t index)
{
	const struct code_function *function = &walk->code->functions[index];
	const struct code_section *section = &walk->code->sections[function->section];
	uint32_t label = walk->start->reached[index];
	struct branch branch;
	uint64_t target;

	for (uint64_t at = 0; at < function->size; at += branch.length) {
		struct span span = code_span(section, function->address + at, function->size - at);

		decoder_branch(walk->decoders, walk->set, &span, &branch);
		if (branch.length == 0)
			return;
		if (target_of(walk, &branch, &target) &&
		    target - function->address >= function->size)
			reach(walk, target, label);
	}
}

static void add_root(struct walk *walk, uint64_t address, const char *what, const char *name)
{
	const struct code_function *function = code_function_at(walk->code, address);
	char *label;

	if (!name || !*name)
		name = function && function->name && *function->name ? function->name : NULL;
	label = name ? str_format("%s %s", what, name)
	             : str_format("%s at 0x%llx", what, (unsigned long long)address);
	strlist_add_taken(&walk->start->labels, label);
	reach(walk, address, (uint32_t)walk->start->labels.count);
}

/* The addresses in a table of them, as the loader has relocated it. */
static void add_table(struct walk *walk, uint64_t address, uint64_t size)
{
	const struct relocations *relocations = &walk->relocations;

	for (size_t i = 0; i < relocations->count; i++) {
		const struct relocation *relocation = &relocations->items[i];

		if (relocation->place >= address && relocation->place - address < size &&
		    !relocation->resolver_of)
			add_root(walk, relocation->target, "the constructor", NULL);
	}
}

static void add_resolvers(struct walk *walk)
{
	for (size_t i = 0; i < walk->relocations.count; i++) {
		const struct relocation *relocation = &walk->relocations.items[i];

		if (relocation->resolver_of)
			add_root(walk, relocation->target, "the IFUNC resolver",
			         relocation->resolver_of);
	}
	for (size_t i = 0; i < walk->code->function_count; i++) {
		const struct code_function *function = &walk->code->functions[i];

		if (function->resolver)
			add_root(walk, function->address, "the IFUNC resolver", function->name);
	}
}

/* What the dynamic section and the sections' names say the loader calls. */
static void add_roots(struct walk *walk)
{
	uint64_t tables[2][2] = {{0}}; /* address and size of DT_PREINIT_ARRAY, DT_INIT_ARRAY */
	uint64_t init = 0;

	for (size_t i = 1; i < walk->image->sections; i++) {
		Elf_Scn *scn = elf_getscn(walk->image->elf, i);
		GElf_Shdr header;
		GElf_Dyn entry;

		if (!gelf_getshdr(scn, &header))
			continue;
		const char *name = elf_strptr(walk->image->elf, walk->image->names, header.sh_name);
		if (name && strcmp(name, ".ctors") == 0)
			add_table(walk, header.sh_addr, header.sh_size);
		/* DT_PLTGOT says the same, but only where there is a PLT. */
		if (name && strcmp(name, ".got.plt") == 0)
			walk->got = header.sh_addr;
		Elf_Data *data = header.sh_type == SHT_DYNAMIC ? elf_getdata(scn, NULL) : NULL;
		for (int k = 0; data && gelf_getdyn(data, k, &entry); k++) {
			uint64_t value = entry.d_un.d_val;

			if (entry.d_tag == DT_INIT)
				init = value;
			else if (entry.d_tag == DT_PLTGOT)
				walk->got = value;
			else if (entry.d_tag == DT_PREINIT_ARRAY || entry.d_tag == DT_INIT_ARRAY)
				tables[entry.d_tag == DT_INIT_ARRAY][0] = value;
			else if (entry.d_tag == DT_PREINIT_ARRAYSZ ||
			         entry.d_tag == DT_INIT_ARRAYSZ)
				tables[entry.d_tag == DT_INIT_ARRAYSZ][1] = value;
		}
	}
	add_table(walk, tables[0][0], tables[0][1]);
	if (init != 0)
		add_root(walk, init, "the initializer", "_init");
	add_table(walk, tables[1][0], tables[1][1]);
	add_resolvers(walk);
}

void start_find(const struct image *image, const struct code *code, struct decoders *decoders,
                enum code_set set, struct start *start)
{
	struct walk walk = {
	    .image = image, .code = code, .decoders = decoders, .set = set, .start = start};

	*start = (struct start){0};
	if (code->relocatable || code->function_count == 0)
		return;
	start->reached = xcalloc(code->function_count, sizeof(*start->reached));
	walk.waiting = xcalloc(code->function_count, sizeof(*walk.waiting));
	relocations_read(image, code, &walk.relocations);
	add_roots(&walk);
	while (walk.waiting_count > 0)
		look_at(&walk, walk.waiting[--walk.waiting_count]);
	relocations_free(&walk.relocations);
	free(walk.waiting);
}

void start_free(struct start *start)
{
	strlist_free(&start->labels);
	free(start->reached);
	*start = (struct start){0};
}
