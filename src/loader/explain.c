// SPDX-License-Identifier: MIT
#include "loader/explain.h"

#include <stdlib.h>
#include <string.h>

#include "elf/property.h"

static void tell(struct search *search, const char *name, const char *stage, const char *path,
                 enum step_verdict verdict, const char *reason)
{
	struct step step = {name, stage, path, verdict, reason};

	search->visit(&step, search->data);
}

static bool exists(struct search *search, const char *path)
{
	struct root_file file;

	if (root_find(search->root, path, &file) != 0)
		return false;
	free(file.host);
	return true;
}

void explain_refused(struct search *search, const char *name, const char *stage,
                     const char *directory)
{
	const struct hwcaps *hwcaps = search->hwcaps;

	for (size_t i = 0; i < hwcaps->refused_count; i++) {
		char *path = str_format("%s%s%s", directory, hwcaps->refused[i].directory, name);

		if (exists(search, path))
			tell(search, name, stage, path, STEP_REFUSED, hwcaps->refused[i].reason);
		free(path);
	}
}

void explain_absent(struct search *search, const char *name, const char *stage, const char *folder)
{
	struct strlist names = {0};
	char *stem = str_format("%s.", name);

	root_list(search->root, folder, &names);
	for (size_t i = 0; i < names.count; i++) {
		char *path = str_format("%s%s", folder, names.items[i]);

		if (starts_with(names.items[i], stem) && exists(search, path))
			tell(search, name, stage, path, STEP_NO_LINK, NULL);
		free(path);
	}
	free(stem);
	strlist_free(&names);
}

void explain_rest(struct search *search, const char *name, const char *stage, const char *directory,
                  const char *taken)
{
	const struct strlist *subdirectories = &search->hwcaps->searched;
	bool after = false;

	for (size_t i = 0; search->visit && i < subdirectories->count; i++) {
		char *path = str_format("%s%s%s", directory, subdirectories->items[i], name);

		bool is_taken = taken && strcmp(path, taken) == 0;

		/* x86_64 may be there twice, as the platform and as a hwcap. */
		if (after && !is_taken && exists(search, path))
			tell(search, name, stage, path, STEP_HIDDEN, NULL);
		after |= !taken || is_taken;
		free(path);
	}
}

void explain_hidden(struct search *search, const char *name, const char *stage,
                    const char *directory, const struct object *taken)
{
	if (!search->visit)
		return;
	const struct strlist *subdirectories = &search->hwcaps->searched;
	for (size_t i = 0; i < subdirectories->count; i++) {
		char *path = str_format("%s%s%s", directory, subdirectories->items[i], name);
		struct root_file file;

		if (root_find(search->root, path, &file) == 0) {
			/* Many directories are links to others. */
			if (!taken || file.status.st_ino != taken->inode ||
			    file.status.st_dev != taken->device)
				tell(search, name, stage, path, STEP_HIDDEN, NULL);
			free(file.host);
		}
		free(path);
	}
}

/* Why the entry's directory is not for this CPU; caller frees. */
static char *refusal(const struct search *search, const struct cache_entry *entry)
{
	const struct hwcaps *hwcaps = search->hwcaps;

	for (size_t i = 0; i < hwcaps->refused_count; i++) {
		char *part = str_format("/%s", hwcaps->refused[i].directory);
		bool inside = strstr(entry->path, part) != NULL;

		free(part);
		if (inside)
			return xstrdup(hwcaps->refused[i].reason);
	}
	return entry->hwcaps ? str_format("this loader searches no glibc-hwcaps/%s", entry->hwcaps)
	                     : xstrdup("its hwcaps are not for this CPU");
}

/* levels: the marker's bits. Caller frees. */
static char *marked_for(uint32_t levels)
{
	const char *name = property_isa_name(levels);

	return str_format("it is marked for %s, which is above this CPU",
	                  name ? name : "a level without a name");
}

void explain_marker(struct search *search, const char *name, const char *stage, const char *path,
                    uint32_t missing)
{
	char *reason = search->visit ? marked_for(missing) : NULL;

	if (reason)
		tell(search, name, stage, path, STEP_FATAL, reason);
	free(reason);
}

void explain_entry(struct search *search, const char *name, const struct cache_entry *entry,
                   enum cache_verdict verdict, bool hidden)
{
	const char *path = entry->path ? entry->path : "";
	char *reason;

	switch (verdict) {
	case CACHE_CHOSEN:
		if (hidden)
			tell(search, name, "cache", path, STEP_HIDDEN, NULL);
		return;
	case CACHE_WORSE:
		tell(search, name, "cache", path, STEP_HIDDEN, NULL);
		return;
	case CACHE_OTHER_ABI:
		tell(search, name, "cache", path, STEP_REFUSED, "it is for another ABI");
		return;
	case CACHE_DAMAGED:
		tell(search, name, "cache", path, STEP_REFUSED, "its entry is damaged");
		return;
	case CACHE_ISA_LEVEL:
		reason = marked_for(entry->isa < 32 ? 1u << entry->isa : 0);
		tell(search, name, "cache", path, STEP_REFUSED, reason);
		free(reason);
		return;
	case CACHE_UNSEARCHED:
		reason = refusal(search, entry);
		tell(search, name, "cache", path, STEP_REFUSED, reason);
		free(reason);
		return;
	}
}

/* The files behind the cache's entries of one name. */
struct files {
	struct search *search;
	struct stat *items;
	size_t count;
	size_t room;
	bool known;
};

/* The cache may list the file itself where a link has the SONAME, and folders have other names. */
static bool add_file(const char *path, void *data)
{
	struct files *files = data;
	struct root_file file;

	if (root_find(files->search->root, path, &file) != 0)
		return false;
	free(file.host);
	if (files->count == files->room) {
		files->room = files->room ? 2 * files->room : 16;
		files->items = xreallocarray(files->items, files->room, sizeof(*files->items));
	}
	files->items[files->count++] = file.status;
	return false;
}

static int compare_files(const void *a, const void *b)
{
	const struct stat *one = a, *two = b;

	if (one->st_dev != two->st_dev)
		return one->st_dev < two->st_dev ? -1 : 1;
	return one->st_ino < two->st_ino ? -1 : one->st_ino > two->st_ino;
}

/* A cache may have thousands of entries of one name: each is looked at once. */
static bool is_cached(struct files *files, const char *name, const struct stat *status)
{
	if (!files->known) {
		files->known = true;
		cache_has(files->search->cache, name, add_file, files);
		if (files->count > 1)
			qsort(files->items, files->count, sizeof(*files->items), compare_files);
	}
	return files->count > 0 &&
	       bsearch(status, files->items, files->count, sizeof(*files->items), compare_files);
}

/* Whether ldconfig enters a subdirectory: no platform, that is, but what is a hwcap. */
static bool is_entered(const struct search *search, const char *subdirectory)
{
	char *copy = xstrdup(subdirectory), *rest = copy;
	bool entered = true;

	for (const char *name; (name = strsep(&rest, "/")) != NULL && entered;)
		entered = !*name || strcmp(name, "glibc-hwcaps") == 0 ||
		          hwcaps_is_legacy_name(search->target->abi->architecture, name);
	free(copy);
	return entered || starts_with(subdirectory, "glibc-hwcaps/");
}

void explain_uncached(struct search *search, const char *name)
{
	const struct strlist *directories = search->cached_directories;
	const struct strlist *subdirectories = &search->hwcaps->searched;
	struct files files = {.search = search};

	for (size_t i = 0; directories && i < directories->count; i++) {
		for (size_t k = 0; k < subdirectories->count; k++) {
			char *path = str_format("%s/%s%s", directories->items[i],
			                        subdirectories->items[k], name);

			struct root_file file;

			if (root_find(search->root, path, &file) == 0) {
				if (!is_entered(search, subdirectories->items[k]))
					tell(search, name, "cache", path, STEP_REFUSED,
					     "ldconfig enters no such directory");
				else if (!is_cached(&files, name, &file.status))
					tell(search, name, "cache", path, STEP_UNCACHED, NULL);
				free(file.host);
			}
			free(path);
		}
	}
	free(files.items);
}
