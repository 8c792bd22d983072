// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/bench.h"
#include "cli/cli.h"
#include "cli/fuse-libraries.h"

static const char help[] =
    "Usage: hwflavor bench [OPTIONS] [-- CONFIGURE-ARGS]\n"
    "\n"
    "Measures with the benchmarks of the package's file how many times as fast each flavor's\n"
    "copy is as the baseline's, and writes it to hwflavors.bench, which hwflavor build obeys.\n"
    "Each flavor is built first if need be.\n"
    "\n"
    "  --ablate          also each flavor's flags, and its configure arguments, alone\n"
    "  --files           also everything without the Files paragraphs\n"
    "  --instructions    count executed instructions in an emulator, instead of time\n"
    "  --budget SECONDS  the most time for a benchmark (default: 300)\n"
    "  --html FILE       also write a page with the results\n"
    "  --no-record       leave hwflavors.bench as it is\n"
    "  --source DIR      the library's source (default: the current folder)\n"
    "  --build-dir DIR   where it is built (default: hwflavor-build)\n"
    "  --file FILE       the package's hwflavors file\n"
    "  --flavors LIST    the flavors to measure, with commas between\n"
    "  --arch ARCH       another architecture, by Debian's name (armhf)\n"
    "  --glibc VERSION   the C library of the systems that the copies are for\n"
    "  -jN, --jobs N     run N jobs at once while building (default: one a CPU)\n"
    "  -n, --dry-run     show the commands, run none and write nothing\n"
    "  --json            print the results as JSON\n"
    "  --help, --version\n";

static void die_or_end(const struct options *options, const struct error *error)
{
	end_when_interrupted(options);
	die_of(error);
}

/* What commands can ask for; and makes of a tree that has the launcher in CC must find it. */
static void set_environment(const struct plan *plan)
{
	const char *path = getenv("PATH");
	char *record = path_absolute(plan->recipe.record_file), *folder = path_dir(record);
	char *dir, *all;

	setenv("HWFLAVOR_SOURCE", plan->source, 1);
	setenv("HWFLAVOR_FOLDER", folder, 1);
	setenv("CC", plan->toolchain.cc, 1);
	setenv("CXX", plan->toolchain.cxx, 1);
	free(folder);
	free(record);
	if (!plan->launcher)
		return;
	dir = path_dir(plan->launcher);
	all = str_format("%s%s%s", dir, path ? ":" : "", path ? path : "");
	setenv("PATH", all, 1);
	setenv("HWFLAVOR_FILES", "", 1);
	free(all);
	free(dir);
}

/* With Delivery: fuse it is the fused libraries that are measured. */
static void fuse(const struct options *options, const struct plan *plan,
                 const struct run_result *result, struct fuse_result *fused)
{
	struct error error = {0};

	if (fuse_libraries(plan, result, fused, &error) != 0)
		die_or_end(options, &error);
	for (size_t i = 0; i < fused->count; i++)
		if (fused->libraries[i].reason)
			warn(
			    "%s; the baseline's is measured in its place, as it would be installed",
			    fused->libraries[i].reason);
	if (fused->done == 0)
		die("nothing is measured: no library is fused");
}

static void measure(const struct options *options, const struct plan *plan, struct bench *bench,
                    struct record *results)
{
	struct error error = {0};

	set_environment(plan);
	if (bench_build(bench, plan, &error) != 0)
		die_or_end(options, &error);
	for (size_t i = 0; i < plan->recipe.benchmarks.count; i++) {
		const struct benchmark *benchmark = &plan->recipe.benchmarks.items[i];

		if (bench->contest.counter)
			fprintf(stderr, "hwflavor: %s: counting instructions of %zu copies\n",
			        benchmark->name, bench->contest.count);
		else
			fprintf(stderr, "hwflavor: %s: measuring %zu copies, for at most %.0f s\n",
			        benchmark->name, bench->contest.count, options->budget);
		if (contest_run(&bench->contest, benchmark, results, &error) != 0)
			die_or_end(options, &error);
	}
}

/* Takes the results over. */
static void keep_record(const struct plan *plan, struct record *results)
{
	struct record record = {0};
	struct error error = {0};

	if (record_read(&record, plan->recipe.record_file, &error) != 0)
		die_of(&error);
	for (size_t i = 0; i < results->count; i++)
		record_drop(&record, &results->items[i]);
	for (size_t i = 0; i < results->count; i++)
		record_add(&record, results->items[i]);
	results->count = 0;
	if (record_write(&record, plan->recipe.record_file, &error) != 0)
		die_of(&error);
	record_free(&record);
}

static void write_page(const char *file, const struct plan *plan, const struct summary *summary)
{
	struct error error = {0};
	char *page = summary_to_page(summary, path_name(plan->source));

	if (file_write(file, page, strlen(page), &error) != 0)
		die_of(&error);
	free(page);
}

static void output(const struct options *options, const struct plan *plan,
                   const struct summary *summary, struct record *results)
{
	if (options->html)
		write_page(options->html, plan, summary);
	if (options->json)
		json_print(summary_to_json(summary));
	else
		summary_print(summary, stdout);
	if (!options->no_record && results->count > 0) {
		keep_record(plan, results);
		if (!options->json)
			printf("recorded in %s\n", plan->recipe.record_file);
	}
	finish_output();
}

/* For --dry-run, after the steps of the build. */
static void show(const struct plan *plan)
{
	for (size_t i = 0; i < plan->recipe.benchmarks.count; i++) {
		const struct benchmark *benchmark = &plan->recipe.benchmarks.items[i];

		if (benchmark->build)
			printf("+ %s\n", benchmark->build);
		printf("+ %s\n", benchmark->command);
	}
	finish_output();
}

int cmd_bench(int argc, char **argv)
{
	struct options options = {0};
	struct plan plan = {0};
	struct run_result result = {0};
	struct bench bench = {0};
	struct record results = {0};
	struct summary summary = {.results = &results};
	struct fuse_result fused = {0};
	struct error error = {0};

	options.plan.measure = true;
	options_parse(&options, OPTIONS_SOURCE | OPTIONS_RUN | OPTIONS_BENCH, help, argc, argv);
	run_steps(&options, RUN_INSTALL, &plan, &result);
	int status = result.failed ? EXIT_WRONG : 0;
	if (options.dry_run) {
		show(&plan);
		run_free(&result);
		plan_free(&plan);
		options_free(&options);
		return status;
	}
	if (result.flavors[0].state != RUN_DONE)
		die("nothing is measured: the baseline is not done");
	bench.contest.budget = options.budget;
	if (plan.fuse)
		fuse(&options, &plan, &result, &fused);
	if (bench_prepare(&bench, &plan, &result, plan.fuse ? fused.root : NULL,
	                  options.instructions, &summary, &error) != 0)
		die_or_end(&options, &error);
	if (bench.contest.count > 1)
		measure(&options, &plan, &bench, &results);
	output(&options, &plan, &summary, &results);
	strlist_free(&summary.needs);
	strlist_free(&summary.left_out);
	record_free(&results);
	bench_free(&bench);
	fuse_libraries_free(&fused);
	run_free(&result);
	plan_free(&plan);
	options_free(&options);
	return status;
}
