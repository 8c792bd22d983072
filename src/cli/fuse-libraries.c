// SPDX-License-Identifier: MIT
#include "cli/fuse-libraries.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/process.h"
#include "build/baseline.h"
#include "fuse/fuse.h"
#include "fuse/link.h"
#include "fuse/records.h"

/* Where the library lies in each flavor's tree: libtool links it anew, with a T, to install it. */
static int add_places(struct fuse_result *fused, const struct fuse_request *request,
                      const char *path, struct error *error)
{
	for (size_t i = 0; i < request->count; i++) {
		const struct fuse_flavor *flavor = &request->flavors[i];
		struct link link;

		if (link_read(&link, flavor->record, error) != 0)
			return -1;
		size_t length = strlen(link.output);
		if (ends_with(link.output, "T") && !ends_with(path, "T"))
			length--;
		str_add(&fused->places, "%s\t%.*s\t/%s\n", flavor->flavor->name, (int)length,
		        link.output, path);
		link_free(&link);
	}
	return 0;
}

/* What bench --ablate builds besides is for no CPU of its own. */
static bool goes_in(const struct plan *plan, const struct run_result *result, size_t index)
{
	return result->flavors[index].state == RUN_DONE &&
	       plan->flavors[index].variant == VARIANT_WHOLE;
}

/* One library in all flavors' own DESTDIRs. */
static int fuse_one(const struct plan *plan, const struct run_result *result, const char *path,
                    const char *output, struct fuse_result *fused, struct error *error)
{
	struct fuse_flavor *flavors = xcalloc(plan->count, sizeof(*flavors));
	struct strlist texts = {0};
	char *scratch = path_join(plan->build_dir, "fused/scratch");
	size_t count = 0;
	int outcome = tree_remove(scratch, error);

	if (outcome == 0)
		outcome = dir_make(scratch, error);
	for (size_t i = 0; i < plan->count && outcome == 0; i++) {
		const char *name = plan->flavors[i].flavor->name;

		if (!goes_in(plan, result, i))
			continue;
		char *library = str_format("%s/%s/root/%s", plan->build_dir, name, path);
		char *links = str_format("%s/%s/links", plan->build_dir, name);
		char *record = record_find(links, library, error);
		flavors[count++] = (struct fuse_flavor){plan->flavors[i].flavor, record, library};
		strlist_add_taken(&texts, library);
		strlist_add_taken(&texts, links);
		if (record)
			strlist_add_taken(&texts, record);
		else
			outcome = -1;
	}
	struct fuse_request request = {.flavors = flavors,
	                               .count = count,
	                               .data_dir = plan->data_dir,
	                               .scratch = scratch,
	                               .output = output};
	if (outcome == 0 && count < 2)
		outcome = error_set(
		    error, "/%s: there is no flavor beside the baseline to put inside", path);
	if (outcome == 0)
		outcome = fuse_library(&request, error);
	if (outcome == 0)
		outcome = add_places(fused, &request, path, error);
	strlist_free(&texts);
	free(scratch);
	free(flavors);
	return outcome;
}

static void add(struct fuse_result *fused, const char *path, off_t size, char *reason)
{
	fused->libraries =
	    xreallocarray(fused->libraries, fused->count + 1, sizeof(*fused->libraries));
	fused->libraries[fused->count++] =
	    (struct fuse_result_library){str_format("/%s", path), reason, size};
	fused->done += reason == NULL;
}

static int copy_root(const char *from, const char *to, struct error *error)
{
	const char *const command[] = {"cp", "-a", "--", from, to, NULL};
	char *output = NULL;
	int status = process_run(command, &output, 4096, NULL, error);

	if (status > 0)
		status = error_set(error, "%.*s", (int)strcspn(output, "\n"), output);
	free(output);
	return status;
}

static int fuse_all(const struct plan *plan, const struct run_result *result,
                    struct fuse_result *fused, const struct baseline *baseline, struct error *error)
{
	for (size_t i = 0; i < baseline->count; i++) {
		const struct baseline_file *file = &baseline->files[i];
		struct error reason = {0};
		struct stat status = {0};

		if (run_signal != 0)
			break;
		if (file->role != BASELINE_LIBRARY)
			continue;
		char *output = path_join(fused->root, file->path);
		if (fuse_one(plan, result, file->path, output, fused, &reason) != 0) {
			add(fused, file->path, 0, reason.text);
		} else {
			stat(output, &status);
			add(fused, file->path, status.st_size, NULL);
		}
		free(output);
	}
	return run_signal != 0 ? error_set(error, "interrupted") : 0;
}

static int write_list(const char *top, const char *name, const struct str *text,
                      struct error *error)
{
	char *path = path_join(top, name);
	int outcome = file_write(path, text->text ? text->text : "", text->length, error);

	free(path);
	return outcome;
}

/* What scripts/run-step needs to test them. */
static int write_lists(const struct plan *plan, const struct run_result *result,
                       const struct fuse_result *fused, const char *top, struct error *error)
{
	struct str flavors = {0};

	for (size_t i = 0; i < plan->count; i++)
		if (goes_in(plan, result, i))
			str_add(&flavors, "%s\n", plan->flavors[i].flavor->name);
	int outcome = write_list(top, "flavors", &flavors, error);
	if (outcome == 0)
		outcome = write_list(top, "places", &fused->places, error);
	str_free(&flavors);
	return outcome;
}

int fuse_libraries(const struct plan *plan, const struct run_result *result,
                   struct fuse_result *fused, struct error *error)
{
	char *top = path_join(plan->build_dir, "fused");
	char *root = path_join(plan->build_dir, "baseline/root");
	struct strlist none = {0};
	struct baseline baseline = {0};
	struct baseline_request request = {.root = root,
	                                   .hwcap_directories = &none,
	                                   .modules = &plan->recipe.modules,
	                                   .modules_file = plan->recipe.file,
	                                   .modules_line = plan->recipe.modules_line,
	                                   .stop = &run_signal};

	*fused = (struct fuse_result){.root = path_join(top, "root")};
	int outcome = tree_remove(top, error);
	if (outcome == 0)
		outcome = dir_make(top, error);
	if (outcome == 0)
		outcome = copy_root(root, fused->root, error);
	if (outcome == 0)
		outcome = baseline_read(&baseline, &request, error);
	if (outcome == 0)
		outcome = fuse_all(plan, result, fused, &baseline, error);
	if (outcome == 0)
		outcome = write_lists(plan, result, fused, top, error);
	/* Object files of every flavor: larger than all else. */
	char *scratch = path_join(top, "scratch");
	if (outcome == 0)
		outcome = tree_remove(scratch, error);
	free(scratch);
	baseline_free(&baseline);
	free(root);
	free(top);
	return outcome;
}

void fuse_libraries_free(struct fuse_result *fused)
{
	for (size_t i = 0; i < fused->count; i++) {
		free(fused->libraries[i].path);
		free(fused->libraries[i].reason);
	}
	free(fused->libraries);
	str_free(&fused->places);
	free(fused->root);
	*fused = (struct fuse_result){0};
}
