// SPDX-License-Identifier: MIT
#include "cli/cli.h"

static const char help[] =
    "Usage: hwflavor build [OPTIONS] [-- CONFIGURE-ARGS]\n"
    "\n"
    "Configures and builds the baseline and each flavor in BUILD/FLAVOR/tree. What was built\n"
    "already is not built again; an interrupted build goes on where it was.\n"
    "\n"
    "  --source DIR      the library's source (default: the current folder)\n"
    "  --build-dir DIR   where to build it (default: hwflavor-build)\n"
    "  --file FILE       the package's hwflavors file (default: debian/hwflavors or hwflavors\n"
    "                    in the source)\n"
    "  --flavors LIST    the flavors to build, with commas between\n"
    "  --arch ARCH       build for another architecture, by Debian's name (armhf)\n"
    "  --glibc VERSION   the C library of the systems that the copies are for\n"
    "  -jN, --jobs N     run N jobs at once, over all flavors (default: one a CPU)\n"
    "  -n, --dry-run     show the commands, run none and write nothing\n"
    "  --json            print the closing table as JSON\n"
    "  --help, --version\n";

int cmd_build(int argc, char **argv)
{
	struct options options = {0};
	struct plan plan = {0};
	struct run_result result = {0};

	options_parse(&options, OPTIONS_SOURCE | OPTIONS_RUN, help, argc, argv);
	run_steps(&options, RUN_BUILD, &plan, &result);
	int status = report(&options, &plan, &result, NULL);
	run_free(&result);
	plan_free(&plan);
	options_free(&options);
	return status;
}
