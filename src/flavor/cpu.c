// SPDX-License-Identifier: MIT
#include "flavor/cpu.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/auxv.h>

#include "base/file.h"
#include "base/json.h"
#include "flavor/architecture.h"
#include "flavor/control.h"
#include "flavor/feature.h"
#include "flavor/machine.h"

/* A file with a CPU in it is small; /proc/cpuinfo of a large machine, say, is not one. */
enum { CPU_FILE_LIMIT = 256 * 1024 };

/* "Raspberry Pi 4" and "raspberry-pi-4" are the same name. */
static bool same_name(const char *a, const char *b)
{
	for (; *a && *b; a++, b++) {
		char one = *a == ' ' || *a == '_' ? '-' : (char)tolower((unsigned char)*a);
		char two = *b == ' ' || *b == '_' ? '-' : (char)tolower((unsigned char)*b);

		if (one != two)
			return false;
	}
	return *a == *b;
}

bool cpu_has(const struct cpu *cpu, const char *feature)
{
	return strlist_has(&cpu->features, feature);
}

const char *cpu_first_missing(const struct cpu *cpu, const struct strlist *features)
{
	for (size_t i = 0; i < features->count; i++)
		if (!cpu_has(cpu, features->items[i]))
			return features->items[i];
	return NULL;
}

static void add_feature(struct cpu *cpu, const char *feature)
{
	if (!cpu_has(cpu, feature))
		strlist_add(&cpu->features, feature);
}

static void remove_feature(struct cpu *cpu, const char *feature)
{
	size_t kept = 0;

	for (size_t i = 0; i < cpu->features.count; i++) {
		if (strcmp(cpu->features.items[i], feature) == 0)
			free(cpu->features.items[i]);
		else
			cpu->features.items[kept++] = cpu->features.items[i];
	}
	cpu->features.count = kept;
}

void cpu_free(struct cpu *cpu)
{
	free(cpu->name);
	free(cpu->architecture);
	free(cpu->description);
	free(cpu->platform);
	free(cpu->vendor);
	strlist_free(&cpu->features);
	*cpu = (struct cpu){0};
}

void cpus_free(struct cpus *cpus)
{
	for (size_t i = 0; i < cpus->count; i++)
		cpu_free(&cpus->items[i]);
	free(cpus->items);
	*cpus = (struct cpus){0};
}

/* Names of one CPU are parted by "|" in its name: "Haswell | Core-4". */
static bool has_name(const struct cpu *cpu, const char *name)
{
	char *names = xstrdup(cpu->name);
	char *rest = names;
	bool found = false;

	for (char *one; !found && (one = strsep(&rest, "|")) != NULL;) {
		while (*one == ' ')
			one++;
		for (size_t end = strlen(one); end > 0 && one[end - 1] == ' ';)
			one[--end] = '\0';
		found = same_name(one, name);
	}
	free(names);
	return found;
}

char *cpu_first_name(const char *name)
{
	size_t length = strcspn(name, "|");

	while (length > 0 && name[length - 1] == ' ')
		length--;
	return xstrndup(name, length);
}

/* Haswell of Haswell-v2, or NULL; caller frees. */
static char *without_variant(const char *name)
{
	static const char *const variants[] = {"-IBRS", "-IBPB", "-noTSX", "-base"};
	size_t length = strlen(name), digits = length;

	while (digits > 0 && (isdigit((unsigned char)name[digits - 1]) || name[digits - 1] == '.'))
		digits--;
	if (digits < length && digits > 2 && name[digits - 1] == 'v' &&
	    strchr("-_", name[digits - 2]))
		return xstrndup(name, digits - 2);
	for (size_t i = 0; i < sizeof(variants) / sizeof(variants[0]); i++)
		if (length > strlen(variants[i]) && ends_with(name, variants[i]))
			return xstrndup(name, length - strlen(variants[i]));
	return NULL;
}

const struct cpu *cpus_find(const struct cpus *cpus, const char *name, const char *architecture)
{
	for (size_t i = 0; i < cpus->count; i++)
		if ((!architecture || strcmp(cpus->items[i].architecture, architecture) == 0) &&
		    has_name(&cpus->items[i], name))
			return &cpus->items[i];
	/* qemu's variants of a model differ in nothing that is a feature here. */
	char *stem = without_variant(name);
	const struct cpu *cpu = stem ? cpus_find(cpus, stem, architecture) : NULL;
	free(stem);
	return cpu;
}

/* A word of Features: a CPU defined above it, whose features this one has too, or a feature. */
static int add_word(const struct cpus *cpus, struct cpu *cpu, const char *word)
{
	bool less = word[0] == '-';
	const char *name = word + less;
	const struct cpu *other = less ? NULL : cpus_find(cpus, name, cpu->architecture);

	if (other) {
		for (size_t i = 0; i < other->features.count; i++)
			add_feature(cpu, other->features.items[i]);
		return 0;
	}
	if (!feature_known(cpu->architecture, name))
		return -1;
	if (less)
		remove_feature(cpu, name);
	else
		add_feature(cpu, name);
	return 0;
}

static char *optional(const struct paragraph *paragraph, const char *name)
{
	const struct field *field = paragraph_field(paragraph, name);

	return field ? xstrdup(field->value) : NULL;
}

static int add_cpu(struct cpus *cpus, const struct control *control,
                   const struct paragraph *paragraph, const char *architecture, struct error *error)
{
	const struct field *features = paragraph_field(paragraph, "Features");
	struct strlist words = {0};
	struct cpu cpu = {
	    .name = optional(paragraph, "Cpu"),
	    .architecture = xstrdup(architecture),
	    .description = optional(paragraph, "Description"),
	    .platform = optional(paragraph, "Platform"),
	    .vendor = optional(paragraph, "Vendor"),
	};
	int result = 0;

	if (features)
		strlist_add_words(&words, features->value);
	for (size_t i = 0; i < words.count && result == 0; i++)
		if (add_word(cpus, &cpu, words.items[i]) != 0)
			result = field_error(control, features, error,
			                     "%s has no feature and, above this, no CPU %s",
			                     architecture, words.items[i]);
	strlist_free(&words);
	cpus->items = xreallocarray(cpus->items, cpus->count + 1, sizeof(*cpus->items));
	cpus->items[cpus->count++] = cpu;
	return result;
}

static int add_paragraph(struct cpus *cpus, const struct control *control,
                         const struct paragraph *paragraph, struct error *error)
{
	static const char *const known[] = {"Cpu",    "Architecture", "Description", "Platform",
	                                    "Vendor", "Features",     NULL};
	const struct field *architecture = paragraph_field(paragraph, "Architecture");
	struct strlist names = {0};
	int result = 0;

	if (paragraph_check_names(control, paragraph, known, error) != 0)
		return -1;
	if (!paragraph_field(paragraph, "Cpu") || !architecture)
		return error_at(error, control->file, paragraph->line,
		                "needs a Cpu and an Architecture field");
	strlist_add_words(&names, architecture->value);
	for (size_t i = 0; i < names.count && result == 0; i++) {
		if (architecture_find(names.items[i]))
			result = add_cpu(cpus, control, paragraph, names.items[i], error);
		else
			result = field_error(control, architecture, error,
			                     "no architecture %s is known", names.items[i]);
	}
	strlist_free(&names);
	return result;
}

int cpus_load(struct cpus *cpus, const char *file, struct error *error)
{
	if (!path_is_file(file))
		return error_set(error,
		                 "%s: the list of CPUs is not there; install hwflavor anew, or set "
		                 "HWFLAVOR_DATADIR to its source",
		                 file);
	struct control *control = control_read(file, error);
	int result = control ? 0 : -1;

	for (size_t i = 0; control && i < control->count && result == 0; i++)
		result = add_paragraph(cpus, control, &control->paragraphs[i], error);
	control_free(control);
	return result;
}

/* This machine, as the loader of its own programs sees it. */
static int choose_machine(struct cpu *cpu, const char *architecture, struct error *error)
{
	struct strlist names = {0};

	if (!architecture)
		architecture = machine_architecture();
	if (!machine_runs(architecture))
		return error_set(error,
		                 "this machine's CPU runs no %s programs; name another "
		                 "(hwflavor cpu --list has them)",
		                 architecture);
	cpu->name = machine_cpu_name();
	cpu->architecture = xstrdup(architecture);
	const char *platform = (const char *)getauxval(AT_PLATFORM);
	if (platform && strcmp(architecture, machine_architecture()) == 0)
		cpu->platform = xstrdup(platform);
	if (strstr(cpu->name, "Intel"))
		cpu->vendor = xstrdup("Intel");
	feature_names(machine_architecture(), &names);
	for (size_t i = 0; i < names.count; i++)
		if (feature_known(architecture, names.items[i]) &&
		    machine_has_feature(names.items[i]))
			add_feature(cpu, names.items[i]);
	strlist_free(&names);
	return 0;
}

static void copy_cpu(struct cpu *cpu, const struct cpu *from)
{
	*cpu = (struct cpu){
	    .name = xstrdup(from->name),
	    .architecture = xstrdup(from->architecture),
	    .description = from->description ? xstrdup(from->description) : NULL,
	    .platform = from->platform ? xstrdup(from->platform) : NULL,
	    .vendor = from->vendor ? xstrdup(from->vendor) : NULL,
	};
	strlist_add_all(&cpu->features, &from->features);
}

static int read_json(struct cpu *cpu, const char *path, json_t *top, struct error *error)
{
	const char *name, *architecture, *platform = NULL, *vendor = NULL;
	json_t *features, *feature;
	size_t i;

	if (json_unpack(top, "{s:s, s:s, s?s, s?s, s:o}", "cpu", &name, "architecture",
	                &architecture, "platform", &platform, "vendor", &vendor, "features",
	                &features) != 0 ||
	    !json_is_array(features) || !architecture_find(architecture))
		return error_at(error, path, 0, "is not what `hwflavor cpu --json` prints");
	cpu->name = xstrdup(name);
	cpu->architecture = xstrdup(architecture);
	cpu->platform = platform ? xstrdup(platform) : NULL;
	cpu->vendor = vendor ? xstrdup(vendor) : NULL;
	/* Features that this hwflavor does not know decide nothing in it. */
	for (i = 0; (feature = json_array_get(features, i)) != NULL; i++) {
		if (!json_is_string(feature))
			return error_at(error, path, 0, "is not what `hwflavor cpu --json` prints");
		if (feature_known(architecture, json_string_value(feature)))
			add_feature(cpu, json_string_value(feature));
	}
	return 0;
}

static int choose_file(struct cpu *cpu, const char *path, struct error *error)
{
	size_t length;
	json_error_t reason;
	char *text = file_read(path, CPU_FILE_LIMIT, &length, error);

	if (!text)
		return -1;
	json_t *top = json_loadb(text, length, JSON_REJECT_DUPLICATES, &reason);
	free(text);
	if (!top)
		return error_at(error, path, (unsigned)(reason.line > 0 ? reason.line : 0), "%s",
		                reason.text);
	int result = read_json(cpu, path, top, error);
	json_decref(top);
	return result;
}

static int unknown_cpu(const char *name, const char *architecture, const struct cpus *cpus,
                       struct error *error)
{
	const struct cpu *elsewhere = cpus_find(cpus, name, NULL);
	struct strlist names = {0};

	if (elsewhere)
		return error_set(error, "%s runs %s programs, not %s", name,
		                 elsewhere->architecture, architecture);
	for (size_t i = 0; i < cpus->count; i++)
		if (!architecture || strcmp(cpus->items[i].architecture, architecture) == 0)
			strlist_add(&names, cpus->items[i].name);
	const char *near = did_you_mean(name, &names);
	error_set(error, "no CPU %s is known%s%s%s", name, near ? "; did you mean " : "",
	          near ? near : "; hwflavor cpu --list has their names", near ? "?" : "");
	strlist_free(&names);
	return -1;
}

/* One change: "-bmi1", "+adx", or as qemu writes it "bmi1=off". */
static int change(struct cpu *cpu, const char *word, struct error *error)
{
	bool off = word[0] == '-';
	char *name = xstrdup(word + (word[0] == '-' || word[0] == '+'));
	char *equals = strchr(name, '=');
	struct strlist names = {0};

	if (equals) {
		off = strcmp(equals, "=off") == 0;
		*equals = '\0';
	}
	if (feature_known(cpu->architecture, name)) {
		(off ? remove_feature : add_feature)(cpu, name);
		free(name);
		return 0;
	}
	feature_names(cpu->architecture, &names);
	const char *near = did_you_mean(name, &names);
	error_set(error, "%s has no feature %s%s%s%s", cpu->architecture, name,
	          near ? "; did you mean " : "", near ? near : "; see hwflavor cpu",
	          near ? "?" : "");
	strlist_free(&names);
	free(name);
	return -1;
}

/* Whether a CPU saved as one architecture's says something of another: its other word size. */
static bool is_related(const char *saved, const char *wanted)
{
	static const char *const pairs[][2] = {{"amd64", "i386"}, {"armhf", "armel"}};
	bool related = strcmp(saved, wanted) == 0;

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		related |= (strcmp(saved, pairs[i][0]) == 0 || strcmp(saved, pairs[i][1]) == 0) &&
		           (strcmp(wanted, pairs[i][0]) == 0 || strcmp(wanted, pairs[i][1]) == 0);
	return related;
}

int cpu_choose(struct cpu *cpu, const char *text, const char *architecture, const struct cpus *cpus,
               struct error *error)
{
	char *words = xstrdup(text ? text : "this");
	char *rest = words;
	const char *name = strsep(&rest, ",");
	const struct cpu *known = cpus_find(cpus, name, architecture);
	int result;

	*cpu = (struct cpu){0};
	if (strcmp(name, "this") == 0) {
		result = choose_machine(cpu, architecture, error);
	} else if (known) {
		copy_cpu(cpu, known);
		result = 0;
	} else if (strchr(name, '/') || ends_with(name, ".json")) {
		result = choose_file(cpu, name, error);
		if (result == 0 && architecture && !is_related(cpu->architecture, architecture))
			result = error_at(error, name, 0,
			                  "is a CPU of %s, and %s is asked about; save one of that",
			                  cpu->architecture, architecture);
	} else {
		result = unknown_cpu(name, architecture, cpus, error);
	}
	for (const char *word; result == 0 && (word = strsep(&rest, ",")) != NULL;)
		result = change(cpu, word, error);
	if (result == 0 && strchr(text ? text : "", ',')) {
		free(cpu->name);
		cpu->name = xstrdup(text);
	}
	free(words);
	if (result != 0)
		cpu_free(cpu);
	return result;
}

json_t *cpu_to_json(const struct cpu *cpu)
{
	json_t *features = json_array();

	for (size_t i = 0; i < cpu->features.count; i++)
		json_array_append_new(features, json_of_text(cpu->features.items[i]));
	json_t *top = json_pack("{s:o, s:s}", "cpu", json_of_text(cpu->name), "architecture",
	                        cpu->architecture);
	if (cpu->description)
		json_object_set_new(top, "description", json_of_text(cpu->description));
	if (cpu->platform)
		json_object_set_new(top, "platform", json_of_text(cpu->platform));
	if (cpu->vendor)
		json_object_set_new(top, "vendor", json_of_text(cpu->vendor));
	json_object_set_new(top, "features", features);
	return top;
}
