// SPDX-License-Identifier: MIT
#include "check/links.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"

static void add(struct tree *tree, const char *path, const char *name)
{
	struct error error = {0};

	if (!tree_add_file(tree, path, name, &error))
		findings_add_error(tree->findings, name, path, &error);
}

/* Where a library lies below a folder, with its slash ("/libfoo.so.1"), or NULL; caller frees. */
static char *below(const char *path, const char *folder)
{
	char *dir = path_dir(path), *real = realpath(dir, NULL), *rest = NULL;
	size_t length = strlen(folder);

	if (real && strncmp(real, folder, length) == 0 &&
	    (real[length] == '\0' || real[length] == '/'))
		rest = str_format("%s/%s", real + length, path_name(path));
	free(real);
	free(dir);
	return rest;
}

/* One library that the loader finds under another folder's name too. */
static void adopt(struct tree *tree, struct tree_library *library, const char *name)
{
	char *folder = path_dir(name);
	struct place place;

	place_of(folder, library->architecture ? library->architecture : "", tree->flavors, &place);
	free(folder);
	/* It is found by its own place as well: it is judged for both. */
	if (library->place.directory || strcmp(library->place.folder, place.folder) == 0) {
		place_free(&place);
		add(tree, library->path, name);
		return;
	}
	place_free(&library->place);
	library->place = place;
}

/* "glibc-hwcaps", or a folder in it, that is a link to a folder. */
static bool follow_folder(struct tree *tree, const struct tree_stray *stray, const char *end)
{
	size_t count = tree->count;

	if (strcmp(path_name(stray->name), "glibc-hwcaps") != 0 &&
	    strcmp(stray->place.directory, "glibc-hwcaps") != 0)
		return false;
	char *folder = realpath(end, NULL);
	for (size_t i = 0; folder && i < count; i++) {
		char *rest = tree->libraries[i]->library.kind == LIBRARY_SHARED
		                 ? below(tree->libraries[i]->path, folder)
		                 : NULL;

		if (rest) {
			char *name = str_format("%s%s", stray->name, rest);

			adopt(tree, tree->libraries[i], name);
			free(name);
		}
		free(rest);
	}
	free(folder);
	return true;
}

/* A SONAME that is a link out of its folder: there lies no copy, but the loader finds one. */
static bool follow_file(struct tree *tree, const struct tree_stray *stray, const char *end)
{
	const struct tree_library *target = tree_find(tree, stray->name);

	if (!target || target->library.kind != LIBRARY_SHARED || !target->library.soname ||
	    strcmp(target->library.soname, path_name(stray->name)) != 0)
		return false;
	char *own = path_dir(stray->name), *other = path_dir(target->name);
	bool leaves = strcmp(own, other) != 0;
	free(own);
	free(other);
	if (leaves)
		add(tree, end, stray->name);
	return leaves;
}

void links_follow(struct tree *tree)
{
	size_t kept = 0;

	for (size_t i = 0; i < tree->stray_count; i++) {
		struct tree_stray *stray = &tree->strays[i];
		struct root_file end;
		bool followed = false;

		if (stray_is_link(stray) && tree_follow(tree, stray->name, &end)) {
			followed = S_ISDIR(end.status.st_mode)
			               ? follow_folder(tree, stray, end.host)
			               : follow_file(tree, stray, end.host);
			free(end.host);
		}
		if (followed)
			tree_stray_free(stray);
		else
			tree->strays[kept++] = *stray;
	}
	tree->stray_count = kept;
}
