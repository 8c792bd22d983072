// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/finding.h"
#include "cli/cli.h"

enum {
	OPTION_ABLATE = 256,
	OPTION_ARCH,
	OPTION_ASK_LOADER,
	OPTION_BASELINE_TREE,
	OPTION_BUDGET,
	OPTION_BUILD_DIR,
	OPTION_CPU,
	OPTION_DESTDIR,
	OPTION_ENV,
	OPTION_EXPLAIN,
	OPTION_EXPLAIN_TAG,
	OPTION_FILE,
	OPTION_FILES,
	OPTION_FLAVORS,
	OPTION_GLIBC,
	OPTION_HEADERS,
	OPTION_HTML,
	OPTION_HWCAPS_MASK,
	OPTION_HWCAPS_PREPEND,
	OPTION_INSTRUCTIONS,
	OPTION_ISA,
	OPTION_JSON,
	OPTION_LIST,
	OPTION_MATRIX,
	OPTION_NO_RECORD,
	OPTION_ROOT,
	OPTION_SOURCE,
	OPTION_SYSTEM,
	OPTION_VERSION,
};

/* In the order of the help texts; which: the commands that have it, 0 for all. */
static const struct {
	struct option option;
	unsigned which;
} all_options[] = {
    {{"ablate", no_argument, NULL, OPTION_ABLATE}, OPTIONS_BENCH},
    {{"files", no_argument, NULL, OPTION_FILES}, OPTIONS_BENCH},
    {{"instructions", no_argument, NULL, OPTION_INSTRUCTIONS}, OPTIONS_BENCH},
    {{"budget", required_argument, NULL, OPTION_BUDGET}, OPTIONS_BENCH},
    {{"html", required_argument, NULL, OPTION_HTML}, OPTIONS_BENCH},
    {{"no-record", no_argument, NULL, OPTION_NO_RECORD}, OPTIONS_BENCH},
    {{"source", required_argument, NULL, OPTION_SOURCE}, OPTIONS_SOURCE},
    {{"build-dir", required_argument, NULL, OPTION_BUILD_DIR}, OPTIONS_SOURCE},
    {{"file", required_argument, NULL, OPTION_FILE}, OPTIONS_SOURCE | OPTIONS_CHECK | OPTIONS_LIST},
    {{"flavors", required_argument, NULL, OPTION_FLAVORS}, OPTIONS_SOURCE | OPTIONS_CHECK},
    {{"explain", required_argument, NULL, OPTION_EXPLAIN_TAG}, OPTIONS_CHECK},
    {{"isa", required_argument, NULL, OPTION_ISA}, OPTIONS_CHECK},
    {{"destdir", required_argument, NULL, OPTION_DESTDIR}, OPTIONS_DESTDIR},
    {{"jobs", required_argument, NULL, 'j'}, OPTIONS_RUN},
    {{"dry-run", no_argument, NULL, 'n'}, OPTIONS_RUN},
    {{"root", required_argument, NULL, OPTION_ROOT}, OPTIONS_WHICH},
    {{"cpu", required_argument, NULL, OPTION_CPU}, OPTIONS_WHICH | OPTIONS_LIST},
    {{"env", required_argument, NULL, OPTION_ENV}, OPTIONS_WHICH},
    {{"glibc-hwcaps-mask", required_argument, NULL, OPTION_HWCAPS_MASK}, OPTIONS_WHICH},
    {{"glibc-hwcaps-prepend", required_argument, NULL, OPTION_HWCAPS_PREPEND}, OPTIONS_WHICH},
    {{"explain", no_argument, NULL, OPTION_EXPLAIN}, OPTIONS_WHICH},
    {{"matrix", no_argument, NULL, OPTION_MATRIX}, OPTIONS_WHICH},
    {{"ask-loader", no_argument, NULL, OPTION_ASK_LOADER}, OPTIONS_WHICH},
    {{"verbose", no_argument, NULL, 'v'}, OPTIONS_WHICH | OPTIONS_DEBHELPER},
    {{"system", required_argument, NULL, OPTION_SYSTEM}, OPTIONS_DEBHELPER},
    {{"baseline-tree", required_argument, NULL, OPTION_BASELINE_TREE}, OPTIONS_DEBHELPER},
    {{"headers", required_argument, NULL, OPTION_HEADERS}, OPTIONS_DEBHELPER},
    {{"list", no_argument, NULL, OPTION_LIST}, OPTIONS_CPU},
    {{"arch", required_argument, NULL, OPTION_ARCH}, 0},
    {{"glibc", required_argument, NULL, OPTION_GLIBC}, 0},
    {{"json", no_argument, NULL, OPTION_JSON}, 0},
    {{"help", no_argument, NULL, 'h'}, 0},
    {{"version", no_argument, NULL, OPTION_VERSION}, 0},
};

enum { OPTIONS = sizeof(all_options) / sizeof(all_options[0]) };

static unsigned parse_jobs(const char *text)
{
	char *end;

	errno = 0;
	unsigned long jobs = strtoul(text, &end, 10);
	if (errno != 0 || *end != '\0' || text[0] < '0' || text[0] > '9' || jobs == 0 ||
	    jobs > 65536)
		die("-j %s: write a number of jobs, such as -j4", text);
	return (unsigned)jobs;
}

/* An option of which or cpu; false for another one. */
static bool take_which(struct options *options, int option)
{
	switch (option) {
	case OPTION_ASK_LOADER:
		options->ask_loader = true;
		return true;
	case OPTION_CPU:
		strlist_add(&options->cpus, optarg);
		return true;
	case OPTION_ENV:
		strlist_add(&options->environment, optarg);
		return true;
	case OPTION_EXPLAIN:
		options->explain = true;
		return true;
	case OPTION_HWCAPS_MASK:
		options->hwcaps_mask = optarg;
		return true;
	case OPTION_HWCAPS_PREPEND:
		options->hwcaps_prepend = optarg;
		return true;
	case OPTION_LIST:
		options->list = true;
		return true;
	case OPTION_MATRIX:
		options->matrix = true;
		return true;
	case OPTION_ROOT:
		options->root = optarg;
		return true;
	case 'v':
		options->verbose = true;
		return true;
	default:
		return false;
	}
}

static double parse_budget(const char *text)
{
	char *end;
	double seconds = strtod(text, &end);

	if (end == text || *end != '\0' || !(seconds > 0 && seconds < 1e7))
		die("--budget %s: write a number of seconds, such as 300", text);
	return seconds;
}

/* An option of bench; false for another one. */
static bool take_bench(struct options *options, int option)
{
	switch (option) {
	case OPTION_ABLATE:
		options->plan.ablate = true;
		return true;
	case OPTION_BUDGET:
		options->budget = parse_budget(optarg);
		return true;
	case OPTION_FILES:
		options->plan.no_files = true;
		return true;
	case OPTION_HTML:
		options->html = optarg;
		return true;
	case OPTION_INSTRUCTIONS:
		options->instructions = true;
		return true;
	case OPTION_NO_RECORD:
		options->no_record = true;
		return true;
	default:
		return false;
	}
}

static void take(struct options *options, int option, const char *help)
{
	if (take_which(options, option) || take_bench(options, option))
		return;
	switch (option) {
	case OPTION_ARCH:
		options->plan.architecture = optarg;
		return;
	case OPTION_BASELINE_TREE:
		options->plan.baseline_tree = optarg;
		return;
	case OPTION_BUILD_DIR:
		options->plan.build_dir = optarg;
		return;
	case OPTION_DESTDIR:
		options->destdir = optarg;
		return;
	case OPTION_EXPLAIN_TAG:
		options->explain_tag = optarg;
		return;
	case OPTION_FILE:
		options->plan.file = optarg;
		return;
	case OPTION_FLAVORS:
		options->plan.flavors = optarg;
		return;
	case OPTION_GLIBC:
		options->plan.glibc = optarg;
		return;
	case OPTION_HEADERS:
		options->headers = optarg;
		return;
	case OPTION_ISA:
		options->isa = optarg;
		return;
	case OPTION_JSON:
		options->json = true;
		return;
	case OPTION_SOURCE:
		options->plan.source = optarg;
		return;
	case OPTION_SYSTEM:
		options->plan.debhelper = optarg;
		return;
	case 'j':
		options->jobs = parse_jobs(optarg);
		return;
	case 'n':
		options->dry_run = true;
		return;
	case 'h':
		fputs(help, stdout);
		break;
	case OPTION_VERSION:
		printf("hwflavor %s\n", PACKAGE_VERSION);
		break;
	}
	finish_output();
	exit(0);
}

/* getopt says what is wrong, but neither with our name in front nor with what to do. */
static _Noreturn void refuse(const char *command, int result, const char *argument,
                             const struct option *options, bool takes_arguments)
{
	struct strlist names = {0};

	if (result == ':')
		die("%s needs a value; see hwflavor %s --help", argument, command);
	for (size_t i = 0; options[i].name; i++)
		strlist_add_taken(&names, str_format("--%s", options[i].name));
	char *name = xstrndup(argument, strcspn(argument, "="));
	const char *near = did_you_mean(name, &names);
	if (near && strcmp(near, name) == 0)
		die("%s takes no value; see hwflavor %s --help", near, command);
	if (near)
		die("%s has no option %s; did you mean %s?", command, name, near);
	die("%s has no option %s%s; see hwflavor %s --help", command, name,
	    takes_arguments ? " (configure's arguments stand after --)" : "", command);
}

void options_parse(struct options *options, unsigned which, const char *help, int argc, char **argv)
{
	struct option mine[OPTIONS + 1] = {0};
	size_t count = 0;
	int option;

	for (size_t i = 0; i < OPTIONS; i++)
		if (all_options[i].which == 0 || (all_options[i].which & which))
			mine[count++] = all_options[i].option;
	opterr = 0;
	options->budget = 300;
	for (;;) {
		int at = optind > 0 ? optind : 1;

		option = getopt_long(argc, argv,
		                     which & OPTIONS_RUN        ? "+:hj:n"
		                     : which & OPTIONS_OPERANDS ? ":hv"
		                                                : "+:h",
		                     mine, NULL);
		if (option == -1)
			break;
		if (option == '?' || option == ':')
			refuse(argv[0], option, argv[at], mine, which & OPTIONS_SOURCE);
		take(options, option, help);
	}
	if (which & OPTIONS_OPERANDS) {
		for (; optind < argc; optind++)
			strlist_add(&options->operands, argv[optind]);
		return;
	}
	if (options->dry_run && options->json)
		die("%s: -n shows commands, which are no JSON; take out one of them (hwflavor plan "
		    "--json shows what would be built)",
		    argv[0]);
	if ((which & OPTIONS_RUN) && run_above_is_dry())
		options->dry_run = true;
	bool separated = optind > 1 && strcmp(argv[optind - 1], "--") == 0;
	if (optind < argc && !(separated && (which & OPTIONS_SOURCE)))
		die("%s: '%s' is one argument too many%s; see hwflavor %s --help", argv[0],
		    argv[optind],
		    which & OPTIONS_SOURCE ? " (configure's arguments stand after --)" : "",
		    argv[0]);
	for (; optind < argc; optind++)
		strlist_add(&options->plan.configure, argv[optind]);
}

void options_free(struct options *options)
{
	strlist_free(&options->plan.configure);
	strlist_free(&options->cpus);
	strlist_free(&options->environment);
	strlist_free(&options->operands);
}

/* A slip in an Allow line is said at once, not by the check at the end of all builds. */
static void check_allowances(const struct plan *plan)
{
	struct findings findings = {0};
	struct error error = {0};

	if (findings_allow(&findings, &plan->recipe, &error) != 0)
		die_of(&error);
	findings_free(&findings);
}

void options_plan(const struct options *options, struct plan *plan)
{
	struct error error = {0};

	if (plan_resolve(plan, &options->plan, &error) != 0)
		die_of(&error);
	check_allowances(plan);
	for (size_t i = 0; i < plan->left_out_count; i++)
		warn("%s: not built: %s", plan->left_out[i].flavor->name, plan->left_out[i].reason);
	for (size_t i = 0; i < plan->count && !plan->fuse; i++) {
		const struct flavor *flavor = plan->flavors[i].flavor;

		if (!flavor_has_loader(&plan->catalogue, flavor))
			warn("%s: no known loader searches %s on %s; correct its Directory, or add "
			     "a Loader field",
			     flavor->name, flavor->directory, flavor->architecture);
	}
}

_Noreturn void die_of(const struct error *error)
{
	die("%s", error->text);
}

void finish_output(void)
{
	if (fflush(stdout) != 0 || ferror(stdout))
		die("the output cannot be written:");
}
