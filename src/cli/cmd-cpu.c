// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/table.h"
#include "cli/cli.h"
#include "flavor/architecture.h"
#include "flavor/cpu.h"
#include "flavor/needs.h"

static const char help[] =
    "Usage: hwflavor cpu [OPTIONS] [CPU]\n"
    "\n"
    "Shows what a CPU offers to programs, and which flavors it runs; without a name, this one.\n"
    "CPU is a name of --list, changed as in Haswell,-bmi1,+adx, or a file that --json wrote.\n"
    "\n"
    "  --list            the CPUs that are known\n"
    "  --arch ARCH       of which architecture (default: the first that has the name)\n"
    "  --json            JSON, for --cpu FILE of hwflavor which on another machine\n"
    "  --help, --version\n";

static void print_list(const struct cpus *cpus, const char *architecture)
{
	struct table table = {.columns = 3};

	table_add(&table, "CPU");
	table_add(&table, "ARCHITECTURE");
	table_add(&table, "DESCRIPTION");
	for (size_t i = 0; i < cpus->count; i++) {
		const struct cpu *cpu = &cpus->items[i];

		if (architecture && strcmp(cpu->architecture, architecture) != 0)
			continue;
		table_add(&table, "%s", cpu->name);
		table_add(&table, "%s", cpu->architecture);
		table_add(&table, "%s", cpu->description ? cpu->description : "");
	}
	table_print(&table, stdout);
	table_free(&table);
}

static void list_json(const struct cpus *cpus, const char *architecture)
{
	json_t *list = json_array();

	for (size_t i = 0; i < cpus->count; i++)
		if (!architecture || strcmp(cpus->items[i].architecture, architecture) == 0)
			json_array_append_new(list, cpu_to_json(&cpus->items[i]));
	json_print(json_pack("{s:o}", "cpus", list));
}

static int compare_flavors(const void *a, const void *b)
{
	return flavor_compare(*(struct flavor *const *)a, *(struct flavor *const *)b);
}

static void print_cpu(const struct cpu *cpu, const struct flavors *flavors)
{
	struct table table = {.columns = 2};
	char *features = strlist_join(&cpu->features, " ");

	printf("%s, %s\n%s\n", cpu->name, cpu->architecture, features);
	free(features);
	for (size_t i = 0; i < flavors->count; i++) {
		const struct flavor *flavor = flavors->items[i];

		if (strcmp(flavor->architecture, cpu->architecture) != 0)
			continue;
		const char *lack = cpu_first_missing(cpu, &flavor->needs);
		table_add(&table, "%s", flavor->name);
		table_add(&table, lack ? "lacks %s" : "runs it", lack);
	}
	table_print(&table, stdout);
	table_free(&table);
}

static void print_json(const struct cpu *cpu, const struct flavors *flavors)
{
	json_t *top = cpu_to_json(cpu);
	json_t *list = json_array();

	for (size_t i = 0; i < flavors->count; i++) {
		const struct flavor *flavor = flavors->items[i];

		if (strcmp(flavor->architecture, cpu->architecture) == 0)
			json_array_append_new(
			    list, json_pack("{s:o, s:o}", "flavor", json_of_text(flavor->name),
			                    "cpu-lacks",
			                    json_of_text(cpu_first_missing(cpu, &flavor->needs))));
	}
	json_object_set_new(top, "flavors", list);
	json_print(top);
}

int cmd_cpu(int argc, char **argv)
{
	struct options options = {0};
	struct cpus cpus = {0};
	struct cpu cpu = {0};
	struct flavors flavors = {0};
	struct error error = {0};
	char *data_dir = plan_data_dir();
	char *file = path_join(data_dir, "flavors/cpus");

	options_parse(&options, OPTIONS_CPU, help, argc, argv);
	if (options.operands.count > 1)
		die("cpu: one CPU at a time; '%s' is one too many", options.operands.items[1]);
	if (cpus_load(&cpus, file, &error) != 0 ||
	    plan_load_catalogue(&flavors, data_dir, &error) != 0 ||
	    flavors_resolve(&flavors, &error) != 0)
		die_of(&error);
	if (flavors.count > 1)
		qsort(flavors.items, flavors.count, sizeof(struct flavor *), compare_flavors);
	const char *architecture = options.plan.architecture;
	if (architecture && !architecture_find(architecture))
		die("--arch %s: is no architecture whose CPUs are known; see hwflavor cpu --list",
		    architecture);
	if (options.list) {
		(options.json ? list_json : print_list)(&cpus, architecture);
	} else {
		const char *name = options.operands.count > 0 ? options.operands.items[0] : NULL;

		if (cpu_choose(&cpu, name, architecture, &cpus, &error) != 0)
			die_of(&error);
		(options.json ? print_json : print_cpu)(&cpu, &flavors);
	}
	finish_output();
	cpu_free(&cpu);
	cpus_free(&cpus);
	flavors_free(&flavors);
	options_free(&options);
	free(file);
	free(data_dir);
	return 0;
}
