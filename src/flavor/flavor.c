// SPDX-License-Identifier: MIT
#include "flavor/flavor.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "flavor/feature.h"
#include "flavor/machine.h"

static const char *const field_names[] = {
    "Flavor",          "Architecture", "Directory",    "Loader",    "Cflags",
    "Ldflags",         "Features",     "Emulator-Cpu", "Default",   "Triplet",
    "Description",     "Configure",    "Keep",         "Benchmark", "Benchmark-Name",
    "Benchmark-Build", "Metric",       "Package",      NULL,
};

/* What reads one field into a flavor. */
struct reader {
	struct flavor *flavor;
	const struct control *control;
	const struct field *field;
	struct error *error;
};

static void replace(char **text, const char *value)
{
	free(*text);
	*text = xstrdup(value);
}

char *native_flag(const char *text)
{
	for (const char *at = text; (at = strchr(at, '=')) != NULL; at++) {
		/* A blank too much makes it no flag, but was not meant as a file's name. */
		const char *start = at, *word = at + 1 + strspn(at + 1, " \t\n");
		const char *end = word + strlen("native");

		while (start > text && isalpha((unsigned char)start[-1]))
			start--;
		if (start > text && start[-1] == '-' && *start == 'm' &&
		    starts_with(word, "native") && !isalnum((unsigned char)*end) && *end != '-' &&
		    *end != '_')
			return xstrndup(start - 1, (size_t)(end - start) + 1);
	}
	return NULL;
}

int flavor_words(const struct control *control, const struct field *field, struct strlist *list,
                 struct error *error)
{
	struct strlist words = {0};
	int result = 0;

	if (!strlist_add_shell_words(&words, field->value))
		result = field_error(control, field, error, "%s has a quote that is not closed",
		                     field->name);
	/* Wherever it hides: in one word of many, as in CFLAGS="-O2 -march=native", or in two. */
	char *text = strlist_join(&words, " "), *flag = native_flag(text);
	if (flag && result == 0)
		result = field_error(
		    control, field, error,
		    "%s would build for the build machine's CPU only; name the CPU instead", flag);
	free(flag);
	free(text);
	if (result == 0)
		strlist_add_all(list, &words);
	strlist_free(&words);
	return result;
}

static int read_directory(const struct reader *reader)
{
	const char *value = reader->field->value;
	struct strlist parts = {0};
	char *spaced = xstrdup(value);
	bool good =
	    value[0] != '\0' && value[0] != '/' && !ends_with(value, "/") && !strstr(value, "//");

	for (char *at = spaced; *at != '\0'; at++) {
		if (isspace((unsigned char)*at))
			good = false;
		else if (*at == '/')
			*at = ' ';
	}
	strlist_add_words(&parts, spaced);
	if (strlist_has(&parts, "..") || (strlist_has(&parts, ".") && parts.count > 1))
		good = false;
	strlist_free(&parts);
	free(spaced);
	bool is_baseline = strcmp(reader->flavor->name, "baseline") == 0;
	if (strcmp(value, ".") != 0 && is_baseline)
		return field_error(reader->control, reader->field, reader->error,
		                   "Directory is '%s', but the baseline lies in '.'; take the "
		                   "field out, or give the flavor another name",
		                   value);
	if (strcmp(value, ".") == 0 && !is_baseline)
		return field_error(
		    reader->control, reader->field, reader->error,
		    "Directory is '.', where the baseline lies; write a folder below "
		    "it, such as glibc-hwcaps/x86-64-v3");
	if (!good)
		return field_error(reader->control, reader->field, reader->error,
		                   "Directory is '%s'; write a folder below the library's, such as "
		                   "glibc-hwcaps/x86-64-v3",
		                   value);
	replace(&reader->flavor->directory, value);
	return 0;
}

/* "glibc (>= 2.33)", "glibc (<< 2.37)", or both with a comma between. */
static int read_loader(const struct reader *reader)
{
	struct loader_range range = {0};
	const char *text = reader->field->value;
	int used;

	for (;;) {
		char relation[3] = "", version[16] = "";
		struct glibc glibc;

		used = 0;
		sscanf(text, " glibc ( %2[<>=] %15[0-9.] ) %n", relation, version, &used);
		if (used == 0 || !glibc_parse(version, &glibc))
			break;
		if (strcmp(relation, ">=") == 0)
			range.from = glibc;
		else if (strcmp(relation, "<<") == 0)
			range.before = glibc;
		else
			break;
		text += used;
		if (*text == '\0') {
			reader->flavor->loader = range;
			return 0;
		}
		if (*text++ != ',')
			break;
	}
	return field_error(reader->control, reader->field, reader->error,
	                   "Loader is '%s'; write glibc (>= 2.33) or glibc (<< 2.37)",
	                   reader->field->value);
}

static int read_features(const struct reader *reader)
{
	struct flavor *flavor = reader->flavor;
	struct strlist words = {0};
	int result = 0;

	strlist_add_words(&words, reader->field->value);
	for (size_t i = 0; i < words.count && result == 0; i++) {
		if (strlist_has(&flavor->features, words.items[i]))
			continue;
		if (flavor->features.count == FLAVOR_FEATURES_LIMIT)
			result = field_error(reader->control, reader->field, reader->error,
			                     "flavor %s has more than %d features; is it the right "
			                     "file?",
			                     flavor->name, FLAVOR_FEATURES_LIMIT);
		strlist_add(&flavor->features, words.items[i]);
		strlist_add_taken(&flavor->feature_places,
		                  str_format("%s:%u", reader->control->file, reader->field->line));
	}
	strlist_free(&words);
	return result;
}

/* Alternatives parted by "|": emulators of different age spell the same CPU differently. */
static int read_emulator_cpus(const struct reader *reader)
{
	char *copy = xstrdup(reader->field->value), *rest = copy;

	strlist_free(&reader->flavor->emulator_cpus);
	for (char *part; (part = strsep(&rest, "|")) != NULL;) {
		struct strlist words = {0};

		strlist_add_words(&words, part);
		if (words.count != 1) {
			field_error(reader->control, reader->field, reader->error,
			            "%s has '%s' where one CPU name should stand",
			            reader->field->name, part);
			strlist_free(&words);
			free(copy);
			return -1;
		}
		strlist_add(&reader->flavor->emulator_cpus, words.items[0]);
		strlist_free(&words);
	}
	free(copy);
	return 0;
}

static int read_triplet(const struct reader *reader)
{
	const char *value = reader->field->value;

	if (value[0] == '\0' || value[0] == '-' || strpbrk(value, " \t\n"))
		return field_error(reader->control, reader->field, reader->error,
		                   "Triplet is '%s'; write one such as haswell-pc-linux-gnu",
		                   value);
	replace(&reader->flavor->triplet, value);
	return 0;
}

/* What Debian Policy allows in a package's name, which becomes a folder's here. */
static int read_package(const struct reader *reader)
{
	const char *value = reader->field->value;

	if (strcmp(reader->flavor->name, "baseline") == 0)
		return field_error(reader->control, reader->field, reader->error,
		                   "the baseline's package is the one that debian/rules puts it "
		                   "in; take the field out");
	if (!isalnum((unsigned char)value[0]) || strlen(value) < 2 ||
	    value[strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789+-.")] != '\0')
		return field_error(reader->control, reader->field, reader->error,
		                   "Package is '%s'; write the name of one binary package, such as "
		                   "libfoo1-x86-64-v3",
		                   value);
	replace(&reader->flavor->package, value);
	return 0;
}

static int read_field(struct reader *reader)
{
	struct flavor *flavor = reader->flavor;
	const char *name = reader->field->name, *value = reader->field->value;

	if (strcasecmp(name, "Directory") == 0)
		return read_directory(reader);
	if (strcasecmp(name, "Loader") == 0)
		return read_loader(reader);
	if (strcasecmp(name, "Features") == 0)
		return read_features(reader);
	if (strcasecmp(name, "Emulator-Cpu") == 0)
		return read_emulator_cpus(reader);
	if (strcasecmp(name, "Package") == 0)
		return read_package(reader);
	if (strcasecmp(name, "Triplet") == 0)
		return read_triplet(reader);
	if (strcasecmp(name, "Cflags") == 0)
		return flavor_words(reader->control, reader->field, &flavor->cflags, reader->error);
	if (strcasecmp(name, "Ldflags") == 0)
		return flavor_words(reader->control, reader->field, &flavor->ldflags,
		                    reader->error);
	if (strcasecmp(name, "Configure") == 0)
		return flavor_words(reader->control, reader->field, &flavor->configure,
		                    reader->error);
	if (strcasecmp(name, "Default") == 0)
		return field_bool(reader->control, reader->field, &flavor->is_default,
		                  reader->error);
	if (strcasecmp(name, "Keep") == 0)
		return field_bool(reader->control, reader->field, &flavor->keep, reader->error);
	if (strcasecmp(name, "Description") == 0)
		replace(&flavor->description, value);
	return 0;
}

/* A name becomes a folder's and a make target's: nothing that either would read otherwise. */
static bool is_flavor_name(const char *name)
{
	if (!isalnum((unsigned char)name[0]))
		return false;
	for (; *name != '\0'; name++)
		if (!isalnum((unsigned char)*name) && !strchr("-_+.", *name))
			return false;
	return true;
}

/* Files of the build folder, in which each flavor has a folder of its name. */
static bool is_taken(const char *name)
{
	return starts_with(name, "plan.mk") || starts_with(name, "make.log");
}

static struct flavor *add_flavor(struct flavors *flavors, const char *name,
                                 const char *architecture, const char *file, unsigned line)
{
	struct flavor *flavor = xcalloc(1, sizeof(*flavor));

	flavor->name = xstrdup(name);
	flavor->architecture = xstrdup(architecture);
	flavor->description = xstrdup("");
	flavor->file = xstrdup(file);
	flavor->line = line;
	flavors->items = xreallocarray(flavors->items, flavors->count + 1, sizeof(struct flavor *));
	flavors->items[flavors->count++] = flavor;
	return flavor;
}

/* The only architecture that has a flavor of this name, or NULL. */
static const char *only_architecture(const struct flavors *flavors, const char *name)
{
	const char *found = NULL;

	for (size_t i = 0; i < flavors->count; i++) {
		if (strcmp(flavors->items[i]->name, name) != 0)
			continue;
		if (found)
			return NULL;
		found = flavors->items[i]->architecture;
	}
	return found;
}

static int check_architecture(const struct control *control, const struct field *field,
                              const char *architecture, struct error *error)
{
	struct strlist names = {0};

	feature_names(architecture, &names);
	bool known = names.count > 0;
	strlist_free(&names);
	if (known)
		return 0;
	return field_error(
	    control, field, error,
	    "no architecture %s is known; write Debian's name for one, such as amd64",
	    architecture);
}

int flavors_add_paragraph(struct flavors *flavors, const struct control *control,
                          const struct paragraph *paragraph, const char *default_arch,
                          struct error *error)
{
	const struct field *name = paragraph_field(paragraph, "Flavor");
	const struct field *architecture = paragraph_field(paragraph, "Architecture");

	if (!name)
		return error_at(error, control->file, paragraph->line,
		                "the paragraph has no Flavor field; give the flavor a name");
	if (!is_flavor_name(name->value))
		return field_error(control, name, error,
		                   "'%s' is no flavor name; use letters, digits and - _ + .",
		                   name->value);
	if (is_taken(name->value))
		return field_error(control, name, error,
		                   "'%s' is a file in the build folder; give the flavor another "
		                   "name",
		                   name->value);
	if (paragraph_check_names(control, paragraph, field_names, error) != 0)
		return -1;

	const char *arch = architecture ? architecture->value : NULL;
	if (!arch)
		arch = only_architecture(flavors, name->value);
	if (!arch)
		arch = default_arch;
	if (!arch)
		return field_error(control, name, error, "flavor %s has no Architecture field",
		                   name->value);
	if (check_architecture(control, architecture ? architecture : name, arch, error) != 0)
		return -1;

	struct flavor *flavor = flavors_find(flavors, name->value, arch);
	if (!flavor)
		flavor = add_flavor(flavors, name->value, arch, control->file, paragraph->line);
	for (size_t i = 0; i < paragraph->count; i++) {
		struct reader reader = {flavor, control, &paragraph->fields[i], error};
		if (read_field(&reader) != 0)
			return -1;
	}
	if (!flavor->directory)
		return flavors_unknown(flavors, name->value, arch, control->file, paragraph->line,
		                       error);
	return 0;
}

static int load_file(struct flavors *flavors, const char *path, struct error *error)
{
	struct control *control = control_read(path, error);
	int result = control ? 0 : -1;

	for (size_t i = 0; control && i < control->count && result == 0; i++)
		result =
		    flavors_add_paragraph(flavors, control, &control->paragraphs[i], NULL, error);
	control_free(control);
	return result;
}

int flavors_load(struct flavors *flavors, const char *dir, struct error *error)
{
	DIR *entries = opendir(dir);
	struct strlist names = {0};
	int result = 0;

	if (!entries)
		return error_set(error,
		                 "%s: has no shipped flavors (install hwflavor anew, or set "
		                 "HWFLAVOR_DATADIR to its data):",
		                 dir);
	for (struct dirent *entry; (entry = readdir(entries)) != NULL;)
		if (ends_with(entry->d_name, ".flavor") && entry->d_name[0] != '.')
			strlist_add(&names, entry->d_name);
	closedir(entries);
	strlist_sort(&names);
	for (size_t i = 0; i < names.count && result == 0; i++) {
		char *path = path_join(dir, names.items[i]);
		result = load_file(flavors, path, error);
		free(path);
	}
	strlist_free(&names);
	for (size_t i = 0; i < flavors->count; i++)
		strlist_add_taken(&flavors->searched,
		                  str_format("%s %s", flavors->items[i]->architecture,
		                             flavors->items[i]->directory));
	return result;
}

void flavors_free(struct flavors *flavors)
{
	for (size_t i = 0; i < flavors->count; i++) {
		struct flavor *flavor = flavors->items[i];

		free(flavor->name);
		free(flavor->architecture);
		free(flavor->directory);
		free(flavor->description);
		free(flavor->triplet);
		free(flavor->package);
		free(flavor->file);
		strlist_free(&flavor->cflags);
		strlist_free(&flavor->ldflags);
		strlist_free(&flavor->features);
		strlist_free(&flavor->feature_places);
		strlist_free(&flavor->needs);
		strlist_free(&flavor->emulator_cpus);
		strlist_free(&flavor->configure);
		free(flavor);
	}
	free(flavors->items);
	strlist_free(&flavors->searched);
	*flavors = (struct flavors){0};
}

struct flavor *flavors_find(const struct flavors *flavors, const char *name,
                            const char *architecture)
{
	for (size_t i = 0; i < flavors->count; i++)
		if (strcmp(flavors->items[i]->name, name) == 0 &&
		    strcmp(flavors->items[i]->architecture, architecture) == 0)
			return flavors->items[i];
	return NULL;
}

bool flavors_have(const struct flavors *flavors, const char *name)
{
	for (size_t i = 0; i < flavors->count; i++)
		if (strcmp(flavors->items[i]->name, name) == 0)
			return true;
	return false;
}

struct flavor *flavors_add_variant(struct flavors *flavors, const struct flavor *flavor,
                                   const char *name)
{
	struct flavor *variant =
	    add_flavor(flavors, name, flavor->architecture, flavor->file, flavor->line);

	variant->directory = xstrdup(flavor->directory);
	replace(&variant->description, flavor->description);
	variant->triplet = flavor->triplet ? xstrdup(flavor->triplet) : NULL;
	variant->loader = flavor->loader;
	strlist_add_all(&variant->cflags, &flavor->cflags);
	strlist_add_all(&variant->ldflags, &flavor->ldflags);
	strlist_add_all(&variant->needs, &flavor->needs);
	strlist_add_all(&variant->emulator_cpus, &flavor->emulator_cpus);
	strlist_add_all(&variant->configure, &flavor->configure);
	return variant;
}

int flavors_unknown(const struct flavors *flavors, const char *name, const char *architecture,
                    const char *file, unsigned line, struct error *error)
{
	struct strlist names = {0};

	for (size_t i = 0; i < flavors->count; i++) {
		const struct flavor *flavor = flavors->items[i];

		if ((!architecture || strcmp(flavor->architecture, architecture) == 0) &&
		    flavor->directory && !strlist_has(&names, flavor->name))
			strlist_add(&names, flavor->name);
	}
	const char *where = architecture ? architecture : "no architecture";
	const char *verb = architecture ? "has no" : "has a";
	const char *near = did_you_mean(name, &names);
	char *all = strlist_join(&names, ", ");
	if (strchr(name, ','))
		error_at(error, file, line,
		         "%s: no flavor's name has a comma; write one name, or names with blanks "
		         "between where several can stand",
		         name);
	else if (near)
		error_at(error, file, line, "%s %s flavor %s; did you mean %s?", where, verb, name,
		         near);
	else
		error_at(error, file, line,
		         "%s %s flavor %s; there are %s (a new one needs a Directory field)", where,
		         verb, name, names.count > 0 ? all : "none");
	free(all);
	strlist_free(&names);
	return -1;
}

bool flavor_is_baseline(const struct flavor *flavor)
{
	return strcmp(flavor->directory, ".") == 0;
}

bool flavor_has_loader(const struct flavors *flavors, const struct flavor *flavor)
{
	char *searched = str_format("%s %s", flavor->architecture, flavor->directory);
	bool known = strlist_has(&flavors->searched, searched);

	free(searched);
	return known || flavor->loader.from.major || flavor->loader.before.major;
}

const char *flavor_missing_feature(const struct flavor *flavor)
{
	for (size_t i = 0; i < flavor->needs.count; i++)
		if (!machine_has_feature(flavor->needs.items[i]))
			return flavor->needs.items[i];
	return NULL;
}

char *flavor_unsearched(const struct flavor *flavor, struct glibc version)
{
	const struct loader_range *loader = &flavor->loader;

	if (loader->before.major && glibc_compare(version, loader->before) >= 0)
		return str_format("glibc %u.%u and later never search %s on %s",
		                  loader->before.major, loader->before.minor, flavor->directory,
		                  flavor->architecture);
	if (glibc_compare(version, loader->from) < 0)
		return str_format("glibc before %u.%u does not search %s on %s", loader->from.major,
		                  loader->from.minor, flavor->directory, flavor->architecture);
	return NULL;
}
