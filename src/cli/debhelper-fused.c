// SPDX-License-Identifier: MIT
#include "cli/debhelper-fused.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "build/baseline.h"
#include "build/stage.h"
#include "check/inspection.h"
#include "cli/fuse-libraries.h"
#include "elf/fused.h"
#include "elf/likeness.h"

void debhelper_fuse(const struct options *options, const struct plan *plan,
                    const struct run_result *result)
{
	struct fuse_result fused = {0};
	struct error error = {0};

	if (fuse_libraries(plan, result, &fused, &error) != 0) {
		end_when_interrupted(options);
		die_of(&error);
	}
	for (size_t i = 0; i < fused.count; i++)
		if (fused.libraries[i].reason)
			warn("%s; the package has the baseline's", fused.libraries[i].reason);
	if (fused.done == 0)
		die("no library could be fused%s; write Delivery: directory, or take the field out",
		    fused.count == 0 ? ": the baseline installs none" : "");
	fuse_libraries_free(&fused);
}

static bool is_fused(const char *path, struct error *error)
{
	struct fused fused = {0};
	int result = fused_read(path, &fused, error);
	bool has_flavors = fused.count > 0;

	fused_free(&fused);
	return result == 0 && has_flavors;
}

/* The library of the build that a package's is: of the same path, or else of the same name. */
static const struct baseline_file *find_built(const struct baseline *built, const char *path)
{
	const struct baseline_file *named = NULL;

	for (size_t i = 0; i < built->count; i++) {
		const struct baseline_file *file = &built->files[i];

		if (file->role != BASELINE_LIBRARY)
			continue;
		if (strcmp(file->path, path) == 0)
			return file;
		if (strcmp(path_name(file->path), path_name(path)) == 0)
			named = file;
	}
	return named;
}

/* What is fused is a second build of the baseline, which has to be what the package ships. */
static int demand_same(const struct plan *plan, const char *shipped, const char *path,
                       struct error *error)
{
	char *again = str_format("%s/baseline/root/%s", plan->build_dir, path);
	bool same = false;
	int result = library_same_code(shipped, again, &same, error);

	free(again);
	if (result == 0 && !same)
		return error_at(error, shipped, 0,
		                "has other code than the same source built once more for Delivery: "
		                "fuse; see whether debian/rules builds it in another way than by "
		                "the commands that hwflavor repeats, or write Delivery: directory");
	return result;
}

/* The package's libraries that have a fused one: staged, and added to the tree to be checked. */
static int stage_fused(const struct options *options, const struct plan *plan,
                       const struct baseline *built, const struct baseline *shipped,
                       struct stage *stage, struct tree *tree, struct strlist *placed,
                       struct error *error)
{
	for (size_t i = 0; i < shipped->count; i++) {
		const char *path = shipped->files[i].path;
		const struct baseline_file *file =
		    shipped->files[i].role == BASELINE_LIBRARY ? find_built(built, path) : NULL;

		if (!file)
			continue;
		char *from = str_format("%s/%s", built->root, file->path);
		char *to = str_format("%s/%s", options->destdir, path);
		char *name = str_format("/%s", path);
		int result = 0;

		if (is_fused(from, error)) {
			result = demand_same(plan, to, file->path, error);
			if (result == 0 && !tree_add_file(tree, from, name, error))
				result = -1;
			if (result == 0)
				result = stage_add_copy(stage, from, path, error);
			strlist_add(placed, name);
		} else if (error->text) {
			result = -1;
		}
		free(name);
		free(from);
		free(to);
		if (result != 0)
			return -1;
	}
	return 0;
}

static int read_libraries(const struct plan *plan, const char *root, bool part,
                          struct baseline *baseline, struct error *error)
{
	struct strlist none = {0};
	struct baseline_request request = {.root = root,
	                                   .hwcap_directories = &none,
	                                   .modules = &plan->recipe.modules,
	                                   .modules_file = plan->recipe.file,
	                                   .modules_line = plan->recipe.modules_line,
	                                   .part = part,
	                                   .stop = &run_signal};

	return baseline_read(baseline, &request, error);
}

static int check(const struct plan *plan, struct tree *tree, const char *headers,
                 struct error *error)
{
	char *folder = path_join(headers, "usr/include");
	struct inspection inspection = {.tree = tree,
	                                .glibc = plan->glibc,
	                                .build = plan->build_dir,
	                                .headers = path_is_dir(folder) ? folder : NULL,
	                                .stop = &run_signal};
	int result = inspect(&inspection, error);

	free(folder);
	return result;
}

bool debhelper_place_fused(const struct options *options, const struct plan *plan,
                           struct findings *findings)
{
	char *root = path_join(plan->build_dir, "fused/root");
	struct baseline built = {0}, shipped = {0};
	struct stage stage = {0};
	struct strlist placed = {0};
	struct error error = {0};
	struct tree tree = {
	    .flavors = &plan->catalogue, .machine = plan->architecture->name, .findings = findings};
	int result = read_libraries(plan, root, false, &built, &error);

	if (result == 0)
		result = read_libraries(plan, options->destdir, true, &shipped, &error);
	if (result == 0)
		result = stage_open(&stage, options->destdir, &run_signal, &error);
	if (result == 0)
		result =
		    stage_fused(options, plan, &built, &shipped, &stage, &tree, &placed, &error);
	if (result == 0)
		result = check(plan, &tree, options->headers ? options->headers : options->destdir,
		               &error);
	bool good = findings_count(findings, SEVERITY_ERROR) == 0;
	if (result == 0 && good)
		result = stage_commit(&stage, &error);
	stage_close(&stage);
	end_when_interrupted(options);
	if (result != 0)
		die_of(&error);
	for (size_t i = 0; i < placed.count && good; i++) {
		printf("fused %s %s\n", options->destdir, placed.items[i]);
		warn("%s%s: has all flavors inside", options->destdir, placed.items[i]);
	}
	tree_free(&tree);
	strlist_free(&placed);
	baseline_free(&shipped);
	baseline_free(&built);
	free(root);
	return good;
}
