// SPDX-License-Identifier: MIT
#include "check/hardening.h"

#include <stdlib.h>
#include <string.h>

#include "elf/property.h"
#include "elf/protection.h"
#include "elf/symbols.h"

/* What one library is protected by. */
struct armour {
	struct protection protection;
	bool stack_protector;
	bool fortified;
};

static bool calls_stack_check(const struct symbols *symbols)
{
	return symbols_find(symbols, "__stack_chk_fail", false) ||
	       symbols_find(symbols, "__stack_chk_fail_local", false) ||
	       symbols_find(symbols, "__stack_chk_guard", false);
}

/* __memcpy_chk and the like: what _FORTIFY_SOURCE calls. */
static bool calls_fortified(const struct symbols *symbols)
{
	for (size_t i = 0; i < symbols->count; i++)
		if (!symbols->items[i].defined && starts_with(symbols->items[i].name, "__") &&
		    ends_with(symbols->items[i].name, "_chk"))
			return true;
	return false;
}

static bool read_armour(const struct tree_library *library, struct armour *armour,
                        struct findings *findings)
{
	struct symbols symbols;
	struct error error = {0};

	if (protection_read(library->path, &armour->protection, &error) != 0 ||
	    symbols_read(library->path, &symbols, &error) != 0) {
		findings_add_error(findings, library->name, library->path, &error);
		return false;
	}
	armour->stack_protector = calls_stack_check(&symbols);
	armour->fortified = calls_fortified(&symbols);
	symbols_free(&symbols);
	return true;
}

static void add_if(struct strlist *lost, bool own, bool copy, const char *what)
{
	if (own && !copy)
		strlist_add(lost, what);
}

static void check_lost(const struct tree_library *copy, const struct armour *own,
                       const struct armour *other, struct findings *findings)
{
	const struct protection *a = &own->protection, *b = &other->protection;
	bool x86 = copy->architecture && (strcmp(copy->architecture, "amd64") == 0 ||
	                                  strcmp(copy->architecture, "i386") == 0);
	struct strlist lost = {0};

	add_if(&lost, a->relro, b->relro, "RELRO");
	add_if(&lost, a->bind_now, b->bind_now, "BIND_NOW");
	add_if(&lost, a->features & 1, b->features & 1, x86 ? "IBT marking" : "BTI marking");
	add_if(&lost, a->features & 2, b->features & 2, x86 ? "SHSTK marking" : "PAC marking");
	add_if(&lost, own->stack_protector, other->stack_protector, "stack protector");
	add_if(&lost, own->fortified, other->fortified, "fortified functions");
	if (lost.count > 0) {
		char *names = strlist_join(&lost, ", ");

		findings_add(
		    findings, TAG_HARDENING_LOST, copy->name, NULL,
		    "lacks what protects the baseline: %s; append the flavor's flags to the "
		    "distribution's",
		    names);
		free(names);
	}
	strlist_free(&lost);
}

void hardening_check(const struct tree_library *copy, struct findings *findings)
{
	struct armour own = {0}, other = {0};

	if (!read_armour(copy->baseline, &own, findings) || !read_armour(copy, &other, findings))
		return;
	if (other.protection.text_relocations && !own.protection.text_relocations)
		findings_add(findings, TAG_TEXT_RELOCATIONS, copy->name, NULL,
		             "has text relocations, the baseline has none; compile all of it with "
		             "-fPIC");
	if (other.protection.executable_stack && !own.protection.executable_stack)
		findings_add(findings, TAG_EXECUTABLE_STACK, copy->name, NULL,
		             "makes stacks executable, the baseline does not; give each assembly "
		             "file a .note.GNU-stack section");
	check_lost(copy, &own, &other, findings);
}
