// SPDX-License-Identifier: MIT
#include "build/values.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "build/tuning.h"

static const char *const test_modes[] = {
    [TEST_NATIVE] = "native",
    [TEST_EMULATED] = "emulated",
    [TEST_NONE] = "none",
};

/* Where values go: text in make's or the shell's form, or a JSON object. */
struct emitter {
	enum { FORM_MAKE, FORM_SHELL, FORM_JSON } form;
	struct str *text;
	json_t *object;
	const char *flavor; /* make: whose value it is, or NULL */
};

/* "build-system" as BUILD_SYSTEM or build_system. */
static void add_name(struct str *text, const char *name, bool upper)
{
	for (; *name != '\0'; name++) {
		char letter = *name == '-' ? '_'
		              : upper      ? (char)toupper((unsigned char)*name)
		                           : *name;
		str_add_bytes(text, &letter, 1);
	}
}

/*
 * "#" begins a comment, "$" an expansion, a newline ends the value, and a backslash at its end
 * would join it with the next line. Blanks at the start are no part of a value.
 */
static void add_make_value(struct str *text, const char *value)
{
	str_add(text, value[0] != '\0' ? " := " : " :=");
	if (value[0] == ' ' || value[0] == '\t')
		str_add(text, "$(EMPTY)");
	for (; *value != '\0'; value++) {
		if (*value == '$')
			str_add(text, "$$");
		else if (*value == '#')
			str_add(text, "$(HASH)");
		else if (*value == '\\' && value[1] == '\0')
			str_add(text, "\\$(EMPTY)");
		else if (*value == '\n')
			str_add(text, "$(NEWLINE)");
		else
			str_add_bytes(text, value, 1);
	}
}

/* NULL is JSON's null and empty text elsewhere. */
static void emit(const struct emitter *emitter, const char *name, const char *value)
{
	char *quoted;

	switch (emitter->form) {
	case FORM_JSON:
		json_object_set_new(emitter->object, name, json_of_text(value));
		return;
	case FORM_SHELL:
		quoted = shell_quote(value ? value : "");
		add_name(emitter->text, name, false);
		str_add(emitter->text, "=%s\n", quoted);
		free(quoted);
		return;
	case FORM_MAKE:
		if (emitter->flavor)
			str_add(emitter->text, "%s.%s", emitter->flavor, name);
		else
			add_name(emitter->text, name, true);
		add_make_value(emitter->text, value ? value : "");
		str_add(emitter->text, "\n");
		return;
	}
}

static void emit_list(const struct emitter *emitter, const char *name, const struct strlist *list)
{
	if (emitter->form == FORM_JSON) {
		json_object_set_new(emitter->object, name, json_of_list(list));
		return;
	}
	char *text = shell_join(list);
	emit(emitter, name, text);
	free(text);
}

static void emit_bool(const struct emitter *emitter, const char *name, bool value)
{
	if (emitter->form == FORM_JSON)
		json_object_set_new(emitter->object, name, json_boolean(value));
	else
		emit(emitter, name, value ? "yes" : "");
}

/* JSON tells "none given" from "given as empty" by null; the other forms by a second value. */
static void emit_base_flags(const struct emitter *emitter, const char *name, const char *value)
{
	emit(emitter, name, value);
	if (emitter->form != FORM_JSON) {
		char *given = str_format("%s-given", name);
		emit_bool(emitter, given, value != NULL);
		free(given);
	}
}

static void emit_shared(const struct emitter *emitter, const struct plan *plan)
{
	const struct toolchain *toolchain = &plan->toolchain;
	char *glibc = str_format("%u.%u", plan->glibc.major, plan->glibc.minor);

	emit(emitter, "source", plan->source);
	emit(emitter, "build-dir", plan->build_dir);
	emit(emitter, "build-system",
	     plan->debhelper ? "debhelper" : build_system_name(plan->build_system));
	/* What a debhelper build runs below; nobody else needs it. */
	if (plan->debhelper && emitter->form != FORM_JSON) {
		emit(emitter, "debhelper", plan->debhelper);
		emit(emitter, "baseline-tree", plan->baseline_tree);
		emit_list(emitter, "package-configure", &plan->recipe.configure);
	}
	emit_bool(emitter, "copy-source", plan->copy_source);
	emit(emitter, "delivery", delivery_name(plan->fuse ? DELIVERY_FUSE : DELIVERY_DIRECTORY));
	emit(emitter, "architecture", plan->architecture->name);
	emit(emitter, "gnu-type", plan->architecture->gnu_type);
	emit(emitter, "cpu-family", plan->architecture->cpu_family);
	emit(emitter, "endian", plan->architecture->big_endian ? "big" : "little");
	emit_bool(emitter, "cross", plan->cross);
	emit(emitter, "glibc", glibc);
	emit(emitter, "cc", toolchain->cc);
	emit_bool(emitter, "cc-given", toolchain->cc_is_set);
	emit(emitter, "cxx", toolchain->cxx);
	emit_bool(emitter, "cxx-given", toolchain->cxx_is_set);
	emit(emitter, "compiler", toolchain->identity);
	emit(emitter, "configure-shell", plan->recipe.shell);
	emit_base_flags(emitter, "base-cflags", toolchain->cflags);
	emit_base_flags(emitter, "base-cxxflags", toolchain->cxxflags);
	emit_base_flags(emitter, "base-cppflags", toolchain->cppflags);
	emit_base_flags(emitter, "base-ldflags", toolchain->ldflags);
	free(glibc);
}

/* Where the package's file lies is no reason to configure anew. */
static void emit_file(const struct emitter *emitter, const struct plan *plan)
{
	char *path = plan->recipe.file ? path_absolute(plan->recipe.file) : NULL;

	emit(emitter, "hwflavors-file", path);
	free(path);
}

/* Text for scripts/probe-files; what it says is an array of objects in JSON. */
static void emit_files(const struct emitter *emitter, const struct plan *plan,
                       const struct plan_flavor *planned)
{
	json_t *all;

	if (emitter->form != FORM_JSON) {
		if (planned->files) {
			emit(emitter, "files", planned->files);
			emit(emitter, "launcher", plan->launcher);
		}
		return;
	}
	all = json_array();
	for (size_t i = 0; i < plan->recipe.files.count; i++) {
		const struct file_flags *files = &plan->recipe.files.items[i];

		if (tuning_concerns(plan, planned, files))
			json_array_append_new(
			    all,
			    json_pack("{s:o, s:o, s:o}", "patterns", json_of_list(&files->patterns),
			              "cflags", json_of_list(&files->cflags), "cflags-if-supported",
			              json_of_list(&files->cflags_if_supported)));
	}
	json_object_set_new(emitter->object, "files", all);
}

static void emit_build(const struct emitter *emitter, const struct plan *plan,
                       const struct plan_flavor *planned)
{
	emit(emitter, "directory", planned->flavor->directory);
	if (planned->flavor->package)
		emit(emitter, "package", planned->flavor->package);
	emit_bool(emitter, "foreign", planned->foreign);
	emit_list(emitter, "cflags", &planned->flavor->cflags);
	emit_list(emitter, "ldflags", &planned->flavor->ldflags);
	emit_list(emitter, "configure", &planned->configure);
	emit_files(emitter, plan, planned);
}

static void emit_testing(const struct emitter *emitter, const struct plan *plan,
                         const struct plan_flavor *planned)
{
	emit(emitter, "test", test_modes[planned->test_mode]);
	emit(emitter, "emulator", plan->architecture->emulator);
	emit_list(emitter, "emulator-cpus", &planned->flavor->emulator_cpus);
	emit(emitter, "sysroot", plan->toolchain.sysroot);
	emit(emitter, "untested", planned->untested);
}

char *values_make_text(const struct plan *plan)
{
	struct str text = {0};
	struct emitter shared = {.form = FORM_MAKE, .text = &text};
	struct strlist names = {0};

	str_add(&text,
	        "# Written by hwflavor for scripts/hwflavor.mk; what is changed here is lost.\n"
	        "EMPTY :=\nHASH := \\#\ndefine NEWLINE\n\n\nendef\n\n");
	for (size_t i = 0; i < plan->count; i++)
		strlist_add(&names, plan->flavors[i].flavor->name);
	emit_list(&shared, "flavors", &names);
	strlist_free(&names);
	emit_shared(&shared, plan);
	emit_file(&shared, plan);
	for (size_t i = 0; i < plan->count; i++) {
		struct emitter emitter = {FORM_MAKE, &text, NULL, plan->flavors[i].flavor->name};

		str_add(&text, "\n");
		emit_build(&emitter, plan, &plan->flavors[i]);
		emit_testing(&emitter, plan, &plan->flavors[i]);
	}
	return str_take(&text);
}

char *values_json_text(const struct plan *plan)
{
	json_t *top = json_object(), *flavors = json_array(), *left_out = json_array();
	struct emitter shared = {.form = FORM_JSON, .object = top};

	emit_shared(&shared, plan);
	emit_file(&shared, plan);
	for (size_t i = 0; i < plan->count; i++) {
		struct emitter emitter = {.form = FORM_JSON, .object = json_object()};

		emit(&emitter, "flavor", plan->flavors[i].flavor->name);
		emit_build(&emitter, plan, &plan->flavors[i]);
		emit_testing(&emitter, plan, &plan->flavors[i]);
		json_array_append_new(flavors, emitter.object);
	}
	for (size_t i = 0; i < plan->left_out_count; i++) {
		struct emitter emitter = {.form = FORM_JSON, .object = json_object()};

		emit(&emitter, "flavor", plan->left_out[i].flavor->name);
		emit(&emitter, "reason", plan->left_out[i].reason);
		json_array_append_new(left_out, emitter.object);
	}
	json_object_set_new(top, "flavors", flavors);
	json_object_set_new(top, "left-out", left_out);

	char *json = json_dumps(top, JSON_INDENT(2));
	char *text = str_format("%s\n", json);
	free(json);
	json_decref(top);
	return text;
}

static int write_file(const char *dir, const char *name, struct str *text, struct error *error)
{
	char *path = path_join(dir, name), *content = str_take(text);
	int result = file_write_if_changed(path, content, error);

	free(content);
	free(path);
	return result;
}

static int write_flavor(const struct plan *plan, const struct plan_flavor *planned,
                        const char *build_dir, struct error *error)
{
	char *dir = path_join(build_dir, planned->flavor->name);
	struct str text = {0};
	struct emitter emitter = {.form = FORM_SHELL, .text = &text};
	int result = dir_make(dir, error);

	emit_shared(&emitter, plan);
	emit_build(&emitter, plan, planned);
	/* These are told of the emulator when they are configured. */
	if (plan->build_system == BUILD_SYSTEM_CMAKE || plan->build_system == BUILD_SYSTEM_MESON)
		emit(&emitter, "test", test_modes[planned->test_mode]);
	if (result == 0)
		result = write_file(dir, "values", &text, error);
	str_free(&text);
	emit_testing(&emitter, plan, planned);
	/* Not in values: each of debhelper's commands has its own. */
	if (plan->debhelper)
		emit_list(&emitter, "arguments", &plan->arguments);
	if (result == 0)
		result = write_file(dir, "testing", &text, error);
	str_free(&text);
	free(dir);
	return result;
}

int values_write(const struct plan *plan, const char *dir, struct error *error)
{
	struct str text = {.text = values_make_text(plan)};
	int result = dir_make(dir, error);

	if (result == 0)
		result = write_file(dir, "plan.mk", &text, error);
	str_free(&text);
	for (size_t i = 0; i < plan->count && result == 0; i++)
		result = write_flavor(plan, &plan->flavors[i], dir, error);
	return result;
}

/* Undoes add_make_value(); caller frees. */
static char *make_value(const char *text, size_t length)
{
	static const struct {
		const char *written, *meant;
	} marks[] = {{"$$", "$"}, {"$(HASH)", "#"}, {"$(EMPTY)", ""}, {"$(NEWLINE)", "\n"}};
	struct str value = {0};

	for (size_t at = 0; at < length;) {
		size_t i = 0, marks_end = sizeof(marks) / sizeof(marks[0]);

		while (i < marks_end && !starts_with(text + at, marks[i].written))
			i++;
		if (i < marks_end) {
			str_add(&value, "%s", marks[i].meant);
			at += strlen(marks[i].written);
		} else {
			str_add_bytes(&value, text + at++, 1);
		}
	}
	return str_take(&value);
}

char *values_find(const char *text, const char *name)
{
	char *start = str_format("%s := ", name);
	size_t length = strlen(start);
	char *value = NULL;

	for (const char *line = text; *line != '\0' && !value;) {
		size_t end = strcspn(line, "\n");

		if (strncmp(line, start, length) == 0)
			value = make_value(line + length, end - length);
		line += end + (line[end] == '\n');
	}
	free(start);
	return value;
}
