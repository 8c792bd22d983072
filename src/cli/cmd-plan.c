// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>

#include "build/values.h"
#include "cli/cli.h"

static const char help[] =
    "Usage: hwflavor plan [OPTIONS] [-- CONFIGURE-ARGS]\n"
    "\n"
    "Prints the values that a build would use, as make variables, or as JSON with --json. Nothing\n"
    "is built or written.\n"
    "\n"
    "  --source DIR      the library's source (default: the current folder)\n"
    "  --build-dir DIR   where it is built (default: hwflavor-build)\n"
    "  --file FILE       the package's hwflavors file (default: debian/hwflavors or hwflavors\n"
    "                    in the source)\n"
    "  --flavors LIST    the flavors to build, with commas between\n"
    "  --arch ARCH       build for another architecture, by Debian's name (armhf)\n"
    "  --glibc VERSION   the C library of the systems that the copies are for\n"
    "  --json            JSON in place of make variables\n"
    "  --help, --version\n";

int cmd_plan(int argc, char **argv)
{
	struct options options = {0};
	struct plan plan = {0};

	options_parse(&options, OPTIONS_SOURCE, help, argc, argv);
	options_plan(&options, &plan);
	char *text = options.json ? values_json_text(&plan) : values_make_text(&plan);
	fputs(text, stdout);
	finish_output();
	free(text);
	plan_free(&plan);
	options_free(&options);
	return 0;
}
