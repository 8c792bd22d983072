// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "cli/cli.h"

static const struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *summary;
} commands[] = {
    {"list", cmd_list, "the flavors, their directories, and which this CPU and loader would use"},
    {"plan", cmd_plan, "the resolved values of a build, as make variables or JSON"},
    {"build", cmd_build, "configure and build each flavor in its own tree"},
    {"test", cmd_test, "run each flavor's own test suite, emulated where this CPU cannot"},
    {"install", cmd_install, "install the baseline whole, and the flavors' copies beside it"},
    {"bench", cmd_bench, "measure how much faster each flavor is; build obeys what it records"},
    {"fuse", cmd_fuse, "make one library with all flavors inside, which chooses by itself"},
    {"check", cmd_check, "what is wrong with an installed tree, a package, or two libraries"},
    {"which", cmd_which, "the copy of a library that a CPU and loader take, and why"},
    {"debhelper", cmd_debhelper,
     "one step of every flavor of a Debian package, for debhelper's add-on"},
    {"cpu", cmd_cpu, "the features of a CPU, this one or a named one, and the flavors it runs"},
};

enum { COMMANDS = sizeof(commands) / sizeof(commands[0]) };

static void print_help(void)
{
	printf("Usage: hwflavor COMMAND [OPTIONS]\n"
	       "\n"
	       "Builds one source of a shared library once per CPU flavor, and installs each copy\n"
	       "where the dynamic loader looks for it.\n"
	       "\n"
	       "Commands:\n");
	for (size_t i = 0; i < COMMANDS; i++)
		printf("  %-9s  %s\n", commands[i].name, commands[i].summary);
	printf("\n"
	       "hwflavor COMMAND --help has a command's options; hwflavor(1) has it all.\n"
	       "Exit status: 0 all well; 1 done, but something is wrong (a failed flavor);\n"
	       "2 the request cannot be carried out.\n");
}

int main(int argc, char **argv)
{
	struct strlist names = {0};

	if (argc < 2)
		die("no command is given; see hwflavor --help");
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		print_help();
		finish_output();
		return 0;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("hwflavor %s\n", PACKAGE_VERSION);
		finish_output();
		return 0;
	}
	for (size_t i = 0; i < COMMANDS; i++)
		if (strcmp(argv[1], commands[i].name) == 0)
			return commands[i].run(argc - 1, argv + 1);
	for (size_t i = 0; i < COMMANDS; i++)
		strlist_add(&names, commands[i].name);
	const char *near = did_you_mean(argv[1], &names);
	if (near)
		die("no command %s; did you mean %s?", argv[1], near);
	die("no command %s; see hwflavor --help", argv[1]);
}
