// SPDX-License-Identifier: MIT
#include "base/root.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

/* Links: what the kernel allows on the way to one file. Folders in one another: our stack. */
enum { LINKS_LIMIT = 40, DEPTH_LIMIT = 2000 };

/* One look-up on its way. */
struct way {
	unsigned links;
	unsigned depth;
};

/* A folder that was resolved: its real path inside the root ("" for the top), or an error. */
struct folder {
	char *real;
	int error;
};

static int resolve_folder(struct root *root, const char *path, struct way *way,
                          struct folder **result);

static void free_folder(void *value)
{
	struct folder *folder = value;

	free(folder->real);
	free(folder);
}

int root_open(struct root *root, const char *path, struct error *error)
{
	*root = (struct root){0};
	char *absolute = path_absolute(path);
	if (!path_is_dir(absolute)) {
		error_at(error, path, 0,
		         "is no folder; give --root the top of an unpacked or mounted system");
		free(absolute);
		return -1;
	}
	if (strcmp(absolute, "/") == 0)
		*absolute = '\0';
	strlist_add_taken(&root->layers, absolute);
	return 0;
}

void root_add_layer(struct root *root, const char *path)
{
	char *added = xstrdup(path);

	map_free(&root->folders, free_folder);
	strlist_add_taken(&root->layers, added);
	memmove(root->layers.items + 1, root->layers.items,
	        (root->layers.count - 1) * sizeof(*root->layers.items));
	root->layers.items[0] = added;
}

void root_close(struct root *root)
{
	map_free(&root->folders, free_folder);
	strlist_free(&root->layers);
	free(root->denied);
}

void root_note_denied(struct root *root, const char *host)
{
	if (!root->denied)
		root->denied = xstrdup(host);
}

/*
 * lstat() of a name in a real folder: the uppermost layer that has it. As dpkg does it, a link to
 * a folder in a lower layer stays one when an upper layer brings a folder of that name.
 */
static int look(struct root *root, const char *real, struct root_file *file)
{
	bool found = false;
	int reason = ENOENT;

	file->host = NULL;
	for (size_t i = 0; i < root->layers.count; i++) {
		struct stat status;
		char *host = str_format("%s%s", root->layers.items[i], *real ? real : "/");
		bool there = lstat(host, &status) == 0;

		if (!there && errno != ENOENT && errno != ENOTDIR)
			reason = errno;
		if (!there && errno == EACCES)
			root_note_denied(root, host);
		if (there &&
		    (!found || (S_ISDIR(file->status.st_mode) && S_ISLNK(status.st_mode)))) {
			free(file->host);
			file->host = host;
			file->status = status;
			found = true;
		} else {
			free(host);
		}
		if (found && !S_ISDIR(file->status.st_mode))
			break;
	}
	return found ? 0 : reason;
}

/* Where the link HOST in the folder REAL leads: a path inside the root; caller frees. */
static char *link_target(const char *host, const char *real)
{
	char target[PATH_MAX];
	ssize_t length = readlink(host, target, sizeof(target) - 1);

	if (length < 0)
		return NULL;
	target[length] = '\0';
	return target[0] == '/' ? xstrdup(target) : str_format("%s/%s", real, target);
}

/* Follows path to its end. *real is where it is inside the root; caller frees both results. */
static int follow(struct root *root, const char *path, struct way *way, struct root_file *file,
                  char **real)
{
	size_t length = strlen(path);
	struct folder *folder;
	int error;

	*real = NULL;
	file->host = NULL;
	if (length >= PATH_MAX)
		return ENAMETOOLONG;
	while (length > 0 && path[length - 1] == '/')
		length--;
	bool as_folder = length > 0 && path[length] == '/';
	char *trimmed = xstrndup(path, length);
	const char *name = path_name(trimmed);
	bool whole = length == 0 || strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
	char *parent = xstrndup(trimmed, whole ? length : (size_t)(name - trimmed));
	error = resolve_folder(root, parent, way, &folder);
	free(parent);
	if (error == 0) {
		*real = whole ? xstrdup(folder->real) : str_format("%s/%s", folder->real, name);
		error = look(root, *real, file);
	}
	free(trimmed);
	if (error == 0 && S_ISLNK(file->status.st_mode)) {
		char *target =
		    ++way->links > LINKS_LIMIT ? NULL : link_target(file->host, folder->real);

		error = target ? 0 : ELOOP;
		free(file->host);
		free(*real);
		*real = file->host = NULL;
		if (target)
			error = follow(root, target, way, file, real);
		free(target);
	}
	if (error == 0 && as_folder && !S_ISDIR(file->status.st_mode))
		error = ENOTDIR;
	if (error != 0) {
		free(file->host);
		free(*real);
		*real = file->host = NULL;
	}
	return error;
}

/* The parent of a real folder, "" being its own. */
static char *above(const char *real)
{
	const char *slash = strrchr(real, '/');

	return xstrndup(real, slash ? (size_t)(slash - real) : 0);
}

static struct folder *keep_folder(struct root *root, const char *path, char *real, int error)
{
	struct folder *folder = xcalloc(1, sizeof(*folder));

	folder->real = real;
	folder->error = error;
	map_set(&root->folders, path, folder);
	return folder;
}

/* Resolves the folder that path names and remembers it. */
static int resolve_folder(struct root *root, const char *path, struct way *way,
                          struct folder **result)
{
	size_t length = strlen(path);
	struct root_file file = {0};
	struct folder *parent;
	char *real = NULL;

	unsigned links = way->links;

	*result = map_get(&root->folders, path);
	if (*result)
		return (*result)->error;
	if (way->depth >= DEPTH_LIMIT)
		return ELOOP;
	while (length > 0 && path[length - 1] == '/')
		length--;
	if (length == 0) {
		*result = keep_folder(root, path, xstrdup(""), 0);
		return 0;
	}
	char *trimmed = xstrndup(path, length);
	const char *name = path_name(trimmed);
	int error;
	way->depth++;
	if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
		char *head = xstrndup(trimmed, (size_t)(name - trimmed));

		error = resolve_folder(root, head, way, &parent);
		if (error == 0)
			real = name[1] == '.' ? above(parent->real) : xstrdup(parent->real);
		free(head);
	} else {
		error = follow(root, trimmed, way, &file, &real);
		if (error == 0 && !S_ISDIR(file.status.st_mode)) {
			error = ENOTDIR;
			free(real);
			real = NULL;
		}
		free(file.host);
	}
	way->depth--;
	free(trimmed);
	*result = map_get(&root->folders, path);
	if (*result) {
		free(real);
		return (*result)->error;
	}
	/* Too many links on the way to here say nothing about those who come from elsewhere. */
	if (error == ELOOP && links > 0)
		return error;
	*result = keep_folder(root, path, real, error);
	return error;
}

int root_find(struct root *root, const char *path, struct root_file *file)
{
	struct way way = {0};
	char *real;
	int error = *path ? follow(root, path, &way, file, &real) : ENOENT;

	if (error == 0)
		free(real);
	else
		file->host = NULL;
	return error;
}

bool root_is_folder(struct root *root, const char *path)
{
	struct way way = {0};
	struct folder *folder;

	return resolve_folder(root, path, &way, &folder) == 0;
}

char *root_real_path(struct root *root, const char *path)
{
	struct root_file file;
	struct way way = {0};
	char *real;

	if (follow(root, path, &way, &file, &real) != 0)
		return NULL;
	free(file.host);
	return real;
}

void root_list(struct root *root, const char *path, struct strlist *names)
{
	struct way way = {0};
	struct folder *folder;

	if (resolve_folder(root, path, &way, &folder) != 0)
		return;
	for (size_t i = 0; i < root->layers.count; i++) {
		char *host = str_format("%s%s/", root->layers.items[i], folder->real);
		DIR *entries = opendir(host);

		if (!entries && errno == EACCES)
			root_note_denied(root, host);
		free(host);
		for (struct dirent *entry; entries && (entry = readdir(entries)) != NULL;)
			if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
				strlist_add(names, entry->d_name);
		if (entries)
			closedir(entries);
	}
	strlist_sort(names);
	size_t kept = 0;
	for (size_t i = 0; i < names->count; i++) {
		if (kept > 0 && strcmp(names->items[kept - 1], names->items[i]) == 0)
			free(names->items[i]);
		else
			names->items[kept++] = names->items[i];
	}
	names->count = kept;
}

char *root_read(struct root *root, const char *path, size_t limit, size_t *length)
{
	struct root_file file;
	struct error error = {0};
	int reason = root_find(root, path, &file);
	char *text = NULL;

	if (reason == 0) {
		text = file_read(file.host, limit, length, &error);
		reason = file.status.st_size > (off_t)limit ? EFBIG : EINVAL;
		error_clear(&error);
		free(file.host);
	}
	errno = reason;
	return text;
}
