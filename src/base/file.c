// SPDX-License-Identifier: MIT
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"

char *file_read(const char *path, size_t limit, size_t *length, struct error *error)
{
	/* Not blocking: opening a pipe that nobody writes to would wait for ever. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct stat status;
	struct str text = {0};

	if (fd < 0) {
		error_set(error, "%s:", path);
		return NULL;
	}
	if (fstat(fd, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISCHR(status.st_mode)) {
		error_at(error, path, 0, "is %s, not a file",
		         S_ISDIR(status.st_mode) ? "a folder" : "a pipe or a device");
		close(fd);
		return NULL;
	}
	for (;;) {
		char buffer[65536];
		ssize_t got = read(fd, buffer, sizeof(buffer));

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			error_set(error, "%s:", path);
		else if (text.length + (size_t)got > limit)
			error_at(error, path, 0, "larger than %zu bytes; is it the right file?",
			         limit);
		if (got < 0 || text.length + (size_t)got > limit) {
			str_free(&text);
			close(fd);
			return NULL;
		}
		if (got == 0)
			break;
		str_add_bytes(&text, buffer, (size_t)got);
	}
	close(fd);
	if (length)
		*length = text.length;
	return str_take(&text);
}

char *file_tail(const char *path, size_t limit, size_t *length)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct stat status;
	ssize_t got = -1;

	if (fd < 0)
		return NULL;
	char *text = xcalloc(limit + 1, 1);
	if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
		off_t from = status.st_size > (off_t)limit ? status.st_size - (off_t)limit : 0;

		do
			got = pread(fd, text, limit, from);
		while (got < 0 && errno == EINTR);
	}
	close(fd);
	if (got < 0) {
		free(text);
		return NULL;
	}
	text[got] = '\0';
	*length = (size_t)got;
	return text;
}

static int write_all(int fd, const char *text, size_t length)
{
	while (length > 0) {
		ssize_t put = write(fd, text, length);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -1;
		text += put;
		length -= (size_t)put;
	}
	return 0;
}

int file_write(const char *path, const char *text, size_t length, struct error *error)
{
	char *beside = str_format("%s.XXXXXX", path);
	int fd = mkostemp(beside, O_CLOEXEC);
	mode_t mask = umask(0);

	umask(mask);
	if (fd < 0) {
		error_set(error, "%s: cannot be written:", path);
		free(beside);
		return -1;
	}
	bool written = write_all(fd, text, length) == 0 && fchmod(fd, 0666 & ~mask) == 0;
	if (close(fd) != 0)
		written = false;
	if (written && rename(beside, path) != 0)
		written = false;
	if (!written) {
		error_set(error, "%s: cannot be written:", path);
		unlink(beside);
	}
	free(beside);
	return written ? 0 : -1;
}

int file_write_if_changed(const char *path, const char *text, struct error *error)
{
	struct error ignored = {0};
	char *old = file_read(path, strlen(text), NULL, &ignored);
	bool same = old && strcmp(old, text) == 0;

	error_clear(&ignored);
	free(old);
	return same ? 0 : file_write(path, text, strlen(text), error);
}

int dir_make(const char *path, struct error *error)
{
	if (mkdir(path, 0777) == 0 || (errno == EEXIST && path_is_dir(path)))
		return 0;
	if (errno == ENOENT) {
		char *above = path_dir(path);
		int result = strcmp(above, path) == 0 ? -1 : dir_make(above, error);

		free(above);
		if (result != 0)
			return -1;
		if (mkdir(path, 0777) == 0 || (errno == EEXIST && path_is_dir(path)))
			return 0;
	}
	return error_set(error, "%s: the folder cannot be made:", path);
}

bool path_is_dir(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool path_is_file(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

char *path_join(const char *dir, const char *name)
{
	while (*name == '/')
		name++;
	return str_format("%s%s%s", dir, ends_with(dir, "/") ? "" : "/", name);
}

/*
 * The current folder as the shell that called names it, with the links that led here: they may be
 * there because the real path has characters that make does not survive.
 */
static char *current_dir(void)
{
	const char *named = getenv("PWD");
	struct stat one, two;

	if (named && named[0] == '/' && stat(named, &one) == 0 && stat(".", &two) == 0 &&
	    one.st_dev == two.st_dev && one.st_ino == two.st_ino)
		return xstrdup(named);
	char *here = getcwd(NULL, 0);
	char *copy = xstrdup(here ? here : "");
	free(here);
	return copy;
}

char *path_absolute(const char *path)
{
	struct str str = {0};
	char *start;

	if (path[0] == '/') {
		start = xstrdup(path);
	} else {
		char *here = current_dir();
		start = str_format("%s/%s", here, path);
		free(here);
	}
	for (char *part = start; *part != '\0';) {
		size_t length = strcspn(part, "/");

		if (length == 2 && strncmp(part, "..", 2) == 0) {
			char *slash = str.text ? strrchr(str.text, '/') : NULL;
			if (slash) {
				*slash = '\0';
				str.length = (size_t)(slash - str.text);
			}
		} else if (length > 0 && !(length == 1 && part[0] == '.')) {
			str_add(&str, "/%.*s", (int)length, part);
		}
		part += length;
		part += strspn(part, "/");
	}
	free(start);
	if (str.length == 0)
		str_add(&str, "/");
	return str_take(&str);
}

const char *path_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

char *path_dir(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return xstrdup(".");
	return slash == path ? xstrdup("/") : xstrndup(path, (size_t)(slash - path));
}

char *path_find_program(const char *name)
{
	if (strchr(name, '/'))
		return access(name, X_OK) == 0 && path_is_file(name) ? path_absolute(name) : NULL;

	const char *path = getenv("PATH");
	if (!path)
		path = "/usr/local/bin:/usr/bin:/bin";
	while (*path != '\0') {
		size_t length = strcspn(path, ":");
		char *dir = length > 0 ? xstrndup(path, length) : xstrdup(".");
		char *program = path_join(dir, name);

		free(dir);
		if (access(program, X_OK) == 0 && path_is_file(program))
			return program;
		free(program);
		path += length;
		path += *path == ':';
	}
	return NULL;
}

static int copy_bytes(int from, int to)
{
	for (;;) {
		char buffer[65536];
		ssize_t got = read(from, buffer, sizeof(buffer));

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return got < 0 ? -1 : 0;
		if (write_all(to, buffer, (size_t)got) != 0)
			return -1;
	}
}

/* Closes, keeping errno: the first failure is the one to tell. */
static void close_quietly(int fd)
{
	int saved = errno;

	close(fd);
	errno = saved;
}

static int copy_regular(const char *from, const char *to, const struct stat *status,
                        struct error *error)
{
	struct timespec times[2] = {status->st_atim, status->st_mtim};
	int in = open(from, O_RDONLY | O_CLOEXEC);

	if (in < 0)
		return error_set(error, "%s: cannot be read:", from);
	int out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (out < 0) {
		close_quietly(in);
		return error_set(error, "%s: cannot be written:", to);
	}
	bool copied = copy_bytes(in, out) == 0 && fchmod(out, status->st_mode & 07777) == 0 &&
	              futimens(out, times) == 0;
	close_quietly(in);
	/* Some file systems tell only now that the disk is full. */
	if (!copied)
		close_quietly(out);
	else if (close(out) != 0)
		copied = false;
	if (!copied) {
		error_set(error, "%s: cannot be copied to %s:", from, to);
		unlink(to);
	}
	return copied ? 0 : -1;
}

static int copy_link(const char *from, const char *to, const struct stat *status,
                     struct error *error)
{
	struct timespec times[2] = {status->st_atim, status->st_mtim};
	char target[4096];
	ssize_t length = readlink(from, target, sizeof(target) - 1);

	if (length < 0)
		return error_set(error, "%s: cannot be read:", from);
	target[length] = '\0';
	if (symlink(target, to) != 0 || utimensat(AT_FDCWD, to, times, AT_SYMLINK_NOFOLLOW) != 0)
		return error_set(error, "%s: cannot be written:", to);
	return 0;
}

int file_copy(const char *from, const char *to, struct error *error)
{
	struct stat status;

	if (lstat(from, &status) != 0)
		return error_set(error, "%s:", from);
	if (S_ISREG(status.st_mode))
		return copy_regular(from, to, &status, error);
	if (S_ISLNK(status.st_mode))
		return copy_link(from, to, &status, error);
	return error_at(error, from, 0, "is neither a file nor a link; remove it");
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
	(void)status, (void)type, (void)walk;
	return remove(path);
}

int tree_remove(const char *path, struct error *error)
{
	if (nftw(path, remove_one, 32, FTW_DEPTH | FTW_PHYS) != 0 && errno != ENOENT)
		return error_set(error, "%s: cannot be removed:", path);
	return 0;
}

/* The names in a folder, sorted, so that no result depends on the file system's order. */
static int list_dir(const char *path, struct strlist *names, struct error *error)
{
	DIR *dir = opendir(path);

	if (!dir)
		return error_set(error, "%s:", path);
	for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			strlist_add(names, entry->d_name);
	closedir(dir);
	strlist_sort(names);
	return 0;
}

struct walk {
	const char *top;
	int (*visit)(const struct tree_entry *, void *, struct error *);
	void *data;
};

static int walk_dir(const struct walk *walk, const char *below, struct error *error)
{
	char *dir = below[0] ? path_join(walk->top, below) : xstrdup(walk->top);
	struct strlist names = {0};
	int result = list_dir(dir, &names, error);

	for (size_t i = 0; i < names.count && result == 0; i++) {
		char *full = path_join(dir, names.items[i]);
		char *path = below[0] ? path_join(below, names.items[i]) : xstrdup(names.items[i]);
		struct stat status;

		if (lstat(full, &status) != 0) {
			result = error_set(error, "%s:", full);
		} else {
			struct tree_entry entry = {path, status.st_mode, status.st_size};
			result = walk->visit(&entry, walk->data, error);
			if (result == 0 && S_ISDIR(status.st_mode))
				result = walk_dir(walk, path, error);
		}
		free(path);
		free(full);
	}
	strlist_free(&names);
	free(dir);
	return result;
}

int tree_walk(const char *top,
              int (*visit)(const struct tree_entry *entry, void *data, struct error *error),
              void *data, struct error *error)
{
	struct walk walk = {top, visit, data};

	return walk_dir(&walk, "", error);
}

char *dir_make_temporary(const char *name, struct error *error)
{
	const char *set = getenv("TMPDIR");
	char *dir = str_format("%s/%s.XXXXXX", set && set[0] == '/' ? set : "/tmp", name);

	if (mkdtemp(dir))
		return dir;
	error_set(error, "%s: cannot be made; set TMPDIR to a folder for it:", dir);
	free(dir);
	return NULL;
}

char *path_beside_program(const char *name, const char *dir)
{
	char *self = realpath("/proc/self/exe", NULL), *own = path_dir(self ? self : "");
	char *path = path_join(own, name);

	free(own);
	free(self);
	if (access(path, F_OK) == 0)
		return path;
	free(path);
	return path_join(dir, name);
}
