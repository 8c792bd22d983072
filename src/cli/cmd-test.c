// SPDX-License-Identifier: MIT
#include "cli/cli.h"
#include "cli/fuse-libraries.h"

static const char help[] =
    "Usage: hwflavor test [OPTIONS] [-- CONFIGURE-ARGS]\n"
    "\n"
    "Runs each flavor's own test suite in its own tree, which is built first if need be: natively\n"
    "where this CPU has the flavor's features, else in qemu-user, else not at all, which is said.\n"
    "Options and CONFIGURE-ARGS are those of hwflavor build, and must be the same.\n"
    "\n"
    "  --source DIR      the library's source (default: the current folder)\n"
    "  --build-dir DIR   where it is built (default: hwflavor-build)\n"
    "  --file FILE       the package's hwflavors file\n"
    "  --flavors LIST    the flavors to test, with commas between\n"
    "  --arch ARCH       another architecture, by Debian's name (armhf)\n"
    "  --glibc VERSION   the C library of the systems that the copies are for\n"
    "  -jN, --jobs N     run N jobs at once, over all flavors (default: one a CPU)\n"
    "  -n, --dry-run     show the commands, run none and write nothing\n"
    "  --json            print the closing table as JSON\n"
    "  --help, --version\n";

/* With Delivery: fuse each suite is run with the fused libraries in its tree (scripts/run-step). */
static void test_fused(const struct options *options, const struct plan *plan,
                       struct run_result *result)
{
	struct fuse_result fused = {0};
	struct error error = {0};

	if (result->flavors[0].state == RUN_DONE &&
	    fuse_libraries(plan, result, &fused, &error) != 0) {
		end_when_interrupted(options);
		die_of(&error);
	}
	for (size_t i = 0; i < fused.count; i++)
		if (fused.libraries[i].reason)
			warn("%s; each flavor is tested with its own", fused.libraries[i].reason);
	if (fused.count == 0 && result->flavors[0].state == RUN_DONE)
		warn(
		    "the baseline installs no shared library, so none is fused; see whether it has "
		    "to be told to build one");
	fuse_libraries_free(&fused);
	run_more(options, RUN_TEST, plan, result);
}

int cmd_test(int argc, char **argv)
{
	struct options options = {0};
	struct plan plan = {0};
	struct run_result result = {0};

	options_parse(&options, OPTIONS_SOURCE | OPTIONS_RUN, help, argc, argv);
	run_steps(&options, RUN_TEST, &plan, &result);
	if (plan.fuse && !options.dry_run)
		test_fused(&options, &plan, &result);
	int status = report(&options, &plan, &result, NULL);
	run_free(&result);
	plan_free(&plan);
	options_free(&options);
	return status;
}
