// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/table.h"
#include "cli/which.h"

/* The copy that a library is, in a word; caller frees. */
static char *copy_of(struct which *which, const struct loaded *loaded)
{
	char *inside = which_fused_flavor(which, loaded->path);

	if (inside)
		return inside;
	char *copy = which_copy_name(which, loaded->path);
	if (!which_may_fault(which, loaded->path))
		return copy;
	char *text = str_format("%s (faults?)", copy);
	free(copy);
	return text;
}

/* Of a program: the libraries of which it gets another copy than the baseline. Caller frees. */
static char *copies_of_needs(struct which *which, const struct closure *closure)
{
	struct str text = {0};

	for (size_t i = 1; i < closure->count; i++) {
		const struct loaded *loaded = &closure->items[i];
		char *copy = loaded->path ? copy_of(which, loaded) : NULL;

		if (copy && strcmp(copy, "baseline") != 0)
			str_add(&text, "%s%s %s", text.length ? ", " : "", loaded->name, copy);
		free(copy);
	}
	return text.length ? str_take(&text) : xstrdup("baseline");
}

/* What a CPU gets for one question, in a word; good becomes false where that is not to start. */
static char *cell(struct which *which, const char *question, bool *good)
{
	struct closure closure;
	char *text;

	if (!which_ask(which, question, &closure)) {
		*good = false;
		return xstrdup("none");
	}
	bool named = *closure.items[0].name == '\0';
	size_t index = named && closure.items[0].needs_count > 0 ? closure.items[0].needs[0] : 0;
	const struct loaded *loaded = &closure.items[index];
	bool starts = which_starts(&closure);
	bool program = !named && (loaded->object->library.kind == LIBRARY_PROGRAM ||
	                          loaded->object->library.kind == LIBRARY_PIE);
	if ((named && index == 0) || !loaded->path)
		text = xstrdup("none");
	else if (loaded->problem)
		text = xstrdup("refused");
	else
		text = program ? copies_of_needs(which, &closure) : copy_of(which, loaded);
	/* A library may be there, and what it needs not. */
	if (!starts && strcmp(text, "none") != 0 && !loaded->problem) {
		char *copy = text;

		text = str_format("%s (does not start)", copy);
		free(copy);
	}
	*good &= starts;
	closure_free(&closure);
	return text;
}

int which_print_matrix(struct which *which)
{
	const char *architecture = which->target.abi->architecture;
	const struct strlist *chosen = &which->options->cpus;
	struct table table = {.columns = which->questions.count + 1};
	json_t *list = json_array();
	size_t rows = chosen->count > 0 ? chosen->count : which->cpus.count;
	bool good = true;

	table_add(&table, "CPU");
	for (size_t i = 0; i < which->questions.count; i++)
		table_add(&table, "%s", which->questions.items[i]);
	for (size_t i = 0; i < rows; i++) {
		struct error error = {0};
		struct cpu cpu;
		const char *text = chosen->count > 0 ? chosen->items[i] : which->cpus.items[i].name;
		char *name = cpu_first_name(text);

		if (chosen->count == 0 &&
		    strcmp(which->cpus.items[i].architecture, architecture) != 0) {
			free(name);
			continue;
		}
		if (cpu_choose(&cpu, name, architecture, &which->cpus, &error) != 0)
			die_of(&error);
		json_t *copies = json_object();
		cpu_free(&which->cpu);
		which->cpu = cpu;
		which_find_hwcaps(which, false);
		table_add(&table, "%s", name);
		for (size_t k = 0; k < which->questions.count; k++) {
			char *copy = cell(which, which->questions.items[k], &good);

			table_add(&table, "%s", copy);
			json_object_set_new(copies, which->questions.items[k], json_of_text(copy));
			free(copy);
		}
		json_array_append_new(
		    list, json_pack("{s:o, s:o}", "cpu", json_of_text(name), "copies", copies));
		free(name);
	}
	if (which->options->json)
		json_print(json_pack("{s:s, s:O}", "architecture", architecture, "cpus", list));
	else
		table_print(&table, stdout);
	json_decref(list);
	table_free(&table);
	return good ? 0 : EXIT_WRONG;
}
