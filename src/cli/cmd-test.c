// SPDX-License-Identifier: MIT
#include "cli/cli.h"

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

int cmd_test(int argc, char **argv)
{
	struct options options = {0};
	struct plan plan = {0};
	struct run_result result = {0};

	options_parse(&options, OPTIONS_SOURCE | OPTIONS_RUN, help, argc, argv);
	run_steps(&options, RUN_TEST, &plan, &result);
	int status = report(&options, &plan, &result, NULL);
	run_free(&result);
	plan_free(&plan);
	options_free(&options);
	return status;
}
