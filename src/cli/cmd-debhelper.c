// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "build/lock.h"
#include "build/tuning.h"
#include "cli/cli.h"
#include "cli/debhelper-fused.h"

static const char help[] =
    "Usage: hwflavor debhelper STEP --system NAME [OPTIONS] [-- ARGUMENTS]\n"
    "\n"
    "Runs one step of every flavor of a Debian package: prepare (a copy of the source each),\n"
    "configure, build, test or install, which repeat dh_auto_STEP with its ARGUMENTS; or gather,\n"
    "which puts the flavors' copies into a package's tree, or with Delivery: fuse, for which\n"
    "install makes them, the fused libraries in the baseline's place. For the debhelper sequence\n"
    "hwflavor, which calls it in the right order; see dh_hwflavor(1).\n"
    "\n"
    "  --system NAME        debhelper's name of the build system (cmake+makefile)\n"
    "  --baseline-tree DIR  where the baseline was configured\n"
    "  --destdir DIR        of gather: the package's tree, debian/PACKAGE\n"
    "  --headers DIR        of gather: the root that has the baseline's headers\n"
    "  --source DIR         the top of the package's source\n"
    "  --build-dir DIR      where the flavors are built\n"
    "  --file FILE          the package's hwflavors file\n"
    "  --flavors LIST       the flavors, with commas between\n"
    "  --arch ARCH          the architecture, by Debian's name\n"
    "  --glibc VERSION      the C library of the release\n"
    "  -jN, --jobs N        run N jobs at once, over all flavors\n"
    "  --verbose            print each step's log whole when it ends\n"
    "  -n, --dry-run        show the commands, run none and write nothing\n"
    "  --help, --version\n";

enum { STEP_GATHER = RUN_INSTALL + 1 };

static const char *const steps[] = {
    [RUN_PREPARE] = "prepare", [RUN_CONFIGURE] = "configure", [RUN_BUILD] = "build",
    [RUN_TEST] = "test",       [RUN_INSTALL] = "install",     [STEP_GATHER] = "gather",
};

enum { STEPS = sizeof(steps) / sizeof(steps[0]) };

static unsigned find_step(const char *name)
{
	struct strlist names = {0};

	for (unsigned i = 0; i < STEPS; i++) {
		if (strcmp(steps[i], name) == 0) {
			strlist_free(&names);
			return i;
		}
		strlist_add(&names, steps[i]);
	}
	const char *near = did_you_mean(name, &names);
	if (near)
		die("debhelper has no step %s; did you mean %s?", name, near);
	die("debhelper has no step %s; see hwflavor debhelper --help", name);
}

/* Said once, in the first step. */
static void resolve(const struct options *options, unsigned step, struct plan *plan)
{
	struct error error = {0};

	if (step == RUN_PREPARE)
		options_plan(options, plan);
	else if (plan_resolve(plan, &options->plan, &error) != 0)
		die_of(&error);
	if (plan->count == 0 && plan->left_out_count == 0 && step == RUN_PREPARE)
		warn("no flavor is built for %s: the package is built as without hwflavor",
		     plan->architecture->name);
}

static int run_step(const struct options *options, enum run_step step, const struct plan *plan)
{
	struct run_request request = {step, options->jobs, options->dry_run, options->verbose};
	struct run_result result = {0};
	struct error error = {0};
	int lock = options->dry_run ? -1 : lock_build_dir(plan->build_dir, &error);

	if (!options->dry_run && lock < 0)
		die_of(&error);
	run_catch_signals();
	if (run_make(plan, &request, lock, &result, &error) != 0) {
		end_when_interrupted(options);
		die_of(&error);
	}
	end_when_interrupted(options);
	for (size_t i = 0; i < result.count; i++) {
		const struct run_flavor *flavor = &result.flavors[i];

		if (flavor->note && (flavor->state == RUN_UNTESTED ||
		                     (flavor->state == RUN_LEFT_OUT && step == RUN_PREPARE)))
			warn("%s: %s%s", plan->flavors[i].flavor->name,
			     flavor->state == RUN_UNTESTED ? "NOT TESTED: " : "not built: ",
			     flavor->note);
	}
	bool failed = result.failed;
	if (step == RUN_INSTALL && plan->fuse && !failed && !options->dry_run)
		debhelper_fuse(options, plan, &result);
	run_free(&result);
	return failed ? EXIT_WRONG : 0;
}

/* "FLAVOR DESTINATION PATH" for dh_hwflavor, and a line for people. */
static void say_copies(const struct gather_result *copies, const char *destdir)
{
	for (size_t i = 0; i < copies->count; i++) {
		const struct gather_copy *copy = &copies->copies[i];

		if (copy->state == GATHER_DELIVERED) {
			printf("%s %s %s\n", copy->flavor, destdir, copy->installed);
			warn("%s: %s%s (%lld KiB)", copy->flavor, destdir, copy->installed,
			     ((long long)copy->size + 1023) / 1024);
		} else if (copy->state == GATHER_STALE) {
			warn("%s%s: is there already, though hwflavor has not put it there; let "
			     "one of both do it",
			     destdir, copy->installed);
		} else {
			warn("%s: no copy of %s: %s", copy->flavor, copy->library, copy->reason);
		}
	}
}

static bool is_left_out(const struct plan *plan, const char *flavor)
{
	char *path = str_format("%s/%s/left-out", plan->build_dir, flavor);
	bool left_out = path_is_file(path);

	free(path);
	return left_out;
}

/* The tree of another package than the one in destdir; without one (NULL), destdir. Caller frees.
 */
static char *tree_of(const char *destdir, const char *package)
{
	if (!package)
		return xstrdup(destdir);
	char *folder = path_dir(destdir), *path = path_join(folder, package);

	free(folder);
	return path;
}

static bool same_package(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

/* The flavors whose copies go to one package, checked with the debug information that dh_strip will
 * take away. Returns whether there were no errors. */
static bool gather_package(const struct options *options, const struct plan *plan,
                           const char *package, struct findings *findings)
{
	struct gather_flavor *flavors = xcalloc(plan->count, sizeof(*flavors));
	struct gather_result copies = {0};
	struct strlist roots = {0};
	struct error error = {0};
	size_t count = 0;

	plan_roots(plan, &roots);
	for (size_t i = 0; i < plan->count; i++) {
		const struct flavor *flavor = plan->flavors[i].flavor;

		if (same_package(flavor->package, package) && !is_left_out(plan, flavor->name))
			flavors[count++] =
			    (struct gather_flavor){flavor->name, flavor->directory, roots.items[i]};
	}
	char *destdir = tree_of(options->destdir, package);
	struct approval approval = {.plan = plan,
	                            .baseline_root = options->destdir,
	                            .headers_root =
	                                options->headers ? options->headers : options->destdir,
	                            .findings = *findings};
	struct gather_request request = {.baseline_root = options->destdir,
	                                 .copies_only = true,
	                                 .flavors = flavors,
	                                 .flavor_count = count,
	                                 .modules = &plan->recipe.modules,
	                                 .destdir = destdir,
	                                 .stop = &run_signal,
	                                 .approve = approve_copies,
	                                 .data = &approval};
	int outcome = gather_install(&request, &copies, &error);

	*findings = approval.findings;
	end_when_interrupted(options);
	if (outcome != 0 && findings_count(findings, SEVERITY_ERROR) == 0)
		die_of(&error);
	error_clear(&error);
	if (outcome == 0)
		say_copies(&copies, destdir);
	gather_free(&copies);
	free(destdir);
	free(flavors);
	strlist_free(&roots);
	return outcome == 0;
}

/*
 * Package by package, each once; the baseline's own last, since the others are compared with it and
 * copies would be taken for libraries of it.
 */
static int gather(const struct options *options, const struct plan *plan)
{
	struct findings findings = {0};
	struct error error = {0};
	bool good = true;

	if (!options->destdir || options->destdir[0] == '\0')
		die("gather needs --destdir DIR, the package's tree");
	if (findings_allow(&findings, &plan->recipe, &error) != 0)
		die_of(&error);
	run_catch_signals();
	for (size_t i = 0; i < plan->count; i++) {
		const char *package = plan->flavors[i].flavor->package;
		bool seen = !package;

		for (size_t j = 0; j < i; j++)
			seen = seen || same_package(plan->flavors[j].flavor->package, package);
		if (!seen && !gather_package(options, plan, package, &findings))
			good = false;
	}
	if (plan->fuse)
		good = debhelper_place_fused(options, plan, &findings);
	else if (!gather_package(options, plan, NULL, &findings))
		good = false;
	findings_print(&findings, SEVERITY_WARNING, stderr);
	findings_free(&findings);
	finish_output();
	return good ? 0 : EXIT_WRONG;
}

int cmd_debhelper(int argc, char **argv)
{
	struct options options = {0};
	struct plan plan = {0};
	struct error error = {0};
	int status = 0, full_argc = argc;

	if (argc > 1 && argv[1][0] != '-') {
		argc--;
		argv++;
	}
	const char *name = argv[0];
	bool named = argc < full_argc;
	argv[0] = (char *)"debhelper";
	options_parse(&options, OPTIONS_SOURCE | OPTIONS_RUN | OPTIONS_DESTDIR | OPTIONS_DEBHELPER,
	              help, argc, argv);
	if (!named)
		die("debhelper needs a STEP; see hwflavor debhelper --help");
	unsigned step = find_step(name);
	if (!options.plan.debhelper)
		die("debhelper %s needs --system NAME, as dh_auto_build --list has it", name);
	resolve(&options, step, &plan);
	if (step == RUN_PREPARE && tuning_prepare_baseline(&plan, options.dry_run, &error) != 0)
		die_of(&error);
	if (plan.count > 0)
		status = step == STEP_GATHER ? gather(&options, &plan)
		                             : run_step(&options, (enum run_step)step, &plan);
	plan_free(&plan);
	options_free(&options);
	return status;
}
