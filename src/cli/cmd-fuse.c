// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/table.h"
#include "cli/cli.h"
#include "cli/fuse-libraries.h"

static const char help[] =
    "Usage: hwflavor fuse [OPTIONS] [-- CONFIGURE-ARGS]\n"
    "\n"
    "Builds the baseline and each flavor, and makes of each shared library one that has all\n"
    "flavors inside and chooses when it is loaded: for loaders that search no directory. It\n"
    "takes the place of the baseline's in BUILD/fused/root. A library that cannot be fused\n"
    "safely stays the baseline's, and the reason is said.\n"
    "Options and CONFIGURE-ARGS are those of hwflavor build.\n"
    "\n"
    "  --source DIR      the library's source (default: the current folder)\n"
    "  --build-dir DIR   where it is built (default: hwflavor-build)\n"
    "  --file FILE       the package's hwflavors file\n"
    "  --flavors LIST    the flavors that go into it, with commas between\n"
    "  --arch ARCH       another architecture, by Debian's name (armhf)\n"
    "  --glibc VERSION   the C library of the systems that it is for\n"
    "  -jN, --jobs N     run N jobs at once, over all flavors (default: one a CPU)\n"
    "  -n, --dry-run     show the commands, run none and write nothing\n"
    "  --json            print the closing table as JSON\n"
    "  --help, --version\n";

static char *flavors_of(const struct plan *plan, const struct run_result *result)
{
	struct strlist names = {0};

	for (size_t i = 0; i < plan->count; i++)
		if (result->flavors[i].state == RUN_DONE)
			strlist_add(&names, plan->flavors[i].flavor->name);
	char *text = strlist_join(&names, " ");
	strlist_free(&names);
	return text;
}

static void print_table(const struct fuse_result *fused, const char *flavors)
{
	struct table table = {.columns = 3};

	table_add(&table, "LIBRARY");
	table_add(&table, "SIZE");
	table_add(&table, "FLAVORS INSIDE");
	for (size_t i = 0; i < fused->count; i++) {
		const struct fuse_result_library *library = &fused->libraries[i];

		table_add(&table, "%s", library->path);
		if (library->reason)
			table_add(&table, "-");
		else
			table_add(&table, "%lld KiB", ((long long)library->size + 1023) / 1024);
		table_add(&table, "%s", library->reason ? "not fused" : flavors);
	}
	table_print(&table, stdout);
	table_free(&table);
}

static void print_json(const struct fuse_result *fused, const char *flavors)
{
	json_t *libraries = json_array();

	for (size_t i = 0; i < fused->count; i++) {
		const struct fuse_result_library *library = &fused->libraries[i];

		json_array_append_new(libraries, json_pack("{s:o, s:b, s:I, s:o}", "library",
		                                           json_of_text(library->path), "fused",
		                                           library->reason == NULL, "bytes",
		                                           (json_int_t)library->size, "reason",
		                                           json_of_text(library->reason)));
	}
	json_print(json_pack("{s:o, s:o, s:o}", "root", json_of_text(fused->root), "flavors",
	                     json_of_text(flavors), "libraries", libraries));
}

/* The closing table; whoever refused something is told so above it. */
static int conclude(const struct options *options, const struct plan *plan,
                    const struct run_result *result, const struct fuse_result *fused)
{
	char *flavors = flavors_of(plan, result);

	for (size_t i = 0; i < fused->count; i++)
		if (fused->libraries[i].reason)
			warn("%s", fused->libraries[i].reason);
	if (fused->count == 0)
		warn("the baseline installs no shared library, so there is nothing to fuse; see "
		     "whether it has to be told to build one");
	if (options->json)
		print_json(fused, flavors);
	else
		print_table(fused, flavors);
	finish_output();
	free(flavors);
	return result->failed || fused->done == 0 ? EXIT_WRONG : 0;
}

int cmd_fuse(int argc, char **argv)
{
	struct options options = {0};
	struct plan plan = {0};
	struct run_result result = {0};
	struct fuse_result fused = {0};
	struct error error = {0};
	int status = EXIT_WRONG;

	options_parse(&options, OPTIONS_SOURCE | OPTIONS_RUN, help, argc, argv);
	options.plan.fuse = true;
	run_steps(&options, RUN_INSTALL, &plan, &result);
	if (options.dry_run) {
		status = result.failed ? EXIT_WRONG : 0;
	} else if (result.flavors[0].state != RUN_DONE) {
		report(&options, &plan, &result, NULL);
		warn("nothing is fused: the baseline is not done");
	} else {
		if (fuse_libraries(&plan, &result, &fused, &error) != 0) {
			end_when_interrupted(&options);
			die_of(&error);
		}
		status = conclude(&options, &plan, &result, &fused);
	}
	fuse_libraries_free(&fused);
	run_free(&result);
	plan_free(&plan);
	options_free(&options);
	return status;
}
