// SPDX-License-Identifier: MIT
#include "fuse/records.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "elf/library.h"
#include "fuse/link.h"

struct search {
	const char *folder, *name, *soname;
	char *found, *where; /* the record, and the folder that it links into */
	bool by_name, twice;
	struct timespec time;
};

/* libtool links a library anew when it is installed, beside the one of the build, with a T behind.
 */
static bool has_name(const struct link *link, const char *name)
{
	const char *output = path_name(link->output);
	size_t length = strlen(name);

	return strncmp(output, name, length) == 0 &&
	       (output[length] == '\0' || strcmp(output + length, "T") == 0);
}

static bool has_soname(const struct link *link, const char *soname)
{
	for (size_t i = 0; i < link->words.count; i++) {
		const char *word = link->words.items[i], *at = strstr(word, soname);

		if (at && at > word && (at[-1] == ',' || at[-1] == '=') &&
		    (at[strlen(soname)] == '\0' || at[strlen(soname)] == ',') &&
		    starts_with(word, "-Wl,"))
			return true;
	}
	return false;
}

static bool is_newer(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

/* Of several links the newest, and those by name first. */
static void take(struct search *search, const struct link *link, const char *path, bool by_name,
                 const struct timespec *time)
{
	char *where = path_dir(link->output);
	bool better = !search->found || by_name > search->by_name;

	search->twice = !better && (search->twice || strcmp(where, search->where) != 0);
	if (better || is_newer(time, &search->time)) {
		free(search->found);
		search->found = xstrdup(path);
		search->time = *time;
		search->by_name = by_name;
	}
	free(search->where);
	search->where = where;
}

static int visit(const struct tree_entry *entry, void *data, struct error *error)
{
	struct search *search = data;
	struct link link;
	struct stat status;

	if (!S_ISREG(entry->mode) || ends_with(entry->path, ".words") ||
	    strstr(entry->path, ".new."))
		return 0;
	char *path = path_join(search->folder, entry->path);
	if (link_read(&link, path, error) != 0 || stat(path, &status) != 0) {
		free(path);
		return -1;
	}
	bool by_name = has_name(&link, search->name);
	bool fits = by_name || (search->soname && has_soname(&link, search->soname));
	if (fits && by_name >= search->by_name)
		take(search, &link, path, by_name, &status.st_mtim);
	link_free(&link);
	free(path);
	return 0;
}

char *record_find(const char *folder, const char *library, struct error *error)
{
	struct search search = {.folder = folder, .name = path_name(library)};
	struct library read = {0};
	int result = library_read(library, &read, error);

	search.soname = read.soname;
	if (result == 0 && path_is_dir(folder))
		result = tree_walk(folder, visit, &search, error);
	library_free(&read);
	free(search.where);
	if (result == 0 && search.twice)
		result = error_at(error, library, 0,
		                  "cannot be fused: libraries of its name are linked in several "
		                  "folders, and which of them it is cannot be told");
	else if (result == 0 && !search.found)
		error_at(error, library, 0,
		         "cannot be fused: its link was not recorded; let the package link it with "
		         "the compiler that it is given, under the name that it installs");
	if (result != 0) {
		free(search.found);
		search.found = NULL;
	}
	return search.found;
}
