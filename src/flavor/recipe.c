// SPDX-License-Identifier: MIT
#include "flavor/recipe.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"

static const char *const field_names[] = {
    "Build-System",    "Flavors", "Configure", "Delivery",  "Modules",
    "Source-Copy",     "Shell",   "Allow",     "Benchmark", "Benchmark-Name",
    "Benchmark-Build", "Metric",  "Threshold", NULL,
};

static const char *const build_system_names[] = {
    [BUILD_SYSTEM_AUTOCONF] = "autoconf",
    [BUILD_SYSTEM_CMAKE] = "cmake",
    [BUILD_SYSTEM_MESON] = "meson",
    [BUILD_SYSTEM_MAKE] = "make",
};

static const enum build_system build_systems_end =
    sizeof(build_system_names) / sizeof(build_system_names[0]);

const char *build_system_name(enum build_system build_system)
{
	return build_system_names[build_system];
}

static int read_build_system(struct recipe *recipe, const struct control *control,
                             const struct field *field, struct error *error)
{
	for (enum build_system i = BUILD_SYSTEM_UNKNOWN + 1; i < build_systems_end; i++)
		if (strcmp(field->value, build_system_names[i]) == 0)
			recipe->build_system = i;
	recipe->build_system_line = field->line;
	if (recipe->build_system == BUILD_SYSTEM_UNKNOWN)
		return field_error(
		    control, field, error,
		    "no build system %s is known; write autoconf, cmake, meson or make",
		    field->value);
	return 0;
}

static const char *const deliveries[] = {
    [DELIVERY_DIRECTORY] = "directory",
    [DELIVERY_FUSE] = "fuse",
    [DELIVERY_AUTO] = "auto",
};

const char *delivery_name(enum delivery delivery)
{
	return deliveries[delivery];
}

static int read_delivery(struct recipe *recipe, const struct control *control,
                         const struct field *field, struct error *error)
{
	for (size_t i = 0; i < sizeof(deliveries) / sizeof(deliveries[0]); i++)
		if (strcmp(field->value, deliveries[i]) == 0) {
			recipe->delivery = (enum delivery)i;
			return 0;
		}
	return field_error(control, field, error,
	                   "no delivery %s is known; write directory, fuse or auto", field->value);
}

static int read_shell(struct recipe *recipe, const struct control *control,
                      const struct field *field, struct error *error)
{
	if (field->value[0] != '/' || strpbrk(field->value, " \t\n"))
		return field_error(control, field, error,
		                   "Shell is '%s'; write the absolute path of a shell, such as "
		                   "/bin/dash",
		                   field->value);
	recipe->shell = xstrdup(field->value);
	recipe->shell_line = field->line;
	return 0;
}

/* "TAG PATTERN -- REASON"; text is changed. */
static int read_allowance(struct recipe *recipe, const struct control *control,
                          const struct field *field, char *text, unsigned line, struct error *error)
{
	char *dashes = strstr(text, " -- ");
	struct strlist words = {0};
	int result = 0;

	if (dashes)
		*dashes = '\0';
	strlist_add_words(&words, text);
	const char *reason = dashes ? dashes + 4 + strspn(dashes + 4, " \t") : "";
	if (words.count != 2 || reason[0] == '\0') {
		result =
		    error_at(error, control->file, line,
		             "%s has a line that is not TAG PATTERN -- REASON; write one such as "
		             "isa-beyond-flavor libfoo.so.1:sha_ni_* -- asks CPUID first",
		             field->name);
	} else {
		recipe->allowances = xreallocarray(recipe->allowances, recipe->allowance_count + 1,
		                                   sizeof(*recipe->allowances));
		recipe->allowances[recipe->allowance_count++] = (struct allowance){
		    xstrdup(words.items[0]), xstrdup(words.items[1]), xstrdup(reason), line};
	}
	strlist_free(&words);
	return result;
}

/* One allowance a line; the field's own line may hold the first. */
static int read_allowances(struct recipe *recipe, const struct control *control,
                           const struct field *field, struct error *error)
{
	char *copy = xstrdup(field->value), *rest = copy;
	int result = 0;

	for (size_t i = 0; result == 0 && rest; i++) {
		char *text = strsep(&rest, "\n");

		if (text[strspn(text, " \t")] != '\0')
			result =
			    read_allowance(recipe, control, field, text, field->lines[i], error);
	}
	free(copy);
	return result;
}

static int read_package(struct recipe *recipe, const struct control *control,
                        const struct paragraph *paragraph, struct error *error)
{
	const struct field *field;

	if (paragraph_check_names(control, paragraph, field_names, error) != 0)
		return -1;
	field = paragraph_field(paragraph, "Build-System");
	if (field && read_build_system(recipe, control, field, error) != 0)
		return -1;
	field = paragraph_field(paragraph, "Flavors");
	if (field) {
		strlist_add_words(&recipe->flavors, field->value);
		recipe->flavors_line = field->line;
	}
	field = paragraph_field(paragraph, "Delivery");
	if (field && read_delivery(recipe, control, field, error) != 0)
		return -1;
	field = paragraph_field(paragraph, "Modules");
	if (field) {
		strlist_add_words(&recipe->modules, field->value);
		recipe->modules_line = field->line;
	}
	field = paragraph_field(paragraph, "Source-Copy");
	if (field && field_bool(control, field, &recipe->copy_source, error) != 0)
		return -1;
	field = paragraph_field(paragraph, "Shell");
	if (field && read_shell(recipe, control, field, error) != 0)
		return -1;
	field = paragraph_field(paragraph, "Allow");
	if (field && read_allowances(recipe, control, field, error) != 0)
		return -1;
	field = paragraph_field(paragraph, "Configure");
	if (field && flavor_words(control, field, &recipe->configure, error) != 0)
		return -1;
	field = paragraph_field(paragraph, "Threshold");
	if (field && threshold_read(control, field, &recipe->threshold, error) != 0)
		return -1;
	return benchmarks_add(&recipe->benchmarks, control, paragraph, NULL, false, error);
}

static int read_flavor(struct recipe *recipe, const struct control *control,
                       const struct paragraph *paragraph, struct flavors *flavors,
                       const char *architecture, struct error *error)
{
	if (flavors_add_paragraph(flavors, control, paragraph, architecture, error) != 0)
		return -1;
	return benchmarks_add(&recipe->benchmarks, control, paragraph,
	                      paragraph_field(paragraph, "Flavor")->value, false, error);
}

static int check_benchmarks(const struct recipe *recipe, const struct flavors *flavors,
                            struct error *error)
{
	for (size_t i = 0; i < recipe->benchmarks.count; i++) {
		const struct benchmark *benchmark = &recipe->benchmarks.items[i];

		for (size_t j = 0; j < benchmark->flavors.count; j++)
			if (!flavors_have(flavors, benchmark->flavors.items[j]))
				return flavors_unknown(flavors, benchmark->flavors.items[j], NULL,
				                       benchmark->file, benchmark->line, error);
	}
	return 0;
}

/* The package's list serves every architecture: one of them has to know a name. */
static int check_flavors(const struct recipe *recipe, const struct flavors *flavors,
                         struct error *error)
{
	for (size_t i = 0; i < recipe->flavors.count; i++) {
		const char *name = recipe->flavors.items[i];
		bool known = false;

		for (size_t k = 0; k < flavors->count && !known; k++)
			known = strcmp(flavors->items[k]->name, name) == 0;
		if (!known)
			return flavors_unknown(flavors, name, NULL, recipe->file,
			                       recipe->flavors_line, error);
	}
	return 0;
}

int recipe_read_control(struct recipe *recipe, const struct control *control,
                        struct flavors *flavors, const char *architecture, struct error *error)
{
	for (size_t i = 0; i < control->count; i++) {
		const struct paragraph *paragraph = &control->paragraphs[i];
		const struct field *files = paragraph_field(paragraph, "Files");
		int result;

		if (files)
			result = files_add_paragraph(&recipe->files, control, paragraph, error);
		else if (i > 0 && !paragraph_field(paragraph, "Flavor") &&
		         paragraph_field(paragraph, "Benchmark"))
			result = benchmarks_add(&recipe->benchmarks, control, paragraph, NULL, true,
			                        error);
		else if (i > 0 || paragraph_field(paragraph, "Flavor"))
			result =
			    read_flavor(recipe, control, paragraph, flavors, architecture, error);
		else
			result = read_package(recipe, control, paragraph, error);
		if (result != 0)
			return -1;
	}
	if (check_benchmarks(recipe, flavors, error) != 0 ||
	    files_check(&recipe->files, flavors, error) != 0)
		return -1;
	return check_flavors(recipe, flavors, error);
}

static char *find_file(const char *source)
{
	static const char *const places[] = {"debian/hwflavors", "hwflavors"};

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		char *path = path_join(source, places[i]);
		struct stat status;

		/* One that is there and is no file, or cannot be reached, is not passed over. */
		if (lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR))
			return path;
		free(path);
	}
	return NULL;
}

/* Beside the package's file, or where that would be. */
static char *find_record(const char *file, const char *source)
{
	char *found = file ? xstrdup(file) : find_file(source);
	char *debian = path_join(source, "debian");
	char *dir = found                 ? path_dir(found)
	            : path_is_dir(debian) ? xstrdup(debian)
	                                  : xstrdup(source);
	char *record = path_join(dir, "hwflavors.bench");

	free(dir);
	free(debian);
	free(found);
	return record;
}

int recipe_read(struct recipe *recipe, const char *file, const char *source,
                struct flavors *flavors, const char *architecture, struct error *error)
{
	recipe->threshold = 0.03;
	recipe->record_file = find_record(file, source);
	recipe->file = file ? xstrdup(file) : find_file(source);
	if (!recipe->file)
		return 0;
	struct control *control = control_read(recipe->file, error);
	if (!control)
		return -1;
	if (control->unterminated)
		warn("%s: has no newline at its end; read as complete, but look whether it was cut "
		     "short",
		     recipe->file);
	int result = recipe_read_control(recipe, control, flavors, architecture, error);
	control_free(control);
	return result;
}

void recipe_free(struct recipe *recipe)
{
	free(recipe->file);
	free(recipe->record_file);
	benchmarks_free(&recipe->benchmarks);
	free(recipe->shell);
	for (size_t i = 0; i < recipe->allowance_count; i++) {
		free(recipe->allowances[i].tag);
		free(recipe->allowances[i].pattern);
		free(recipe->allowances[i].reason);
	}
	free(recipe->allowances);
	strlist_free(&recipe->flavors);
	strlist_free(&recipe->configure);
	strlist_free(&recipe->modules);
	files_free(&recipe->files);
	*recipe = (struct recipe){0};
}
