// SPDX-License-Identifier: MIT
#include "launcher/disguise.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"

bool is_disguised(const char *name)
{
	return strcmp(path_name(name), "hwflavor-cc") != 0;
}

static bool is_this_program(const char *path)
{
	struct stat own, other;

	return stat("/proc/self/exe", &own) == 0 && stat(path, &other) == 0 &&
	       own.st_dev == other.st_dev && own.st_ino == other.st_ino;
}

/* The rules beside the folder of links: what configure keeps of a compiler is its path alone. */
static void use_rules_of(const char *folder)
{
	char *dir = path_dir(folder), *file = path_join(dir, "files");

	setenv("HWFLAVOR_FILES", file, 0);
	free(file);
	free(dir);
}

int disguise_drop(char *arguments[], struct error *error)
{
	const char *name = path_name(arguments[0]), *path = getenv("PATH");
	char *folders = xstrdup(path ? path : "/usr/bin:/bin"), *compiler = NULL;
	struct str kept = {0};
	bool any = false;

	if (strchr(arguments[0], '/')) {
		char *folder = path_dir(arguments[0]);
		use_rules_of(folder);
		free(folder);
	}
	for (char *rest = folders, *folder; (folder = strsep(&rest, ":")) != NULL;) {
		char *candidate = path_join(folder[0] != '\0' ? folder : ".", name);

		if (is_this_program(candidate)) {
			use_rules_of(folder);
			free(candidate);
			continue;
		}
		str_add(&kept, "%s%s", any ? ":" : "", folder);
		any = true;
		if (!compiler && path_is_file(candidate) && access(candidate, X_OK) == 0)
			compiler = candidate;
		else
			free(candidate);
	}
	if (any)
		setenv("PATH", kept.text, 1);
	str_free(&kept);
	free(folders);
	if (!compiler)
		return error_set(error, "no other %s is in PATH; install it", name);
	arguments[0] = compiler;
	return 0;
}
