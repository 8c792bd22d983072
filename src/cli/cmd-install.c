// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "check/headers.h"
#include "check/inspection.h"
#include "cli/cli.h"
#include "cli/fuse-libraries.h"

static const char help[] =
    "Usage: hwflavor install --destdir DIR [OPTIONS] [-- CONFIGURE-ARGS]\n"
    "\n"
    "Installs the baseline whole into DIR, and each flavor's copies of its shared libraries into\n"
    "their hwcap directories beside it. Each flavor is built first if need be. A copy with the\n"
    "baseline's code is left out, and so are modules that are only opened by absolute path; both\n"
    "are said. A flavor that fails is not installed. What hwflavor check calls an error is not\n"
    "installed at all. Where the package's file says Delivery: fuse, each library has all flavors\n"
    "inside instead, as hwflavor fuse makes them.\n"
    "Options and CONFIGURE-ARGS are those of hwflavor build, and must be the same.\n"
    "\n"
    "  --destdir DIR     where to install: a package's tree, or / for this system\n"
    "  --source DIR      the library's source (default: the current folder)\n"
    "  --build-dir DIR   where it is built (default: hwflavor-build)\n"
    "  --file FILE       the package's hwflavors file\n"
    "  --flavors LIST    the flavors to install, with commas between\n"
    "  --arch ARCH       another architecture, by Debian's name (armhf)\n"
    "  --glibc VERSION   the C library of the systems that the copies are for\n"
    "  -jN, --jobs N     run N jobs at once, over all flavors (default: one a CPU)\n"
    "  -n, --dry-run     show the commands, run none and write nothing\n"
    "  --json            print the closing table, and each copy, as JSON\n"
    "  --help, --version\n";

/* The baseline as it will lie, and beside it the copies. */
static int add_libraries(struct tree *tree, const struct approval *approval,
                         const struct gather_copy *copies, size_t count, struct error *error)
{
	const struct plan *plan = approval->plan;

	if (tree_add_build(tree, approval->baseline_root, "", NULL, error) != 0)
		return -1;
	for (size_t i = 0; i < count; i++) {
		const struct flavor *flavor =
		    flavors_find(&plan->catalogue, copies[i].flavor, plan->architecture->name);
		struct tree_library *baseline = NULL;

		if (copies[i].state != GATHER_DELIVERED)
			continue;
		for (size_t j = 0; j < tree->count && !baseline; j++)
			if (strcmp(tree->libraries[j]->name, copies[i].library) == 0)
				baseline = tree->libraries[j];
		struct tree_library *copy =
		    tree_add_file(tree, copies[i].from, copies[i].installed, error);
		if (!copy)
			return -1;
		tree_pair(tree, copy, baseline, flavor);
	}
	return 0;
}

/* Checks what is about to be installed; errors mean that nothing is. */
int approve_copies(void *data, const struct gather_copy *copies, size_t count, struct error *error)
{
	struct approval *approval = data;
	const struct plan *plan = approval->plan;
	char *headers = path_join(approval->headers_root, "usr/include");
	struct tree tree = {.flavors = &plan->catalogue,
	                    .machine = plan->architecture->name,
	                    .findings = &approval->findings};
	struct inspection inspection = {.tree = &tree,
	                                .glibc = plan->glibc,
	                                .build = plan->build_dir,
	                                .headers = path_is_dir(headers) ? headers : NULL,
	                                .stop = &run_signal};
	int result = add_libraries(&tree, approval, copies, count, error);

	if (result == 0)
		result = inspect(&inspection, error);
	for (size_t i = 0; i < plan->count && result == 0; i++)
		if (!flavor_is_baseline(plan->flavors[i].flavor))
			result = headers_check(plan->build_dir, approval->headers_root,
			                       plan->flavors[i].flavor, &approval->findings, error);
	tree_free(&tree);
	free(headers);
	if (result == 0 && findings_count(&approval->findings, SEVERITY_ERROR) > 0)
		result =
		    error_set(error, "nothing is installed: hwflavor check finds errors in it");
	return result;
}

/*
 * What the flavors that came through have in their own DESTDIRs, into the one asked for; false if
 * refused. fused: the root with fused libraries, which has no copies beside it, or NULL.
 */
static bool gather(const struct options *options, const struct plan *plan,
                   const struct run_result *result, const char *fused, struct gather_result *copies)
{
	struct gather_flavor *flavors = xcalloc(plan->count, sizeof(*flavors));
	struct strlist roots = {0};
	struct error error = {0};
	size_t count = 0;

	plan_roots(plan, &roots);
	for (size_t i = 1; i < plan->count && !fused; i++)
		if (result->flavors[i].state == RUN_DONE)
			flavors[count++] = (struct gather_flavor){
			    plan->flavors[i].flavor->name, plan->flavors[i].flavor->directory,
			    roots.items[i]};
	const char *root = fused ? fused : roots.items[0];
	struct approval approval = {.plan = plan, .baseline_root = root, .headers_root = root};
	struct gather_request request = {.baseline_root = root,
	                                 .flavors = flavors,
	                                 .flavor_count = count,
	                                 .modules = &plan->recipe.modules,
	                                 .modules_file = plan->recipe.file,
	                                 .modules_line = plan->recipe.modules_line,
	                                 .destdir = options->destdir,
	                                 .stop = &run_signal,
	                                 .approve = approve_copies,
	                                 .data = &approval};
	if (findings_allow(&approval.findings, &plan->recipe, &error) != 0)
		die_of(&error);
	int outcome = gather_install(&request, copies, &error);
	findings_print(&approval.findings, SEVERITY_WARNING, stderr);
	if (outcome != 0) {
		end_when_interrupted(options);
		if (findings_count(&approval.findings, SEVERITY_ERROR) == 0)
			die_of(&error);
		warn("%s", error.text);
		error_clear(&error);
	}
	findings_free(&approval.findings);
	strlist_free(&roots);
	free(flavors);
	return outcome == 0;
}

/* Nothing is left out in silence. */
static void say_left_out(const struct options *options, const struct plan *plan,
                         const struct gather_result *copies)
{
	if (copies->count == 0 && plan->count > 1 && !plan->fuse)
		warn("the baseline installs no shared library, so there is nothing to copy; see "
		     "whether it has to be told to build one");
	for (size_t i = 0; i < copies->count; i++) {
		const struct gather_copy *copy = &copies->copies[i];

		if (copy->state == GATHER_STALE) {
			char *path = path_join(options->destdir, copy->installed);
			warn("%s: %s: %s", path, gather_state_name(copy->state), copy->reason);
			free(path);
		} else if (copy->state != GATHER_DELIVERED)
			warn("%s: no copy of %s: %s", copy->flavor, copy->library, copy->reason);
	}
}

/* Delivery: fuse. False if nothing is installed, which is said. */
static bool gather_fused(const struct options *options, const struct plan *plan,
                         const struct run_result *result, struct gather_result *copies)
{
	struct fuse_result fused = {0};
	struct error error = {0};

	if (fuse_libraries(plan, result, &fused, &error) != 0) {
		end_when_interrupted(options);
		die_of(&error);
	}
	for (size_t i = 0; i < fused.count; i++)
		if (fused.libraries[i].reason)
			warn("%s; the baseline's is installed", fused.libraries[i].reason);
	bool good = fused.done > 0;
	if (good)
		good = gather(options, plan, result, fused.root, copies);
	else
		warn("nothing is installed: no library could be fused");
	fuse_libraries_free(&fused);
	return good;
}

int cmd_install(int argc, char **argv)
{
	struct options options = {0};
	struct plan plan = {0};
	struct run_result result = {0};
	struct gather_result copies = {0};

	options_parse(&options, OPTIONS_SOURCE | OPTIONS_RUN | OPTIONS_DESTDIR, help, argc, argv);
	if (!options.destdir || options.destdir[0] == '\0')
		die("install needs --destdir DIR; give / to install on this system");
	run_steps(&options, RUN_INSTALL, &plan, &result);
	bool refused = false;
	bool baseline_done = result.flavors[0].state == RUN_DONE;
	if (!options.dry_run && baseline_done) {
		refused = plan.fuse ? !gather_fused(&options, &plan, &result, &copies)
		                    : !gather(&options, &plan, &result, NULL, &copies);
		if (!refused)
			say_left_out(&options, &plan, &copies);
	} else if (!options.dry_run) {
		warn("nothing is installed: the baseline is not done");
	}
	int status = report(&options, &plan, &result, baseline_done ? &copies : NULL);
	if (refused)
		status = EXIT_WRONG;
	gather_free(&copies);
	run_free(&result);
	plan_free(&plan);
	options_free(&options);
	return status;
}
