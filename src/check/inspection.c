// SPDX-License-Identifier: MIT
#include "check/inspection.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "check/flags.h"
#include "check/hardening.h"
#include "check/interface.h"
#include "check/isa.h"
#include "check/loading.h"
#include "check/stale.h"
#include "check/types.h"
#include "elf/symbols.h"

bool inspection_glibc(const struct tree *tree, struct glibc *glibc)
{
	struct error ignored = {0};
	bool found = false;

	for (size_t i = 0; i < tree->count && !found; i++) {
		const struct tree_library *library = tree->libraries[i];
		struct symbols symbols;

		if (library->copy || !library->library.soname ||
		    strcmp(library->library.soname, "libc.so.6") != 0 ||
		    !place_is_default(library->place.folder) ||
		    symbols_read(library->path, &symbols, &ignored) != 0)
			continue;
		/* Every release so far brought symbols, and so a version, of its own. */
		for (size_t j = 0; j < symbols.count; j++) {
			const char *version = symbols.items[j].version;
			struct glibc one;

			if (version && symbols.items[j].defined && starts_with(version, "GLIBC_") &&
			    glibc_parse(version + strlen("GLIBC_"), &one) &&
			    (!found || glibc_compare(one, *glibc) > 0)) {
				*glibc = one;
				found = true;
			}
		}
		symbols_free(&symbols);
	}
	error_clear(&ignored);
	return found;
}

/* What debug information tells of a copy, or that there is none. */
static void check_units(const struct inspection *inspection, const struct tree_library *copy,
                        const struct units *units)
{
	struct findings *findings = inspection->tree->findings;
	struct units own;

	flags_units(inspection->tree, copy->baseline, &own);
	if (copy->flavor)
		flags_check_copy(copy, units, &own, findings);
	char *abidiff = path_find_program("abidiff");
	if (units->count == 0 || own.count == 0)
		findings_add(
		    findings, TAG_NOT_CHECKED, copy->name, NULL,
		    "%s no debug information, so types and compiler flags are not compared; "
		    "check before stripping",
		    units->count == 0 ? "has" : "its baseline has");
	else if (!abidiff)
		findings_add(
		    findings, TAG_NOT_CHECKED, copy->name, NULL,
		    "abidiff is missing, so types are not compared; install abigail-tools");
	else
		types_check(inspection->tree, copy, inspection->headers, inspection->stop);
	free(abidiff);
	units_free(&own);
}

static bool check_machine(const struct tree_library *copy, struct findings *findings)
{
	const struct library *own = &copy->baseline->library, *other = &copy->library;

	if (own->machine == other->machine && own->bits == other->bits &&
	    own->big_endian == other->big_endian)
		return true;
	findings_add(findings, TAG_UNREADABLE_FILE, copy->name, NULL,
	             "is for another machine (%s) than %s (%s); build both with one compiler",
	             copy->architecture ? copy->architecture : "unknown", copy->baseline->name,
	             copy->baseline->architecture ? copy->baseline->architecture : "unknown");
	return false;
}

static void check_copy(const struct inspection *inspection, const struct tree_library *copy,
                       const struct units *units)
{
	struct findings *findings = inspection->tree->findings;

	if (copy->place.directory)
		loading_check_directory(inspection->tree, copy, inspection->glibc);
	if (copy->place.directory && inspection->tree->installed)
		loading_check_copy(inspection->tree, copy);
	if (!copy->baseline || !check_machine(copy, findings))
		return;
	if (!copy->flavor && !copy->place.directory)
		findings_add(findings, TAG_NOT_CHECKED, copy->name, NULL,
		             "which flavor it is nothing shows, so its instructions and flags are "
		             "not checked; name it with --flavors");
	interface_check(copy, findings);
	hardening_check(copy, findings);
	check_units(inspection, copy, units);
}

static void check_library(const struct inspection *inspection, const struct tree_library *library)
{
	const struct tree *tree = inspection->tree;
	struct units units = {0};

	loading_check_runpath(tree, library, inspection->build);
	if (library->library.kind != LIBRARY_SHARED)
		return;
	flags_units(tree, library, &units);
	isa_check_marker(library, tree->findings);
	flags_check_native(library, &units, tree->findings);
	if (library->copied && tree->installed)
		loading_check_link(tree, library);
	if (library->copy)
		check_copy(inspection, library, &units);
	units_free(&units);
}

struct ordered {
	struct finding finding;
	size_t number;
};

static int compare(const void *a, const void *b)
{
	const struct ordered *left = a, *right = b;
	int order = strcmp(left->finding.file, right->finding.file);

	return order != 0 ? order : (left->number > right->number) - (left->number < right->number);
}

/* By file, and of one file as they were found. */
static void sort(struct findings *findings)
{
	struct ordered *ordered = xcalloc(findings->count + 1, sizeof(*ordered));

	for (size_t i = 0; i < findings->count; i++)
		ordered[i] = (struct ordered){findings->items[i], i};
	qsort(ordered, findings->count, sizeof(*ordered), compare);
	for (size_t i = 0; i < findings->count; i++)
		findings->items[i] = ordered[i].finding;
	free(ordered);
}

/* Such a copy is found before the baseline, and has to run where that does. */
static void find_for_every_cpu(const struct tree *tree, struct glibc glibc)
{
	for (size_t i = 0; i < tree->count; i++) {
		struct tree_library *library = tree->libraries[i];
		const char *directory = library->place.directory,
		           *architecture = library->architecture;

		if (!library->copy || !directory || !architecture ||
		    place_flavor(directory, architecture, tree->flavors) ||
		    !place_is_for_every_cpu(directory, architecture))
			continue;
		char *unsearched = place_unsearched(directory, architecture, tree->flavors, glibc);
		library->for_every_cpu = !unsearched;
		/* What its ISA marker says is no promise of the place. */
		if (!unsearched)
			library->flavor = NULL;
		free(unsearched);
	}
}

int inspect(const struct inspection *inspection, struct error *error)
{
	struct tree *tree = inspection->tree;

	find_for_every_cpu(tree, inspection->glibc);
	for (size_t i = 0; i < tree->count; i++) {
		if (inspection->stop && *inspection->stop)
			return error_set(error, "interrupted");
		check_library(inspection, tree->libraries[i]);
	}
	loading_check_strays(tree);
	isa_check(tree, inspection->stop);
	stale_check(tree);
	sort(tree->findings);
	return 0;
}
