// SPDX-License-Identifier: MIT
#include "check/flags.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

char *flags_debug_folder(const struct tree *tree)
{
	if (!tree->top || !tree->installed)
		return NULL;
	char *folder = path_join(tree->top, "usr/lib/debug");
	if (path_is_dir(folder))
		return folder;
	free(folder);
	return NULL;
}

void flags_units(const struct tree *tree, const struct tree_library *library, struct units *units)
{
	const char *id = library->library.build_id;
	struct error ignored = {0};
	char *folder = NULL;

	units_read(library->path, units, &ignored);
	if (units->count == 0 && id && strlen(id) > 2 && (folder = flags_debug_folder(tree))) {
		char *path = str_format("%s/.build-id/%.2s/%s.debug", folder, id, id + 2);

		if (path_is_file(path))
			units_read(path, units, &ignored);
		free(path);
	}
	free(folder);
	error_clear(&ignored);
}

/* Assembly has no options; libgcc's parts were compiled with the compiler, long before. */
static bool has_options(const struct unit *unit)
{
	return !starts_with(unit->producer, "GNU AS") &&
	       !strstr(unit->producer, "-fbuilding-libgcc");
}

/* Only GCC writes them down, and not with -gno-record-gcc-switches. */
static bool tells_options(const struct unit *unit)
{
	return has_options(unit) && starts_with(unit->producer, "GNU ") &&
	       strstr(unit->producer, " -");
}

/* Options that choose instructions. Tuning does not; an option may be given more than once. */
static void cpu_options(const char *producer, struct strlist *options)
{
	struct strlist words = {0};

	strlist_add_words(&words, producer);
	for (size_t i = 0; i < words.count; i++)
		if (starts_with(words.items[i], "-m") && !starts_with(words.items[i], "-mtune=") &&
		    !starts_with(words.items[i], "-mno-") && !strlist_has(options, words.items[i]))
			strlist_add(options, words.items[i]);
	strlist_free(&words);
}

/* The units named in one finding: the first three, and how many more; caller frees. */
static char *listing(const struct strlist *units)
{
	struct strlist some = {0};

	for (size_t i = 0; i < units->count && i < 3; i++)
		strlist_add(&some, units->items[i]);
	char *joined = strlist_join(&some, ", ");
	char *text = units->count > 3 ? str_format("%s and %zu more", joined, units->count - 3)
	                              : xstrdup(joined);
	strlist_free(&some);
	free(joined);
	return text;
}

/* GCC replaces -march=native by what it found, among it the sizes of the CPU's caches. */
static bool is_native(const char *producer)
{
	char *flag = native_flag(producer);
	bool native = flag || strstr(producer, "--param=l1-cache-size=") ||
	              strstr(producer, "--param l1-cache-size=");

	free(flag);
	return native;
}

void flags_check_native(const struct tree_library *library, const struct units *units,
                        struct findings *findings)
{
	struct strlist names = {0};

	for (size_t i = 0; i < units->count; i++)
		if (is_native(units->items[i].producer) &&
		    !strlist_has(&names, units->items[i].name) &&
		    !findings_allows(findings, TAG_FLAGS_FROM_BUILD_MACHINE, library->name,
		                     units->items[i].name))
			strlist_add(&names, units->items[i].name);
	if (names.count > 0) {
		char *text = listing(&names);

		findings_add(findings, TAG_FLAGS_FROM_BUILD_MACHINE, library->name, NULL,
		             "was compiled for the build machine's CPU (-march=native): %s; take "
		             "the option out, or name the CPU",
		             text);
		free(text);
	}
	strlist_free(&names);
}

/* The options that the same source file had in the baseline; of one it lacks, those of all. */
static void own_options(const struct units *own, const char *name, struct strlist *options)
{
	bool found = false;

	for (size_t i = 0; i < own->count; i++)
		if (strcmp(own->items[i].name, name) == 0) {
			cpu_options(own->items[i].producer, options);
			found = true;
		}
	for (size_t i = 0; i < own->count && !found; i++)
		cpu_options(own->items[i].producer, options);
}

/* The last -march= (-mcpu=, -mfpu=) is the one that counts. */
static bool is_overridden(const struct strlist *options, const char *flag)
{
	size_t length = strcspn(flag, "=");
	const char *last = flag;

	for (size_t i = 0; flag[length] == '=' && i < options->count; i++)
		if (strncmp(options->items[i], flag, length + 1) == 0)
			last = options->items[i];
	return strcmp(last, flag) != 0;
}

static bool lacks_flags(const struct flavor *flavor, const struct strlist *options)
{
	for (size_t i = 0; i < flavor->cflags.count; i++) {
		const char *flag = flavor->cflags.items[i];

		if (starts_with(flag, "-m") && !starts_with(flag, "-mtune=") &&
		    (!strlist_has(options, flag) || is_overridden(options, flag)))
			return true;
	}
	return false;
}

/* What one copy's units showed. */
struct survey {
	const struct tree_library *copy;
	struct findings *findings;
	struct strlist without;   /* units that lack the flavor's flags */
	struct strlist foreign;   /* "OPTION (UNIT)" that neither flavor nor baseline has */
	size_t looked_at, silent; /* units: of the silent the options are not known */
	bool comparable;          /* the baseline tells its options */
};

/* On ARM the compiler driver turns -mfpu= into a -march= of its own making. */
static bool is_derived(const struct tree_library *copy, const char *option)
{
	return copy->library.machine == EM_ARM && starts_with(option, "-march=");
}

static void look_at(struct survey *survey, const struct unit *unit, const struct units *own)
{
	const struct flavor *flavor = survey->copy->flavor;
	const char *name = survey->copy->name;
	struct strlist options = {0}, known = {0};

	cpu_options(unit->producer, &options);
	own_options(own, unit->name, &known);
	survey->looked_at++;
	if (lacks_flags(flavor, &options) && !strlist_has(&survey->without, unit->name) &&
	    !findings_allows(survey->findings, TAG_FLAGS_NOT_APPLIED, name, unit->name))
		strlist_add(&survey->without, unit->name);
	for (size_t i = 0; i < options.count && survey->comparable; i++) {
		const char *option = options.items[i];

		if (!strlist_has(&known, option) && !strlist_has(&flavor->cflags, option) &&
		    !is_derived(survey->copy, option) &&
		    !findings_allows(survey->findings, TAG_FLAGS_FROM_BUILD_MACHINE, name,
		                     unit->name))
			strlist_add_taken(&survey->foreign,
			                  str_format("%s (%s)", option, unit->name));
	}
	strlist_free(&options);
	strlist_free(&known);
}

void flags_check_copy(const struct tree_library *copy, const struct units *units,
                      const struct units *own, struct findings *findings)
{
	struct survey survey = {.copy = copy, .findings = findings};

	for (size_t i = 0; i < own->count && !survey.comparable; i++)
		survey.comparable = tells_options(&own->items[i]);
	for (size_t i = 0; i < units->count; i++) {
		const struct unit *unit = &units->items[i];

		if (tells_options(unit) && !is_native(unit->producer))
			look_at(&survey, unit, own);
		else if (has_options(unit) && !tells_options(unit))
			survey.silent++;
	}
	if (survey.silent > 0)
		findings_add(
		    findings, TAG_NOT_CHECKED, copy->name, NULL,
		    "%zu of its %zu units do not tell the options they were compiled with, "
		    "so these are not compared; compile with GCC, and without "
		    "-gno-record-gcc-switches",
		    survey.silent, units->count);
	if (survey.without.count > 0) {
		char *names = listing(&survey.without);
		char *flags = strlist_join(&copy->flavor->cflags, " ");

		findings_add(
		    findings, TAG_FLAGS_NOT_APPLIED, copy->name, NULL,
		    "%zu of %zu units were compiled without %s: %s; see in the build's log "
		    "where the flags are lost",
		    survey.without.count, survey.looked_at, flags, names);
		free(names);
		free(flags);
	}
	if (survey.foreign.count > 0) {
		char *names = listing(&survey.foreign);

		char *others =
		    flavor_is_baseline(copy->flavor)
		        ? xstrdup("the baseline does not have")
		        : str_format("neither %s nor the baseline has", copy->flavor->name);
		findings_add(findings, TAG_FLAGS_FROM_BUILD_MACHINE, copy->name, NULL,
		             "was compiled with options that %s: %s; take them out", others, names);
		free(others);
		free(names);
	}
	strlist_free(&survey.without);
	strlist_free(&survey.foreign);
}
