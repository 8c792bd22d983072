// SPDX-License-Identifier: MIT
#include "check/package.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "base/str.h"

/* What is unpacked now: exit() is called from many places, and none may leave it behind. */
static char *open_folder;

static void remove_open_folder(void)
{
	struct error ignored = {0};

	if (open_folder)
		tree_remove(open_folder, &ignored);
	error_clear(&ignored);
	free(open_folder);
	open_folder = NULL;
}

bool package_is(const char *path)
{
	/* An ar archive whose first member is debian-binary: deb(5). */
	static const char magic[] = "!<arch>\ndebian-binary";
	char start[sizeof(magic) - 1];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool found = ends_with(path, ".deb") || ends_with(path, ".udeb") ||
	             (fd >= 0 && read(fd, start, sizeof(start)) == sizeof(start) &&
	              memcmp(start, magic, sizeof(start)) == 0);

	if (fd >= 0)
		close(fd);
	return found;
}

/* The first line of what dpkg-deb said that is a complaint, without its name. */
static char *complaint(const char *output)
{
	static const char name[] = "dpkg-deb: error: ";

	while (starts_with(output, "tar: Removing leading ") && strchr(output, '\n'))
		output = strchr(output, '\n') + 1;
	if (starts_with(output, name))
		output += strlen(name);
	return xstrndup(output, strcspn(output, "\n"));
}

int package_open(const char *path, struct package_tree *tree, const volatile sig_atomic_t *stop,
                 struct error *error)
{
	char *output = NULL, *folder;

	*tree = (struct package_tree){0};
	if (access(path, R_OK) != 0)
		return error_set(error, "%s: cannot be read:", path);
	if (!path_is_file(path))
		return error_at(error, path, 0, "is no file; name a package");
	folder = dir_make_temporary("hwflavor-check", error);
	if (!folder)
		return -1;
	static bool registered;
	if (!registered)
		registered = atexit(remove_open_folder) == 0;
	remove_open_folder();
	open_folder = folder;
	tree->top = path_join(open_folder, "root");
	const char *const arguments[] = {"dpkg-deb", "--extract", path, tree->top, NULL};
	int status = process_run(arguments, &output, 65536, stop, error);
	if (status > 0) {
		char *said = complaint(output);

		error_at(error, path, 0, "cannot be unpacked: %s; download or build it anew", said);
		free(said);
	}
	free(output);
	if (status != 0)
		package_close(tree);
	return status == 0 ? 0 : -1;
}

void package_close(struct package_tree *tree)
{
	remove_open_folder();
	free(tree->top);
	*tree = (struct package_tree){0};
}
