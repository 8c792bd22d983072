// SPDX-License-Identifier: MIT
#include "check/loading.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

void loading_check_link(const struct tree *tree, const struct tree_library *library)
{
	const char *soname = library->library.soname;
	struct root_file end;
	struct stat status;

	if (!soname || strcmp(path_name(library->name), soname) == 0)
		return;
	char *folder = path_dir(library->name), *path = path_join(folder, soname);
	char *full = path_join(tree->top, path);
	bool there = tree_follow(tree, path, &end);

	if (!there && lstat(full, &status) != 0)
		findings_add(
		    tree->findings, TAG_SONAME_LINK_MISSING, library->name, NULL,
		    "has no link %s beside it, so the loader never finds it; make the link",
		    soname);
	else if (!there)
		findings_add(tree->findings, TAG_SONAME_LINK_MISSING, library->name, NULL,
		             "the link %s beside it leads nowhere; make it lead to %s", soname,
		             path_name(library->name));
	else if (end.status.st_ino != library->inode || end.status.st_dev != library->device)
		findings_add(tree->findings, TAG_SONAME_LINK_MISSING, library->name, NULL,
		             "%s beside it is %s, so the loader takes that; remove one of them",
		             soname, path_name(end.host));
	if (there)
		free(end.host);
	free(folder);
	free(path);
	free(full);
}

static bool is_file(const struct tree *tree, const char *folder, const char *name)
{
	char *path = path_join(folder, name);
	struct root_file file;
	bool there = tree_follow(tree, path, &file);

	free(path);
	if (there)
		free(file.host);
	return there && S_ISREG(file.status.st_mode);
}

/* An entry of a RUNPATH with $ORIGIN replaced, absolute in the tree; caller frees. */
static char *expand(const char *entry, const char *origin)
{
	const char *rest = strchr(entry, '/');
	char *joined = str_format("%s%s", origin, rest ? rest : ""), *path = path_absolute(joined);

	free(joined);
	return path;
}

/* A shared object of one folder that another folder does not have, or NULL; caller frees. */
static char *lost_file(const struct tree *tree, const char *from, const char *to)
{
	struct strlist names = {0};
	char *lost = NULL;

	root_list(tree->root, from, &names);
	for (size_t i = 0; i < names.count && !lost; i++) {
		const char *name = names.items[i];

		if (strstr(name, ".so") && is_file(tree, from, name) && !is_file(tree, to, name))
			lost = xstrdup(name);
	}
	strlist_free(&names);
	return lost;
}

/*
 * In $ORIGIN itself lies the whole library directory: only what the copy needs counts, and where
 * glibc searches by default it is found all the same.
 */
static char *lost_needed(const struct tree *tree, const struct tree_library *copy, const char *from,
                         const char *to)
{
	const struct strlist *needed = &copy->library.needed;

	for (size_t i = 0; i < needed->count; i++)
		if (is_file(tree, from, needed->items[i]) && !is_file(tree, to, needed->items[i]))
			return xstrdup(needed->items[i]);
	return NULL;
}

static void check_origin(const struct tree *tree, const struct tree_library *copy,
                         const char *runpath, const char *entry)
{
	char *own = path_dir(copy->baseline->name), *folder = path_dir(copy->name);
	char *from = expand(entry, own), *to = expand(entry, folder);
	char *library_folder = expand("", own);
	bool searched = place_is_default(from);
	char *lost = strcmp(from, library_folder) == 0 ? lost_needed(tree, copy, from, to)
	                                               : lost_file(tree, from, to);

	if (lost && !searched)
		findings_add(
		    tree->findings, TAG_RUNPATH_ORIGIN, copy->name, NULL,
		    "RUNPATH %s: %s is in the hwcap directory here, where the baseline's %s "
		    "is not found; use an absolute path, or put it there too",
		    runpath, entry, lost);
	free(lost);
	free(own);
	free(folder);
	free(from);
	free(to);
	free(library_folder);
}

static const char *runpath_of(const struct tree_library *library)
{
	return library->library.runpath ? library->library.runpath : library->library.rpath;
}

static bool is_origin(const char *entry)
{
	return starts_with(entry, "$ORIGIN") || starts_with(entry, "${ORIGIN}");
}

static bool is_below(const char *path, const char *top)
{
	size_t length = top ? strlen(top) : 0;

	while (length > 0 && top[length - 1] == '/')
		length--;
	return length > 0 && strncmp(path, top, length) == 0 &&
	       (path[length] == '/' || path[length] == '\0');
}

/* Of a folder that has a legacy directory's name it is certain only below a library directory. */
static bool leads_into_hwcaps(const struct tree *tree, const struct tree_library *library,
                              const char *entry)
{
	size_t length = strlen(entry);
	struct place place;

	while (length > 1 && entry[length - 1] == '/')
		length--;
	char *folder = xstrndup(entry, length);
	place_of(folder, library->architecture ? library->architecture : "", tree->flavors, &place);
	free(folder);
	bool into = place.directory && (!place.uncertain || place_is_default(place.folder));
	place_free(&place);
	return into;
}

static void check_entry(const struct tree *tree, const struct tree_library *library,
                        const char *build, const char *runpath, const char *entry)
{
	char *top = tree->top ? path_absolute(tree->top) : NULL;
	char *folder = build ? path_absolute(build) : NULL;

	if (is_origin(entry) && leads_into_hwcaps(tree, library, entry))
		findings_add(tree->findings, TAG_RUNPATH_INTO_HWCAPS, library->name, NULL,
		             "RUNPATH %s leads into a hwcap directory, for every CPU; configure "
		             "with the standard libdir",
		             runpath);
	else if (is_origin(entry) && library->copy && library->baseline && tree->installed)
		check_origin(tree, library, runpath, entry);
	else if (!is_origin(entry) && !starts_with(entry, "/")) /* $LIB is lib or lib64 */
		findings_add(tree->findings, TAG_RUNPATH_INTO_BUILD, library->name, NULL,
		             "RUNPATH %s has an entry that is relative to the folder a program is "
		             "started in; relink without it",
		             runpath[0] ? runpath : "\"\"");
	else if (leads_into_hwcaps(tree, library, entry))
		findings_add(tree->findings, TAG_RUNPATH_INTO_HWCAPS, library->name, NULL,
		             "RUNPATH %s leads into a hwcap directory, for every CPU; configure "
		             "with the standard libdir",
		             runpath);
	else if (is_below(entry, top) || is_below(entry, folder))
		findings_add(tree->findings, TAG_RUNPATH_INTO_BUILD, library->name, NULL,
		             "RUNPATH %s leads into the tree it was built in; relink without it",
		             runpath);
	free(top);
	free(folder);
}

void loading_check_runpath(const struct tree *tree, const struct tree_library *library,
                           const char *build)
{
	const char *runpath = runpath_of(library);

	if (!runpath || runpath[0] == '\0')
		return;
	char *copy = xstrdup(runpath), *rest = copy;
	for (char *entry; (entry = strsep(&rest, ":")) != NULL;)
		check_entry(tree, library, build, runpath, entry);
	free(copy);
}

void loading_check_directory(const struct tree *tree, const struct tree_library *copy,
                             struct glibc glibc)
{
	const char *architecture = copy->architecture ? copy->architecture : "this architecture";
	char *unsearched =
	    place_unsearched(copy->place.directory, architecture, tree->flavors, glibc);

	if (unsearched)
		findings_add(tree->findings, TAG_DEAD_DIRECTORY, copy->name, NULL,
		             "%s, and the target has %u.%u; install it in a directory of hwflavor "
		             "list, or leave it out",
		             unsearched, glibc.major, glibc.minor);
	free(unsearched);
}

void loading_check_copy(const struct tree *tree, const struct tree_library *copy)
{
	if (!copy->baseline)
		findings_add(tree->findings, TAG_FLAVOR_WITHOUT_BASELINE, copy->name, NULL,
		             "%s has no %s; install the baseline there", copy->place.folder,
		             copy->library.soname ? copy->library.soname : path_name(copy->name));
	loading_check_link(tree, copy);
}

/* Whether the stray has the SONAME of a copy beside it, or of a baseline above. */
static bool has_library(const struct tree *tree, const struct tree_stray *stray, bool copy)
{
	bool found = false;

	for (size_t i = 0; i < tree->count && !found; i++) {
		const struct tree_library *library = tree->libraries[i];

		found = library->copy == copy && library->library.soname &&
		        strcmp(library->library.soname, path_name(stray->name)) == 0 &&
		        strcmp(library->place.folder, stray->place.folder) == 0 &&
		        (!copy || strcmp(library->place.directory ? library->place.directory : "",
		                         stray->place.directory) == 0);
	}
	return found;
}

/* What the loader opens by its name, whatever it is. */
static bool is_opened(const struct tree *tree, const struct tree_stray *stray)
{
	return tree_has_library_version(path_name(stray->name)) || has_library(tree, stray, false);
}

/* A link that the loader, or another such link, uses: by a SONAME or a longer version of it. */
static bool is_soname_link(const struct tree *tree, const struct tree_stray *stray)
{
	struct tree_library *library = tree_find(tree, stray->name);
	const char *name = path_name(stray->name);

	if (library && library->library.soname && strcmp(library->library.soname, name) == 0)
		return true;
	return !ends_with(name, ".so") && strstr(name, ".so.") != NULL;
}

/* True: nothing else is to be said about the link. */
static bool check_stray_link(const struct tree *tree, const struct tree_stray *stray)
{
	struct root_file end;
	bool there = tree_follow(tree, stray->name, &end), opened = is_opened(tree, stray);

	if (there)
		free(end.host);
	/* Of a copy that is there the missing link has been said. */
	if (!there && opened && !has_library(tree, stray, true))
		findings_add(
		    tree->findings, TAG_SONAME_LINK_MISSING, stray->name, NULL,
		    "is a link that leads nowhere, so the loader takes another copy or the "
		    "baseline; deliver what it is to lead to, or remove it");
	else if (there && opened && !S_ISREG(end.status.st_mode))
		findings_add(tree->findings, TAG_UNREADABLE_FILE, stray->name, NULL,
		             "is a link to what is no file; make it lead to the copy");
	else
		return is_soname_link(tree, stray);
	return true;
}

void loading_check_strays(const struct tree *tree)
{
	for (size_t i = 0; i < tree->stray_count; i++) {
		const struct tree_stray *stray = &tree->strays[i];
		bool link = stray_is_link(stray), folder = strcmp(stray->what, "a folder") == 0;

		if (link && check_stray_link(tree, stray))
			continue;
		if (!link && is_opened(tree, stray))
			findings_add(
			    tree->findings, TAG_UNREADABLE_FILE, stray->name, NULL,
			    "is %s where the loader opens a library, and fails; deliver the "
			    "copy, or remove it",
			    stray->what);
		else if (!folder)
			findings_add(
			    tree->findings, TAG_DEVELOPMENT_FILE, stray->name, NULL,
			    "is %s in a hwcap directory; deliver only shared libraries and their "
			    "SONAME links",
			    link ? "a link that no loader follows" : stray->what);
	}
}
