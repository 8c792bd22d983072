// SPDX-License-Identifier: MIT
#include "build/destination.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"

/* The kernel's own limit: it bounds circles. */
enum { LINKS_LIMIT = 40 };

struct walk {
	const char *top;
	unsigned links; /* followed so far */
	struct error *error;
};

static char *follow(struct walk *walk, const char *from, const char *path);

/* Where a link leads that lies in folder; NULL on error. */
static char *follow_link(struct walk *walk, const char *folder, const char *link,
                         const char *target)
{
	size_t length = strlen(walk->top);
	struct stat status;

	if (++walk->links > LINKS_LIMIT) {
		errno = ELOOP;
		error_set(walk->error, "%s:", link);
		return NULL;
	}
	if (target[0] == '/') {
		if (starts_with(target, walk->top) &&
		    (target[length] == '/' || target[length] == '\0'))
			target += length;
		folder = walk->top;
	}
	char *found = follow(walk, folder, target);
	if (!found && !walk->error->text)
		error_at(walk->error, link, 0, "is a link out of the destination; remove it");
	if (found && lstat(found, &status) != 0) {
		error_at(walk->error, link, 0,
		         "is a link to nothing in the way of a folder; remove it");
		free(found);
		return NULL;
	}
	return found;
}

/* NULL without an error: the path leaves the top. */
static char *follow(struct walk *walk, const char *from, const char *path)
{
	char *at = xstrdup(from), *copy = xstrdup(path), *rest = copy;

	for (char *part; at && (part = strsep(&rest, "/")) != NULL;) {
		char target[PATH_MAX], *next = NULL;

		if (part[0] == '\0' || strcmp(part, ".") == 0)
			continue;
		if (strcmp(part, "..") == 0) {
			/* Above the root of this machine is the root; above another top is not it.
			 */
			if (strcmp(at, walk->top) != 0 || strcmp(at, "/") == 0)
				next = path_dir(at);
		} else {
			next = path_join(at, part);
			ssize_t length = readlink(next, target, sizeof(target) - 1);
			if (length >= 0) {
				char *link = next;

				target[length] = '\0';
				next = follow_link(walk, at, link, target);
				free(link);
			}
		}
		free(at);
		at = next;
	}
	free(copy);
	return at;
}

char *destination_folder(const char *top, const char *path, struct error *error)
{
	struct walk walk = {.top = top, .error = error};
	char *found = follow(&walk, top, path);

	if (!found && !error->text)
		error_at(error, path, 0, "leaves the destination");
	return found;
}

char *destination_file(const char *top, const char *path, struct error *error)
{
	char *above = path_dir(path);
	char *folder = destination_folder(top, above, error);
	char *file = folder ? path_join(folder, path_name(path)) : NULL;

	free(folder);
	free(above);
	return file;
}
