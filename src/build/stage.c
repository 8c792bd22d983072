// SPDX-License-Identifier: MIT
#include "build/stage.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/file.h"
#include "build/destination.h"

/* Between two mounts nothing can be renamed, even if both show the same file system. */
struct mount {
	dev_t device;
	uint64_t id;
};

struct stage_place {
	struct mount mount;
	char *folder;
	int lock; /* holds flock() while this process lives: nobody removes the folder then */
};

struct stage_item {
	char *target;       /* the full path at which it will stand */
	char *staged;       /* where it waits; NULL for a folder */
	struct stat status; /* a folder's */
	bool placed;        /* renamed into place */
	bool exchanged;     /* what stood there before now lies at staged */
	bool replaced;      /* what stood there before is gone */
};

static int full(const char *path, struct error *error)
{
	int saved = errno;

	return error_at(error, path, 0, "cannot be written: %s; nothing was installed",
	                strerror(saved));
}

static int interrupted(const struct stage *stage, struct error *error)
{
	if (stage->stop && *stage->stop)
		return error_set(error, "interrupted; nothing was installed");
	return 0;
}

/* The mount on which a folder lies; -1 if it does not exist. */
static int find_mount(const char *folder, struct mount *mount)
{
	struct statx status;

	if (statx(AT_FDCWD, folder, 0, STATX_TYPE | STATX_MNT_ID, &status) != 0)
		return -1;
	mount->device = makedev(status.stx_dev_major, status.stx_dev_minor);
	mount->id = status.stx_mask & STATX_MNT_ID ? status.stx_mnt_id : 0;
	return 0;
}

static bool same_mount(const struct mount *a, const struct mount *b)
{
	return a->device == b->device && a->id == b->id;
}

/* Removes the staging folders below top that nobody holds any more. */
static void remove_leftovers(const char *top)
{
	DIR *dir = opendir(top);
	struct error ignored = {0};

	if (!dir)
		return;
	for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
		if (!starts_with(entry->d_name, STAGE_PREFIX))
			continue;
		char *folder = path_join(top, entry->d_name);
		int fd = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

		if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
			tree_remove(folder, &ignored);
		if (fd >= 0)
			close(fd);
		free(folder);
	}
	error_clear(&ignored);
	closedir(dir);
}

/* Makes a staging folder in top. The lock on top keeps a second process from taking it for a
 * left-over. */
static int add_place(struct stage *stage, const char *top, const struct mount *mount,
                     struct error *error)
{
	struct stage_place place = {*mount, path_join(top, STAGE_PREFIX "XXXXXX"), -1};
	int guard = open(top, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (guard >= 0)
		flock(guard, LOCK_EX);
	remove_leftovers(top);
	if (!mkdtemp(place.folder)) {
		full(top, error);
		free(place.folder);
		if (guard >= 0)
			close(guard);
		return -1;
	}
	place.lock = open(place.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (place.lock >= 0)
		flock(place.lock, LOCK_EX | LOCK_NB);
	if (guard >= 0)
		close(guard);
	stage->places = xreallocarray(stage->places, stage->place_count + 1, sizeof(place));
	stage->places[stage->place_count++] = place;
	return 0;
}

/* The nearest folder at or above path that exists; caller frees. NULL: something is in the way. */
static char *existing_folder(const char *path, struct error *error)
{
	char *folder = xstrdup(path);

	for (;;) {
		struct stat status;

		if (stat(folder, &status) == 0) {
			if (S_ISDIR(status.st_mode))
				return folder;
			error_at(error, folder, 0, "is in the way of a folder; remove it");
		} else if (errno != ENOENT && errno != ENOTDIR) {
			error_set(error, "%s:", folder);
		} else if (lstat(folder, &status) == 0) {
			error_at(error, folder, 0,
			         "is a link to nothing in the way of a folder; remove it");
		} else {
			char *above = path_dir(folder);

			free(folder);
			folder = above;
			continue;
		}
		free(folder);
		return NULL;
	}
}

/* The staging folder for what will lie in folder, which exists; made where there is none yet. */
static const char *place_for(struct stage *stage, const char *folder, struct error *error)
{
	struct mount mount, above_mount;

	if (find_mount(folder, &mount) != 0) {
		error_set(error, "%s:", folder);
		return NULL;
	}
	for (size_t i = 0; i < stage->place_count; i++)
		if (same_mount(&stage->places[i].mount, &mount))
			return stage->places[i].folder;

	char *top = xstrdup(folder);
	while (strcmp(top, stage->top) != 0 && strcmp(top, "/") != 0) {
		char *above = path_dir(top);

		if (find_mount(above, &above_mount) != 0 || !same_mount(&above_mount, &mount)) {
			free(above);
			break;
		}
		free(top);
		top = above;
	}
	int result = add_place(stage, top, &mount, error);
	free(top);
	return result == 0 ? stage->places[stage->place_count - 1].folder : NULL;
}

/* Makes a folder and the missing ones above it, and remembers them. */
static int make_folder(struct stage *stage, const char *path, mode_t mode, struct error *error)
{
	if (path_is_dir(path))
		return 0;
	char *above = path_dir(path);
	int result = strcmp(above, path) == 0 ? -1 : make_folder(stage, above, 0755, error);

	free(above);
	if (result != 0)
		return -1;
	/* Until all is in place the owner must be able to write in it. */
	if (mkdir(path, mode | 0700) != 0)
		return full(path, error);
	strlist_add(&stage->made, path);
	if (chmod(path, mode | 0700) != 0)
		return full(path, error);
	return 0;
}

int stage_open(struct stage *stage, const char *top, const volatile sig_atomic_t *stop,
               struct error *error)
{
	struct mount mount;

	*stage = (struct stage){.top = path_absolute(top), .stop = stop};
	char *folder = existing_folder(stage->top, error);
	if (!folder)
		return -1;
	free(folder);
	if (make_folder(stage, stage->top, 0755, error) != 0)
		return -1;
	if (find_mount(stage->top, &mount) != 0)
		return error_set(error, "%s:", stage->top);
	return add_place(stage, stage->top, &mount, error);
}

static struct stage_item *add_item(struct stage *stage, char *target, char *staged)
{
	if ((stage->item_count & (stage->item_count - 1)) == 0)
		stage->items =
		    xreallocarray(stage->items, stage->item_count * 2 + 1, sizeof(*stage->items));
	struct stage_item *item = &stage->items[stage->item_count++];
	*item = (struct stage_item){.target = target, .staged = staged};
	return item;
}

int stage_add_folder(struct stage *stage, const char *path, const struct stat *status,
                     struct error *error)
{
	char *target = destination_folder(stage->top, path, error);
	char *folder = target ? existing_folder(target, error) : NULL;

	if (!folder) {
		free(target);
		return -1;
	}
	bool exists = strcmp(folder, target) == 0;
	free(folder);
	if (exists)
		free(target);
	else
		add_item(stage, target, NULL)->status = *status;
	return interrupted(stage, error);
}

/* Checks the place and adds the item; NULL on error. The caller makes item->staged. */
static struct stage_item *prepare(struct stage *stage, const char *path, struct error *error)
{
	char *target = destination_file(stage->top, path, error);
	if (!target)
		return NULL;
	char *above = path_dir(target);
	char *folder = interrupted(stage, error) == 0 ? existing_folder(above, error) : NULL;
	const char *place = NULL;
	struct stat status;
	struct stage_item *item = NULL;

	if (!folder)
		goto out;
	if (lstat(target, &status) == 0 && S_ISDIR(status.st_mode)) {
		error_at(error, target, 0, "is a folder in the way of a file; remove it");
		goto out;
	}
	if (faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) != 0) {
		full(folder, error);
		goto out;
	}
	place = place_for(stage, folder, error);
	if (place) {
		char *staged = str_format("%s/%zu", place, stage->item_count);

		item = add_item(stage, xstrdup(target), staged);
	}
out:
	free(folder);
	free(above);
	free(target);
	return item;
}

const char *stage_last(const struct stage *stage)
{
	return stage->items[stage->item_count - 1].staged;
}

int stage_add_copy(struct stage *stage, const char *from, const char *path, struct error *error)
{
	struct stage_item *item = prepare(stage, path, error);
	struct stat status;
	struct error copying = {0};

	if (!item)
		return -1;
	if (lstat(from, &status) != 0 ||
	    (S_ISREG(status.st_mode) && faccessat(AT_FDCWD, from, R_OK, AT_EACCESS) != 0))
		return error_set(error, "%s: cannot be read:", from);
	if (file_copy(from, item->staged, &copying) == 0)
		return 0;
	/* The user knows the place where it was to stand, not the staging folder. */
	full(item->target, error);
	error_clear(&copying);
	return -1;
}

int stage_add_link(struct stage *stage, const char *target, const char *path, struct error *error)
{
	struct stage_item *item = prepare(stage, path, error);

	if (!item)
		return -1;
	if (symlink(target, item->staged) != 0)
		return full(item->target, error);
	return 0;
}

/*
 * Into place, keeping what stood there so that it can be taken back. Where the file system cannot
 * exchange two files (NFS), it is replaced for good.
 */
static int place_item(struct stage_item *item)
{
	struct stat status;

	if (renameat2(AT_FDCWD, item->staged, AT_FDCWD, item->target, RENAME_EXCHANGE) == 0)
		item->exchanged = true;
	else if (errno != ENOENT && errno != EINVAL && errno != ENOSYS)
		return -1;
	if (!item->exchanged) {
		item->replaced = lstat(item->target, &status) == 0;
		if (rename(item->staged, item->target) != 0)
			return -1;
	}
	item->placed = true;
	return 0;
}

static void take_back(struct stage *stage)
{
	for (size_t i = stage->item_count; i-- > 0;) {
		struct stage_item *item = &stage->items[i];

		if (!item->placed || !item->staged)
			continue;
		if (item->exchanged)
			renameat2(AT_FDCWD, item->staged, AT_FDCWD, item->target, RENAME_EXCHANGE);
		else if (!item->replaced)
			unlink(item->target);
		item->placed = false;
	}
}

/* The modes and times of new folders, inner ones first: writing in a folder changes its time. */
static void finish_folders(struct stage *stage)
{
	for (size_t i = stage->item_count; i-- > 0;) {
		const struct stage_item *item = &stage->items[i];
		struct timespec times[2] = {item->status.st_atim, item->status.st_mtim};

		if (item->staged || !item->placed)
			continue;
		chmod(item->target, item->status.st_mode & 07777);
		if (times[1].tv_sec != 0)
			utimensat(AT_FDCWD, item->target, times, 0);
	}
}

int stage_commit(struct stage *stage, struct error *error)
{
	if (interrupted(stage, error) != 0)
		return -1;
	for (size_t i = 0; i < stage->item_count; i++) {
		struct stage_item *item = &stage->items[i];
		int result;

		if (!item->staged) {
			size_t before = stage->made.count;

			result =
			    make_folder(stage, item->target, item->status.st_mode & 07777, error);
			item->placed = stage->made.count > before;
		} else {
			result = place_item(item);
			if (result != 0)
				full(item->target, error);
		}
		if (result != 0) {
			take_back(stage);
			return -1;
		}
	}
	finish_folders(stage);
	stage->done = true;
	return 0;
}

void stage_close(struct stage *stage)
{
	struct error ignored = {0};

	for (size_t i = 0; i < stage->place_count; i++) {
		tree_remove(stage->places[i].folder, &ignored);
		if (stage->places[i].lock >= 0)
			close(stage->places[i].lock);
		free(stage->places[i].folder);
	}
	for (size_t i = stage->made.count; i-- > 0 && !stage->done;)
		rmdir(stage->made.items[i]);
	for (size_t i = 0; i < stage->item_count; i++) {
		free(stage->items[i].target);
		free(stage->items[i].staged);
	}
	error_clear(&ignored);
	free(stage->items);
	free(stage->places);
	strlist_free(&stage->made);
	free(stage->top);
	*stage = (struct stage){0};
}
