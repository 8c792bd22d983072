// SPDX-License-Identifier: MIT
#include <stdlib.h>
#include <string.h>

#include "cli/which.h"
#include "elf/fused.h"

/* Whether HWFLAVOR_DISABLE has the name, as the library itself reads it. */
static bool is_disabled(const char *list, const char *name)
{
	char *copy = xstrdup(list), *rest = copy;
	bool found = false;

	for (char *word; (word = strsep(&rest, ", :")) != NULL && !found;)
		found = strcmp(word, name) == 0;
	free(copy);
	return found;
}

char *which_fused_flavor(struct which *which, const char *path)
{
	const char *disabled = which_variable(which->options, "HWFLAVOR_DISABLE");
	struct root_file file;
	struct error ignored = {0};
	struct fused fused = {0};
	char *chosen = NULL;

	if (root_find(&which->root, path, &file) != 0)
		return NULL;
	if (fused_read(file.host, &fused, &ignored) != 0)
		error_clear(&ignored);
	for (size_t i = 0; i < fused.count && !chosen; i++) {
		const struct fused_flavor *flavor = &fused.flavors[i];

		if (i + 1 == fused.count || (!cpu_first_missing(&which->cpu, &flavor->needs) &&
		                             !(disabled && is_disabled(disabled, flavor->name))))
			chosen = xstrdup(flavor->name);
	}
	fused_free(&fused);
	free(file.host);
	return chosen;
}
