// SPDX-License-Identifier: MIT
#include "isa/start.h"

#include <stdlib.h>
#include <string.h>

#include "elf/dynamic.h"
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
	bool *thumb; /* by function: it was reached as Thumb code */
};

/* Where the walk comes to. */
struct goal {
	uint64_t address;
	bool thumb; /* by what leads there; what is there may tell better */
};

enum { STUB_LIMIT = 4 }; /* instructions in a PLT entry before its jump, and itself */

static void reach(struct walk *walk, const struct goal *goal, uint32_t label);

/*
 * Reads the branch at the beginning of the span. Data has none and is stepped over; thumb is what
 * ARM code is where no mapping symbol tells.
 */
static void read_branch(const struct walk *walk, const struct code_section *section,
                        const struct span *span, bool *thumb, struct branch *branch)
{
	char kind =
	    walk->code->mark_count > 0 ? code_kind_at(walk->code, section, span->address) : 0;

	if (kind == 'd') {
		*branch = (struct branch){.length = walk->set == CODE_ARM ? 2 : 4};
		return;
	}
	if (kind == 'a' || kind == 't')
		*thumb = kind == 't';
	decoder_branch(walk->decoders, walk->set == CODE_ARM && *thumb ? CODE_THUMB : walk->set,
	               span, branch);
}

/* Where an instruction calls or jumps to; false if it does not, or the file does not tell. */
static bool goal_of(const struct walk *walk, const struct branch *branch, bool thumb,
                    struct goal *goal)
{
	*goal = (struct goal){branch->target, thumb != branch->exchanges};
	if (branch->kind == BRANCH_NONE || branch->kind == BRANCH_DIRECT)
		return branch->kind == BRANCH_DIRECT;
	uint64_t slot = branch->target + (branch->kind == BRANCH_GOT ? walk->got : 0);
	const struct relocation *relocation = relocation_at(&walk->relocations, slot);
	if (!relocation || relocation->resolver_of)
		return false;
	*goal = (struct goal){relocation->target, relocation->thumb};
	return true;
}

/* A PLT entry, or other code without a function: followed to its first jump. */
static void reach_stub(struct walk *walk, const struct goal *goal, uint32_t label)
{
	const struct code_section *section = code_section_at(walk->code, goal->address);
	uint64_t address = goal->address;
	bool thumb = goal->thumb;
	struct branch branch;
	struct goal next;

	for (size_t i = 0; section && i < STUB_LIMIT; i++, address += branch.length) {
		if (address - section->address >= section->size)
			return;
		struct span span = code_span(section, address, 1);
		read_branch(walk, section, &span, &thumb, &branch);
		if (!goal_of(walk, &branch, thumb, &next)) {
			if (branch.kind != BRANCH_NONE || branch.length == 0)
				return;
			continue;
		}
		/* A stub that leads to another is none. */
		if (code_function_at(walk->code, next.address))
			reach(walk, &next, label);
		return;
	}
}

static void reach(struct walk *walk, const struct goal *goal, uint32_t label)
{
	const struct code_function *function = code_function_at(walk->code, goal->address);

	if (!function) {
		reach_stub(walk, goal, label);
		return;
	}
	size_t index = (size_t)(function - walk->code->functions);
	if (walk->start->reached[index] == 0) {
		walk->start->reached[index] = label;
		walk->thumb[index] = goal->thumb;
		walk->waiting[walk->waiting_count++] = index;
	}
}

/* All that a function calls, and jumps to outside itself. */
static void look_at(struct walk *walk, size_t index)
{
	const struct code_function *function = &walk->code->functions[index];
	const struct code_section *section = &walk->code->sections[function->section];
	uint32_t label = walk->start->reached[index];
	bool thumb = walk->thumb[index] || function->thumb;
	struct branch branch;
	struct goal goal;

	for (uint64_t at = 0; at < function->size; at += branch.length) {
		struct span span = code_span(section, function->address + at, function->size - at);

		read_branch(walk, section, &span, &thumb, &branch);
		if (branch.length == 0)
			return;
		if (goal_of(walk, &branch, thumb, &goal) &&
		    goal.address - function->address >= function->size)
			reach(walk, &goal, label);
	}
}

static void add_root(struct walk *walk, struct goal goal, const char *what, const char *name)
{
	const struct code_function *function = code_function_at(walk->code, goal.address);
	char *label;

	if (!name || !*name)
		name = function && function->name && *function->name ? function->name : NULL;
	label = name ? str_format("%s %s", what, name)
	             : str_format("%s at 0x%llx", what, (unsigned long long)goal.address);
	strlist_add_taken(&walk->start->labels, label);
	reach(walk, &goal, (uint32_t)walk->start->labels.count);
}

/* The addresses in a table of them, as the loader has relocated it. */
static void add_table(struct walk *walk, uint64_t address, uint64_t size)
{
	const struct relocations *relocations = &walk->relocations;

	for (size_t i = 0; i < relocations->count; i++) {
		const struct relocation *relocation = &relocations->items[i];

		if (relocation->place >= address && relocation->place - address < size &&
		    !relocation->resolver_of)
			add_root(walk, (struct goal){relocation->target, relocation->thumb},
			         "the constructor", NULL);
	}
}

static void add_resolvers(struct walk *walk)
{
	for (size_t i = 0; i < walk->relocations.count; i++) {
		const struct relocation *relocation = &walk->relocations.items[i];

		if (relocation->resolver_of)
			add_root(walk, (struct goal){relocation->target, relocation->thumb},
			         "the IFUNC resolver", relocation->resolver_of);
	}
	for (size_t i = 0; i < walk->code->function_count; i++) {
		const struct code_function *function = &walk->code->functions[i];

		if (function->resolver)
			add_root(walk, (struct goal){function->address, function->thumb},
			         "the IFUNC resolver", function->name);
	}
}

/* One of the arrays of addresses that the dynamic section leads to. */
static void add_array(struct walk *walk, const struct dynamic *dynamic, int64_t tag,
                      int64_t size_tag)
{
	uint64_t address, size;

	if (dynamic_value(dynamic, tag, &address) && dynamic_value(dynamic, size_tag, &size))
		add_table(walk, address, size);
}

/* What the dynamic section says the loader calls. */
static void add_roots(struct walk *walk)
{
	struct error ignored = {0};
	struct dynamic dynamic;
	uint64_t init;

	if (dynamic_read(walk->image, &dynamic, &ignored) != 0)
		error_clear(&ignored);
	for (size_t i = 1; i < walk->image->sections; i++) {
		Elf_Scn *scn = elf_getscn(walk->image->elf, i);
		GElf_Shdr header;

		if (!gelf_getshdr(scn, &header))
			continue;
		const char *name = elf_strptr(walk->image->elf, walk->image->names, header.sh_name);
		/* _init calls what is in it. */
		if (name && strcmp(name, ".ctors") == 0)
			add_table(walk, header.sh_addr, header.sh_size);
		/* DT_PLTGOT says the same, but only where there is a PLT. */
		if (name && strcmp(name, ".got.plt") == 0)
			walk->got = header.sh_addr;
	}
	dynamic_value(&dynamic, DT_PLTGOT, &walk->got);
	add_array(walk, &dynamic, DT_PREINIT_ARRAY, DT_PREINIT_ARRAYSZ);
	if (dynamic_value(&dynamic, DT_INIT, &init) && init != 0)
		add_root(
		    walk,
		    (struct goal){walk->set == CODE_ARM ? init & ~(uint64_t)1 : init, init & 1},
		    "the initializer", "_init");
	add_array(walk, &dynamic, DT_INIT_ARRAY, DT_INIT_ARRAYSZ);
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
	walk.thumb = xcalloc(code->function_count, sizeof(*walk.thumb));
	relocations_read(image, code, &walk.relocations);
	add_roots(&walk);
	while (walk.waiting_count > 0)
		look_at(&walk, walk.waiting[--walk.waiting_count]);
	relocations_free(&walk.relocations);
	free(walk.waiting);
	free(walk.thumb);
}

void start_free(struct start *start)
{
	strlist_free(&start->labels);
	free(start->reached);
	*start = (struct start){0};
}
