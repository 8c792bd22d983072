// SPDX-License-Identifier: MIT
#include "check/tree.h"

#include <errno.h>
#include <fnmatch.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "elf/property.h"

/* One folder being added. */
struct walk {
	struct tree *tree;
	const char *prefix;
	const struct flavor *flavor;
	size_t length; /* of the top's path */
	bool system;   /* a running system's root, with folders that no package has */
};

static struct tree_library *add_library(struct tree *tree, const char *path, const char *name,
                                        struct library *library)
{
	struct tree_library *item = xcalloc(1, sizeof(*item));
	struct stat status = {0};
	char *folder = path_dir(name);

	item->path = xstrdup(path);
	item->name = xstrdup(name);
	item->library = *library;
	item->architecture = place_architecture(library);
	if (stat(path, &status) == 0) {
		item->device = status.st_dev;
		item->inode = status.st_ino;
	}
	place_of(folder, item->architecture ? item->architecture : "", tree->flavors, &item->place);
	free(folder);
	if ((tree->count & (tree->count - 1)) == 0)
		tree->libraries = xreallocarray(tree->libraries, tree->count * 2 + 1, sizeof(item));
	tree->libraries[tree->count++] = item;
	return item;
}

static void add_stray(struct tree *tree, const char *path, const char *name, const char *what,
                      const struct place *place)
{
	tree->strays = xreallocarray(tree->strays, tree->stray_count + 1, sizeof(*tree->strays));
	tree->strays[tree->stray_count++] = (struct tree_stray){
	    xstrdup(path),
	    xstrdup(name),
	    {xstrdup(place->folder), xstrdup(place->directory), place->uncertain},
	    what,
	};
}

bool stray_is_link(const struct tree_stray *stray)
{
	return strcmp(stray->what, "a link") == 0;
}

static bool named_as_library(const char *name)
{
	return ends_with(name, ".so") || strstr(name, ".so.") != NULL;
}

bool tree_has_library_version(const char *name)
{
	const char *at = strstr(name, ".so.");

	return starts_with(name, "lib") && at && at[4] != '\0' &&
	       at[4 + strspn(at + 4, "0123456789.")] == '\0';
}

static const char *kind_name(enum library_kind kind)
{
	return kind == LIBRARY_PIE || kind == LIBRARY_PROGRAM ? "a program"
	       : kind == LIBRARY_OTHER                        ? "an object file"
	                                                      : "no shared library";
}

static void read_file(const struct walk *walk, const char *path, const char *name,
                      const struct place *place)
{
	struct tree *tree = walk->tree;
	struct error error = {0};
	struct library library;
	bool hwcap = tree->installed && place->directory && !place->uncertain;

	if (library_read(path, &library, &error) != 0) {
		if (hwcap || named_as_library(path_name(name)))
			findings_add_error(tree->findings, name, path, &error);
		error_clear(&error);
		return;
	}
	const char *architecture = place_architecture(&library);
	bool wanted =
	    !tree->architecture || !architecture || strcmp(architecture, tree->architecture) == 0;
	if (library.kind == LIBRARY_NOT_ELF && tree_has_library_version(path_name(name)))
		findings_add(tree->findings, TAG_UNREADABLE_FILE, name, NULL,
		             "is not an ELF file; build or copy it anew");
	else if (library.kind == LIBRARY_OTHER && tree_has_library_version(path_name(name)))
		findings_add(tree->findings, TAG_UNREADABLE_FILE, name, NULL,
		             "is an object file or debug information, or has another class than "
		             "its header says; build or copy it anew");
	else if (library.kind != LIBRARY_SHARED && place->directory)
		add_stray(tree, path, name, kind_name(library.kind), place);
	if (library.kind != LIBRARY_NOT_ELF && library.kind != LIBRARY_OTHER && wanted) {
		struct tree_library *item = add_library(tree, path, name, &library);

		if (!tree->installed) {
			/* All of a flavor's files lie as the baseline's do. */
			char *folder = path_dir(path + walk->length);

			place_free(&item->place);
			item->place.folder = folder;
			item->copy = walk->flavor && library.kind == LIBRARY_SHARED;
			item->flavor = walk->flavor;
		}
		return;
	}
	library_free(&library);
}

static void visit_file(const struct walk *walk, const FTSENT *entry)
{
	struct tree *tree = walk->tree;
	char *name = str_format("%s%s", walk->prefix, entry->fts_path + walk->length);
	char *folder = path_dir(name);
	struct place place;

	place_of(folder, tree->machine, tree->flavors, &place);
	if (entry->fts_info == FTS_SL || entry->fts_info == FTS_SLNONE) {
		if (!place.directory && strcmp(entry->fts_name, "glibc-hwcaps") == 0)
			place.directory = xstrdup(entry->fts_name);
		if (place.directory)
			add_stray(tree, entry->fts_path, name, "a link", &place);
	} else if (entry->fts_info == FTS_D || entry->fts_info == FTS_DEFAULT) {
		if (place.directory)
			add_stray(tree, entry->fts_path, name,
			          entry->fts_info == FTS_D ? "a folder"
			                                   : "a pipe, a socket or a device",
			          &place);
	} else if (place.directory || (entry->fts_statp->st_mode & 0111) ||
	           strstr(entry->fts_name, ".so")) {
		read_file(walk, entry->fts_path, name, &place);
	}
	place_free(&place);
	free(folder);
	free(name);
}

/* The folders of a running system in which its libraries lie. */
static bool holds_libraries(const char *name)
{
	static const char *const names[] = {"bin", "opt", "sbin", "usr"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return starts_with(name, "lib");
}

static bool is_skipped(const struct walk *walk, const FTSENT *entry)
{
	/* Detached debug information has the headers of what it was taken from. */
	if (entry->fts_level > 0 && ends_with(entry->fts_path, "/usr/lib/debug"))
		return true;
	return walk->system && entry->fts_level == 1 && !holds_libraries(entry->fts_name);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static int visit(const struct walk *walk, FTS *fts, FTSENT *entry, struct error *error)
{
	switch (entry->fts_info) {
	case FTS_D:
		if (is_skipped(walk, entry))
			fts_set(fts, entry, FTS_SKIP);
		else if (strstr(entry->fts_name, ".so") && entry->fts_level > 0)
			visit_file(walk, entry);
		return 0;
	case FTS_DEFAULT:
	case FTS_F:
	case FTS_SL:
	case FTS_SLNONE:
		visit_file(walk, entry);
		return 0;
	case FTS_DNR:
	case FTS_ERR:
	case FTS_NS:
		/* On a running system files come and go. */
		if (walk->system && entry->fts_errno == ENOENT)
			return 0;
		/* Whoever may not see all of it still gets an answer about the rest. */
		if (walk->system && entry->fts_level > 0 && entry->fts_errno == EACCES) {
			findings_add(walk->tree->findings, TAG_NOT_CHECKED,
			             entry->fts_path + walk->length, NULL,
			             "cannot be read, so what lies in it is not checked; check as "
			             "a user who may");
			return 0;
		}
		errno = entry->fts_errno;
		return error_set(error, "%s: cannot be read:", entry->fts_path);
	default:
		return 0;
	}
}

static int walk_folder(struct walk *walk, const char *top, struct error *error)
{
	char *start = xstrdup(top);
	size_t length = strlen(start);
	int result = 0;

	while (length > 1 && start[length - 1] == '/')
		start[--length] = '\0';
	walk->length = length == 1 && start[0] == '/' ? 0 : length;
	FTS *fts =
	    fts_open((char *[]){start, NULL}, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, by_name);
	if (!fts)
		result = error_set(error, "%s: cannot be read:", top);
	for (FTSENT *entry; fts && result == 0 && (entry = fts_read(fts)) != NULL;)
		result = visit(walk, fts, entry, error);
	if (fts)
		fts_close(fts);
	free(start);
	return result;
}

static bool is_system(const char *top)
{
	static const char *const names[] = {"etc", "proc", "sys", "usr"};
	bool all = true;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && all; i++) {
		char *path = path_join(top, names[i]);

		all = path_is_dir(path);
		free(path);
	}
	return all;
}

int tree_add_root(struct tree *tree, const char *top, struct error *error)
{
	struct walk walk = {.tree = tree, .prefix = "", .system = is_system(top)};

	tree->root = xcalloc(1, sizeof(*tree->root));
	if (root_open(tree->root, top, error) != 0)
		return -1;
	tree->top = top;
	tree->installed = true;
	return walk_folder(&walk, top, error);
}

int tree_add_build(struct tree *tree, const char *top, const char *prefix,
                   const struct flavor *flavor, struct error *error)
{
	struct walk walk = {.tree = tree, .prefix = prefix, .flavor = flavor};

	return walk_folder(&walk, top, error);
}

struct tree_library *tree_add_file(struct tree *tree, const char *path, const char *name,
                                   struct error *error)
{
	struct library library;

	if (library_read(path, &library, error) != 0)
		return NULL;
	if (library.kind == LIBRARY_NOT_ELF) {
		error_at(error, path, 0, "is not an ELF file; name a shared library");
		return NULL;
	}
	if (library.kind == LIBRARY_OTHER) {
		library_free(&library);
		error_at(error, path, 0,
		         "is an object file or debug information; name a shared library");
		return NULL;
	}
	return add_library(tree, path, name, &library);
}

void tree_pair(struct tree *tree, struct tree_library *copy, struct tree_library *baseline,
               const struct flavor *flavor)
{
	struct property property = {0};
	struct error ignored = {0};

	if (!flavor && copy->place.directory && copy->architecture)
		flavor = place_flavor(copy->place.directory, copy->architecture, tree->flavors);
	if (!flavor && copy->architecture && strcmp(copy->architecture, "amd64") == 0 &&
	    property_read(copy->path, &property, &ignored) == 0 && property_level(&property) > 1) {
		char *name = str_format("x86-64-v%u", property_level(&property));

		flavor = flavors_find(tree->flavors, name, copy->architecture);
		free(name);
	}
	error_clear(&ignored);
	copy->copy = true;
	copy->flavor = flavor;
	copy->baseline = baseline;
	if (baseline)
		baseline->copied = true;
}

bool tree_follow(const struct tree *tree, const char *path, struct root_file *file)
{
	if (tree->root)
		return root_find(tree->root, path, file) == 0;
	file->host = stat(path, &file->status) == 0 ? xstrdup(path) : NULL;
	return file->host != NULL;
}

struct tree_library *tree_find(const struct tree *tree, const char *path)
{
	struct tree_library *found = NULL;
	struct root_file file;

	if (!tree_follow(tree, path, &file))
		return NULL;
	for (size_t i = 0; i < tree->count && !found; i++)
		if (tree->libraries[i]->inode == file.status.st_ino &&
		    tree->libraries[i]->device == file.status.st_dev)
			found = tree->libraries[i];
	free(file.host);
	return found;
}

/* The part of a library's file name that versions leave alone: "libfoo.so", "libfoo-1.so". */
static size_t stem_length(const char *name)
{
	const char *at = strstr(name, ".so");

	return at ? (size_t)(at - name) + 3 : strlen(name);
}

static bool same_folder(const struct tree_library *a, const struct tree_library *b)
{
	return strcmp(a->place.folder, b->place.folder) == 0;
}

/*
 * In the copy's library directory: the file that its SONAME leads to, else one of the same name or
 * SONAME, else the only one whose name differs in nothing but the version.
 */
static struct tree_library *find_baseline(const struct tree *tree, const struct tree_library *copy)
{
	const char *soname = copy->library.soname, *name = path_name(copy->name);
	struct tree_library *by_name_only = NULL, *by_soname = NULL, *by_stem = NULL;
	size_t stems = 0;

	for (size_t i = 0; i < tree->count; i++) {
		struct tree_library *other = tree->libraries[i];
		const char *other_name = path_name(other->name);

		if (other == copy || other->copy || other->place.directory ||
		    other->library.kind != LIBRARY_SHARED || !same_folder(copy, other))
			continue;
		if (strcmp(name, other_name) == 0)
			by_name_only = other;
		if (soname && other->library.soname && strcmp(soname, other->library.soname) == 0)
			by_soname = other;
		if (stem_length(name) == stem_length(other_name) &&
		    strncmp(name, other_name, stem_length(name)) == 0) {
			by_stem = other;
			stems++;
		}
	}
	if (soname && tree->installed) {
		char *path = path_join(copy->place.folder, soname);
		struct tree_library *linked = tree_find(tree, path);

		free(path);
		if (linked && linked != copy && !linked->copy &&
		    linked->library.kind == LIBRARY_SHARED)
			return linked;
	}
	if (by_soname || by_name_only)
		return by_soname ? by_soname : by_name_only;
	return stems == 1 ? by_stem : NULL;
}

/* A folder that only by its name might have been a hwcap directory: the file is a plain one. */
static void make_plain(struct tree_library *library)
{
	place_free(&library->place);
	library->place.folder = path_dir(library->name);
}

static bool stray_counts(const struct tree *tree, const struct tree_stray *stray)
{
	if (!stray->place.uncertain)
		return true;
	for (size_t i = 0; i < tree->count; i++) {
		const struct tree_library *other = tree->libraries[i];

		if (other->copy && strcmp(other->place.folder, stray->place.folder) == 0 &&
		    strcmp(other->place.directory, stray->place.directory) == 0)
			return true;
	}
	return false;
}

void tree_stray_free(struct tree_stray *stray)
{
	free(stray->path);
	free(stray->name);
	place_free(&stray->place);
}

void tree_match(struct tree *tree)
{
	size_t kept = 0;

	/* First the sure ones, so that a plain file is no baseline of them. */
	for (size_t i = 0; i < tree->count; i++) {
		struct tree_library *library = tree->libraries[i];

		if (tree->installed && library->place.directory &&
		    library->library.kind == LIBRARY_SHARED && !library->place.uncertain)
			library->copy = true;
	}
	for (size_t i = 0; i < tree->count; i++) {
		struct tree_library *library = tree->libraries[i];
		bool uncertain = library->place.directory && library->place.uncertain;

		if (!library->copy && !uncertain)
			continue;
		/* In a build folder only what has a SONAME is delivered; the rest are modules. */
		if (!tree->installed && !library->library.soname) {
			library->copy = false;
			continue;
		}
		struct tree_library *baseline = find_baseline(tree, library);
		if (baseline || library->copy)
			tree_pair(tree, library, baseline, library->flavor);
		else
			make_plain(library);
	}
	for (size_t i = 0; i < tree->stray_count; i++) {
		if (tree->installed && stray_counts(tree, &tree->strays[i]))
			tree->strays[kept++] = tree->strays[i];
		else
			tree_stray_free(&tree->strays[i]);
	}
	tree->stray_count = kept;
}

void tree_free(struct tree *tree)
{
	for (size_t i = 0; i < tree->count; i++) {
		free(tree->libraries[i]->path);
		free(tree->libraries[i]->name);
		library_free(&tree->libraries[i]->library);
		place_free(&tree->libraries[i]->place);
		free(tree->libraries[i]);
	}
	free(tree->libraries);
	for (size_t i = 0; i < tree->stray_count; i++)
		tree_stray_free(&tree->strays[i]);
	free(tree->strays);
	if (tree->root)
		root_close(tree->root);
	free(tree->root);
	tree->root = NULL;
	tree->libraries = NULL;
	tree->strays = NULL;
	tree->count = tree->stray_count = 0;
}
