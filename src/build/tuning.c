// SPDX-License-Identifier: MIT
#include "build/tuning.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"

/* Of a probe: a line for each flag. */
enum { OUTPUT_LIMIT = 64 * 1024 };

/* hwflavor-cc lies beside this program where that is not installed. */
static int find_launcher(struct plan *plan, struct error *error)
{
	plan->launcher = path_beside_program("hwflavor-cc", HWFLAVOR_LIBEXECDIR);
	if (access(plan->launcher, X_OK) == 0)
		return 0;
	return error_set(error,
	                 "%s: is not there, and the Files paragraphs need it; install hwflavor "
	                 "anew",
	                 plan->launcher);
}

static void add_lines(struct str *text, const char *word, const struct strlist *values)
{
	for (size_t i = 0; i < values->count; i++)
		str_add(text, "%s %s\n", word, values->items[i]);
}

bool tuning_concerns(const struct plan *plan, const struct plan_flavor *planned,
                     const struct file_flags *files)
{
	const struct flavor *whole = planned->variant == VARIANT_WHOLE
	                                 ? planned->flavor
	                                 : plan->flavors[planned->whole].flavor;

	return planned->variant != VARIANT_NO_FILES && files_concern(files, whole);
}

/* In the form that scripts/probe-files reads; NULL: no paragraph concerns the flavor. */
static char *paragraphs_of(const struct plan *plan, const struct plan_flavor *planned)
{
	const struct file_flags_list *list = &plan->recipe.files;
	struct str text = {0};

	for (size_t i = 0; i < list->count; i++) {
		const struct file_flags *files = &list->items[i];

		if (!tuning_concerns(plan, planned, files))
			continue;
		str_add(&text, "files %s:%u\n", files->file, files->line);
		add_lines(&text, "pattern", &files->patterns);
		add_lines(&text, "cflags", &files->cflags);
		add_lines(&text, "optional", &files->cflags_if_supported);
	}
	return text.length > 0 ? str_take(&text) : NULL;
}

int tuning_add(struct plan *plan, struct plan_flavor *planned, struct error *error)
{
	planned->files = paragraphs_of(plan, planned);
	if (!planned->files)
		return 0;
	planned->files[strlen(planned->files) - 1] = '\0';
	return plan->launcher ? 0 : find_launcher(plan, error);
}

/* What the script says, a line each; when it fails, the last one is why. */
static int run_script(const struct plan *plan, const char *dir, struct error *error)
{
	char *script = path_join(plan->data_dir, "scripts/tune-baseline"), *output = NULL;
	const char *const command[] = {script,
	                               dir,
	                               plan->launcher,
	                               plan->toolchain.cc,
	                               plan->toolchain.cxx ? plan->toolchain.cxx : "",
	                               plan->source,
	                               NULL};
	int status = process_run(command, &output, OUTPUT_LIMIT, NULL, error);

	for (char *rest = output, *line; rest && (line = strsep(&rest, "\n")) != NULL;) {
		const char *said = starts_with(line, "hwflavor: ") ? line + 10 : line;

		if (status > 0 && (!rest || rest[0] == '\0') && said[0] != '\0') {
			error_set(error, "%s", said);
			break;
		}
		if (said[0] != '\0')
			warn("baseline: %s", said);
	}
	if (status > 0 && !error->text)
		error_set(error, "%s: failed; see %s/probe.log", script, dir);
	free(output);
	free(script);
	return status == 0 ? 0 : -1;
}

int tuning_prepare_baseline(struct plan *plan, bool dry_run, struct error *error)
{
	struct plan_flavor baseline = {
	    .flavor = flavors_find(&plan->catalogue, "baseline", plan->architecture->name)};
	char *text = paragraphs_of(plan, &baseline);

	if (!text || dry_run) {
		free(text);
		return 0;
	}
	char *dir = path_join(plan->build_dir, "baseline"), *path = path_join(dir, "paragraphs");
	int result = dir_make(dir, error);

	if (result == 0 && !plan->launcher)
		result = find_launcher(plan, error);
	if (result == 0)
		result = file_write_if_changed(path, text, error);
	if (result == 0)
		result = run_script(plan, dir, error);
	free(path);
	free(dir);
	free(text);
	return result;
}
