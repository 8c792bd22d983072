// SPDX-License-Identifier: MIT
#include "build/tuning.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"

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

int tuning_check(const struct plan *plan, struct error *error)
{
	const struct file_flags_list *list = &plan->recipe.files;

	for (size_t i = 0; plan->debhelper && i < list->count; i++) {
		const struct strlist *architectures = &list->items[i].architectures;

		if (architectures->count == 0 ||
		    strlist_has(architectures, plan->architecture->name))
			return error_at(error, list->items[i].file, list->items[i].line,
			                "debhelper's dh_auto_* compile without the flags of Files "
			                "paragraphs; build with 'hwflavor build', or remove it");
	}
	return 0;
}

/* In the form that scripts/probe-files reads. */
int tuning_add(struct plan *plan, struct plan_flavor *planned, struct error *error)
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
	if (text.length == 0)
		return 0;
	text.text[--text.length] = '\0';
	planned->files = str_take(&text);
	return plan->launcher ? 0 : find_launcher(plan, error);
}
