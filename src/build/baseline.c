// SPDX-License-Identifier: MIT
#include "build/baseline.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "build/stage.h"

struct scan {
	struct baseline *baseline;
	const struct baseline_request *request;
	struct strlist needed; /* by any ELF file */
};

static bool named_as_library(const char *name)
{
	return ends_with(name, ".so") || strstr(name, ".so.") != NULL;
}

/* A broken ELF file that nobody loads (data of a test suite) is installed like any other file. */
static int read_library(const char *path, struct library *library, struct error *error)
{
	struct error damage = {0};

	if (library_read(path, library, &damage) == 0)
		return 0;
	if (!named_as_library(path_name(path)) && access(path, R_OK) == 0) {
		error_clear(&damage);
		return 0;
	}
	error_set(error, "%s", damage.text);
	error_clear(&damage);
	return -1;
}

static int add_file(const struct tree_entry *entry, void *data, struct error *error)
{
	struct scan *scan = data;
	struct baseline *baseline = scan->baseline;
	struct baseline_file file = {0};
	int result = 0;

	if (scan->request->stop && *scan->request->stop)
		return error_set(error, "interrupted; nothing was installed");
	if (starts_with(entry->path, STAGE_PREFIX))
		return 0;
	char *full = path_join(baseline->root, entry->path);
	if (!S_ISREG(entry->mode) && !S_ISLNK(entry->mode) && !S_ISDIR(entry->mode))
		result =
		    error_at(error, full, 0, "is neither a file, a link nor a folder; remove it");
	else if (lstat(full, &file.status) != 0)
		result = error_set(error, "%s:", full);
	else if (S_ISREG(entry->mode))
		result = read_library(full, &file.library, error);
	free(full);
	if (result != 0)
		return -1;
	for (size_t i = 0; i < file.library.needed.count; i++)
		if (!strlist_has(&scan->needed, file.library.needed.items[i]))
			strlist_add(&scan->needed, file.library.needed.items[i]);
	file.path = xstrdup(entry->path);
	if ((baseline->count & (baseline->count - 1)) == 0)
		baseline->files =
		    xreallocarray(baseline->files, baseline->count * 2 + 1, sizeof(file));
	baseline->files[baseline->count++] = file;
	return 0;
}

/* Whether a folder (below the root) is, or is inside, directory as it lies below a library
 * directory. */
static bool inside_directory(const char *folder, const char *directory)
{
	char *around = str_format("/%s/", folder), *inner = str_format("/%s/", directory);
	bool inside = strstr(around, inner) != NULL;

	free(around);
	free(inner);
	return inside;
}

static bool in_hwcap_directory(const struct baseline_request *request, const char *folder)
{
	if (inside_directory(folder, "glibc-hwcaps"))
		return true;
	for (size_t i = 0; i < request->hwcap_directories->count; i++)
		if (inside_directory(folder, request->hwcap_directories->items[i]))
			return true;
	return false;
}

/* The folders in which glibc as Debian and others configure it searches by default. */
static bool is_default_folder(const char *folder)
{
	static const char *const patterns[] = {"lib", "lib32", "lib64", "libx32", "lib/*-linux-*"};

	if (starts_with(folder, "usr/local/"))
		folder += strlen("usr/local/");
	else if (starts_with(folder, "usr/"))
		folder += strlen("usr/");
	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++)
		if (fnmatch(patterns[i], folder, FNM_PATHNAME) == 0)
			return true;
	return false;
}

static bool is_versioned(const char *name)
{
	return fnmatch("*.so.[0-9]*", name, 0) == 0;
}

static bool is_library(const struct scan *scan, const struct baseline_file *file,
                       const char *folder)
{
	const char *soname = file->library.soname;

	return soname && (is_default_folder(folder) || is_versioned(path_name(file->path)) ||
	                  is_versioned(soname) || strlist_has(&scan->needed, soname));
}

/* Marks in matched which patterns matched, and returns whether one did. */
static bool match_patterns(const struct strlist *patterns, const char *path, bool *matched)
{
	bool any = false;

	for (size_t i = 0; patterns && i < patterns->count; i++) {
		const char *pattern = patterns->items[i];

		if (fnmatch(pattern + strspn(pattern, "/"), path, FNM_PATHNAME) == 0)
			any = matched[i] = true;
	}
	return any;
}

static int check_soname(const struct baseline *baseline, const struct baseline_file *file,
                        struct error *error)
{
	const char *soname = file->library.soname;

	if (!soname || (soname[0] != '\0' && !strchr(soname, '/') && strcmp(soname, ".") != 0 &&
	                strcmp(soname, "..") != 0))
		return 0;
	char *full = path_join(baseline->root, file->path);
	error_at(error, full, 0,
	         "has the SONAME \"%s\", which is no file name; link it with another -soname",
	         soname);
	free(full);
	return -1;
}

static int find_roles(struct scan *scan, bool *matched, struct error *error)
{
	for (size_t i = 0; i < scan->baseline->count; i++) {
		struct baseline_file *file = &scan->baseline->files[i];
		char *folder = path_dir(file->path);

		if (file->library.kind == LIBRARY_SHARED &&
		    !in_hwcap_directory(scan->request, folder)) {
			bool named = match_patterns(scan->request->modules, file->path, matched);

			file->role = named || is_library(scan, file, folder) ? BASELINE_LIBRARY
			                                                     : BASELINE_MODULE;
		}
		free(folder);
		if (file->role == BASELINE_LIBRARY &&
		    check_soname(scan->baseline, file, error) != 0)
			return -1;
	}
	return 0;
}

char *soname_bearer(const char *folder, const char *soname)
{
	char *name = xstrdup(soname);

	/* libfoo.so.1 -> libfoo.so.1.2 -> libfoo.so.1.2.3; the bound ends a circle */
	for (unsigned i = 0; i < 16; i++) {
		char *path = path_join(folder, name);
		char target[4096];
		ssize_t length = readlink(path, target, sizeof(target) - 1);
		bool file = length < 0 && path_is_file(path);

		free(path);
		if (file)
			return name;
		free(name);
		if (length < 0)
			return NULL;
		target[length] = '\0';
		if (strchr(target, '/'))
			return NULL;
		name = xstrdup(target);
	}
	free(name);
	return NULL;
}

static bool same_soname(const struct baseline_file *a, const struct baseline_file *b)
{
	const char *a_name = path_name(a->path), *b_name = path_name(b->path);

	return b->role == BASELINE_LIBRARY && b->library.soname &&
	       strcmp(a->library.soname, b->library.soname) == 0 &&
	       a_name - a->path == b_name - b->path &&
	       strncmp(a->path, b->path, (size_t)(a_name - a->path)) == 0;
}

/*
 * Of several files with one SONAME in one folder (hard links, or a real file in the place of the
 * development link) the loader opens one. Without a link it is the last by name.
 */
static void find_twins(struct baseline *baseline, size_t first)
{
	struct baseline_file *chosen = &baseline->files[first];
	char *folder = path_dir(chosen->path);
	char *full = path_join(baseline->root, folder);
	char *bearer = soname_bearer(full, chosen->library.soname);
	bool certain = false;

	for (size_t i = first; i < baseline->count && !certain; i++) {
		struct baseline_file *file = &baseline->files[i];

		if (!same_soname(&baseline->files[first], file))
			continue;
		chosen = file;
		certain = bearer && strcmp(path_name(file->path), bearer) == 0;
	}
	for (size_t i = baseline->count; i-- > first;) {
		struct baseline_file *file = &baseline->files[i];

		if (file != chosen && same_soname(chosen, file))
			file->role = BASELINE_TWIN;
	}
	free(bearer);
	free(full);
	free(folder);
}

static int unmatched(const struct baseline_request *request, const char *pattern,
                     struct error *error)
{
	static const char format[] =
	    "the pattern \"%s\" matches no shared object below %s; correct or remove it";

	return request->modules_file ? error_at(error, request->modules_file, request->modules_line,
	                                        format, pattern, request->root)
	                             : error_set(error, format, pattern, request->root);
}

int baseline_read(struct baseline *baseline, const struct baseline_request *request,
                  struct error *error)
{
	struct scan scan = {baseline, request, {0}};
	size_t patterns = request->modules ? request->modules->count : 0;
	bool *matched = xcalloc(patterns + 1, sizeof(*matched));

	*baseline = (struct baseline){.root = xstrdup(request->root)};
	int result = tree_walk(baseline->root, add_file, &scan, error);
	if (result == 0)
		result = find_roles(&scan, matched, error);
	for (size_t i = 0; i < patterns && result == 0; i++)
		if (!matched[i] && !request->part)
			result = unmatched(request, request->modules->items[i], error);
	for (size_t i = 0; i < baseline->count && result == 0; i++)
		if (baseline->files[i].role == BASELINE_LIBRARY &&
		    baseline->files[i].library.soname)
			find_twins(baseline, i);
	strlist_free(&scan.needed);
	free(matched);
	if (result != 0)
		baseline_free(baseline);
	return result;
}

void baseline_free(struct baseline *baseline)
{
	for (size_t i = 0; i < baseline->count; i++) {
		free(baseline->files[i].path);
		library_free(&baseline->files[i].library);
	}
	free(baseline->files);
	free(baseline->root);
	*baseline = (struct baseline){0};
}
