// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/table.h"
#include "cli/cli.h"
#include "flavor/cpu.h"
#include "flavor/machine.h"
#include "flavor/needs.h"
#include "loader/hwcaps.h"

static const char help[] =
    "Usage: hwflavor list [OPTIONS]\n"
    "\n"
    "Lists the flavors of an architecture, worst first: whether the loader searches each one's\n"
    "directory, whether this CPU runs it, and which one this machine would therefore use.\n"
    "\n"
    "  --file FILE       with the flavors of this hwflavors file too\n"
    "  --arch ARCH       another architecture, by Debian's name (armhf)\n"
    "  --cpu CPU         another CPU, as in hwflavor which (default: this one)\n"
    "  --glibc VERSION   the loader of another C library (default: this machine's)\n"
    "  --json            JSON in place of a table\n"
    "  --help, --version\n";

/* One row: what the loader and this CPU say to a flavor. */
struct row {
	const struct flavor *flavor;
	char *unsearched;    /* why the loader passes it over, or NULL */
	const char *missing; /* a feature this CPU lacks, or NULL */
	bool used;           /* of all copies the loader takes this one on this CPU */
};

struct listing {
	struct flavors catalogue;
	const char *architecture;
	struct glibc glibc;
	bool native;    /* this machine runs the architecture's programs, or a CPU is named */
	struct cpu cpu; /* of --cpu, or this one */
	bool other_cpu;
	struct row *rows;
	size_t count;
};

static const char *missing_feature(const struct listing *listing, const struct flavor *flavor)
{
	if (listing->other_cpu)
		return cpu_first_missing(&listing->cpu, &flavor->needs);
	return listing->native ? flavor_missing_feature(flavor) : NULL;
}

static void add_rows(struct listing *listing)
{
	for (size_t i = 0; i < listing->catalogue.count; i++) {
		const struct flavor *flavor = listing->catalogue.items[i];

		if (strcmp(flavor->architecture, listing->architecture) != 0)
			continue;
		listing->rows =
		    xreallocarray(listing->rows, listing->count + 1, sizeof(*listing->rows));
		listing->rows[listing->count++] = (struct row){
		    .flavor = flavor,
		    .unsearched = flavor_unsearched(flavor, listing->glibc),
		    .missing = missing_feature(listing, flavor),
		};
	}
}

static int compare_rows(const void *a, const void *b)
{
	return flavor_compare(((const struct row *)a)->flavor, ((const struct row *)b)->flavor);
}

/* As hwflavor which does: the first directory of the loader's list that a flavor has. */
static void choose(struct listing *listing)
{
	const struct environment nothing = {0};
	struct hwcaps hwcaps;
	bool found = false;

	if (listing->count > 1)
		qsort(listing->rows, listing->count, sizeof(*listing->rows), compare_rows);
	if (!listing->native)
		return;
	hwcaps_find(&hwcaps, listing->architecture, listing->glibc, &listing->cpu, &nothing);
	for (size_t i = 0; i < hwcaps.searched.count && !found; i++)
		for (size_t k = 0; k < listing->count && !found; k++) {
			struct row *row = &listing->rows[k];
			char *directory = str_format("%s/", row->flavor->directory);

			found = flavor_is_baseline(row->flavor)
			            ? hwcaps.searched.items[i][0] == '\0'
			            : strcmp(hwcaps.searched.items[i], directory) == 0;
			row->used = found;
			free(directory);
		}
	hwcaps_free(&hwcaps);
}

static void print_table(const struct listing *listing)
{
	struct table table = {.columns = 5};

	table_add(&table, "FLAVOR");
	table_add(&table, "DIRECTORY");
	table_add(&table, "GLIBC %u.%u", listing->glibc.major, listing->glibc.minor);
	table_add(&table, listing->other_cpu ? "CPU" : "THIS CPU");
	table_add(&table, "USED");
	for (size_t i = 0; i < listing->count; i++) {
		const struct row *row = &listing->rows[i];

		table_add(&table, "%s", row->flavor->name);
		table_add(&table, "%s", row->flavor->directory);
		table_add(&table, "%s", row->unsearched ? "not searched" : "searched");
		if (!listing->native)
			table_add(&table, "-");
		else
			table_add(&table, row->missing ? "lacks %s" : "runs it", row->missing);
		table_add(&table, "%s", row->used ? "yes" : "");
	}
	table_print(&table, stdout);
	table_free(&table);
	for (size_t i = 0; i < listing->count; i++)
		if (listing->rows[i].unsearched)
			printf("%s: %s\n", listing->rows[i].flavor->name,
			       listing->rows[i].unsearched);
	for (size_t i = 0; i < listing->count; i++)
		if (listing->rows[i].used && listing->rows[i].missing)
			printf("%s: glibc %u.%u takes it although the CPU lacks %s: it may fault\n",
			       listing->rows[i].flavor->name, listing->glibc.major,
			       listing->glibc.minor, listing->rows[i].missing);
}

static void print_json(const struct listing *listing)
{
	char *glibc = str_format("%u.%u", listing->glibc.major, listing->glibc.minor);
	json_t *flavors = json_array();

	for (size_t i = 0; i < listing->count; i++) {
		const struct row *row = &listing->rows[i];
		json_t *runs = !listing->native ? json_null() : json_boolean(!row->missing);

		json_array_append_new(
		    flavors,
		    json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:b, s:b, s:o, s:o, s:o, s:b}",
		              "flavor", row->flavor->name, "directory",
		              json_of_text(row->flavor->directory), "description",
		              json_of_text(row->flavor->description), "cflags",
		              json_of_list(&row->flavor->cflags), "ldflags",
		              json_of_list(&row->flavor->ldflags), "features",
		              json_of_list(&row->flavor->needs), "default", row->flavor->is_default,
		              "searched", !row->unsearched, "unsearched",
		              json_of_text(row->unsearched), "cpu-runs", runs, "cpu-lacks",
		              json_of_text(row->missing), "used", row->used));
	}
	json_t *top = json_pack("{s:s, s:s, s:o}", "architecture", listing->architecture, "glibc",
	                        glibc, "flavors", flavors);
	json_print(top);
	free(glibc);
}

static void choose_cpu(struct listing *listing, const char *text, const char *data_dir)
{
	char *file = path_join(data_dir, "flavors/cpus");
	struct cpus cpus = {0};
	struct error error = {0};

	if (cpus_load(&cpus, file, &error) != 0 ||
	    cpu_choose(&listing->cpu, text, listing->architecture, &cpus, &error) != 0)
		die_of(&error);
	listing->native = true;
	listing->other_cpu = text != NULL;
	cpus_free(&cpus);
	free(file);
}

static void free_listing(struct listing *listing)
{
	for (size_t i = 0; i < listing->count; i++)
		free(listing->rows[i].unsearched);
	free(listing->rows);
	flavors_free(&listing->catalogue);
	cpu_free(&listing->cpu);
}

int cmd_list(int argc, char **argv)
{
	struct options options = {0};
	struct listing listing = {0};
	struct recipe recipe = {0};
	struct error error = {0};
	char *data_dir = plan_data_dir();

	options_parse(&options, OPTIONS_LIST, help, argc, argv);
	listing.architecture =
	    options.plan.architecture ? options.plan.architecture : machine_architecture();
	if (!architecture_find(listing.architecture))
		die("no architecture %s is known; give --arch one of Debian's names, such as amd64 "
		    "or armhf",
		    listing.architecture);
	listing.glibc = glibc_running();
	if (options.plan.glibc && !glibc_parse(options.plan.glibc, &listing.glibc))
		die("--glibc %s: write a version such as 2.36", options.plan.glibc);
	listing.native = machine_runs(listing.architecture);
	if (plan_load_catalogue(&listing.catalogue, data_dir, &error) != 0 ||
	    (options.plan.file && recipe_read(&recipe, options.plan.file, ".", &listing.catalogue,
	                                      listing.architecture, &error) != 0) ||
	    flavors_resolve(&listing.catalogue, &error) != 0)
		die_of(&error);
	if (options.cpus.count > 0 || listing.native)
		choose_cpu(&listing,
		           options.cpus.count > 0 ? options.cpus.items[options.cpus.count - 1]
		                                  : NULL,
		           data_dir);
	add_rows(&listing);
	choose(&listing);
	(options.json ? print_json : print_table)(&listing);
	finish_output();
	free_listing(&listing);
	recipe_free(&recipe);
	options_free(&options);
	free(data_dir);
	return 0;
}
