// SPDX-License-Identifier: MIT
#include "loader/package.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "elf/library.h"
#include "loader/target.h"

/* The exit status of a child, which is ended where stop says so. */
static int await(pid_t child, const volatile sig_atomic_t *stop)
{
	int status = -1;

	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		if (*stop)
			kill(child, SIGTERM);
	return status;
}

/* The first line that was written, without the name of who wrote it; caller frees. */
static char *first_line(int fd)
{
	char text[256];
	ssize_t got = pread(fd, text, sizeof(text) - 1, 0);

	text[got > 0 ? got : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	char *colon = strstr(text, "error: ");
	return xstrdup(colon ? colon + strlen("error: ") : text);
}

/* dpkg-deb --fsys-tarfile PACKAGE | tar -x -C FOLDER, without a shell that would read the names. */
static int unpack(const char *package, const char *folder, const volatile sig_atomic_t *stop,
                  struct error *error)
{
	int ends[2];
	/* Of all that both say of a damaged package one line is told. */
	int said = memfd_create("said", MFD_CLOEXEC);

	if (said < 0 || pipe2(ends, O_CLOEXEC) != 0)
		return error_set(error, "%s: cannot be unpacked:", package);
	pid_t deb = fork();
	if (deb == 0) {
		dup2(ends[1], STDOUT_FILENO);
		dup2(said, STDERR_FILENO);
		execlp("dpkg-deb", "dpkg-deb", "--fsys-tarfile", package, (char *)NULL);
		_exit(127);
	}
	pid_t tar = fork();
	if (tar == 0) {
		dup2(ends[0], STDIN_FILENO);
		dup2(said, STDERR_FILENO);
		execlp("tar", "tar", "-x", "--no-same-owner", "--keep-directory-symlink", "-C",
		       folder, "-f", "-", (char *)NULL);
		_exit(127);
	}
	close(ends[0]);
	close(ends[1]);
	int first = await(deb, stop), second = await(tar, stop);
	char *line = first_line(said);
	int result = 0;
	close(said);
	if (*stop)
		result = error_set(error, "%s: interrupted", package);
	else if (first != 0 || second != 0)
		result = error_at(error, package, 0,
		                  "cannot be unpacked%s%s; is it a Debian package, and are "
		                  "dpkg-deb and tar installed?",
		                  *line ? ": " : "", line);
	free(line);
	return result;
}

/* Makes the links to folders that the root has at its top, and the folders. */
static int make_links(struct root *root, const char *folder, struct error *error)
{
	struct strlist names = {0};
	int result = 0;

	root_list(root, "/", &names);
	for (size_t i = 0; i < names.count && result == 0; i++) {
		char *path = str_format("/%s", names.items[i]);
		char *real = root_is_folder(root, path) ? root_real_path(root, path) : NULL;

		if (real && *real && strcmp(real, path) != 0) {
			char *target = str_format("%s%s", folder, real);
			char *link = str_format("%s%s", folder, path);

			result = dir_make(target, error);
			if (result == 0 && symlink(real + 1, link) != 0)
				result = error_set(error, "%s: cannot be made:", link);
			free(target);
			free(link);
		}
		free(real);
		free(path);
	}
	strlist_free(&names);
	return result;
}

char *package_unpack(const struct strlist *packages, struct root *root,
                     const volatile sig_atomic_t *stop, struct error *error)
{
	char *folder = dir_make_temporary("hwflavor", error);
	struct error ignored = {0};

	if (!folder)
		return NULL;
	int result = make_links(root, folder, error);
	for (size_t i = 0; i < packages->count && result == 0; i++)
		result = unpack(packages->items[i], folder, stop, error);
	if (result == 0)
		return folder;
	tree_remove(folder, &ignored);
	error_clear(&ignored);
	free(folder);
	return NULL;
}

struct gathering {
	const char *folder;
	struct package_files *files; /* or NULL */
	const struct abi *abi;       /* of the first library, or NULL */
};

static int visit(const struct tree_entry *entry, void *data, struct error *error)
{
	struct gathering *gathering = data;
	struct library library;
	struct error ignored = {0};

	(void)error;
	if (!S_ISREG(entry->mode))
		return 0;
	char *path = path_join(gathering->folder, entry->path);
	bool read = library_read(path, &library, &ignored) == 0;
	bool program = read && (library.kind == LIBRARY_PROGRAM || library.kind == LIBRARY_PIE);
	bool good = program || (read && library.kind == LIBRARY_SHARED);
	struct package_files *files = gathering->files;
	if (good && files) {
		files->items = xreallocarray(files->items, files->count + 1, sizeof(*files->items));
		files->items[files->count++] = (struct package_file){
		    .path = str_format("/%s", entry->path),
		    .soname = library.soname && !program ? xstrdup(library.soname) : NULL,
		    .program = program,
		};
	}
	if (good && !gathering->abi)
		gathering->abi = abi_of_library(&library);
	library_free(&library);
	error_clear(&ignored);
	free(path);
	return 0;
}

static int compare_files(const void *a, const void *b)
{
	return strcmp(((const struct package_file *)a)->path,
	              ((const struct package_file *)b)->path);
}

void package_list(const char *folder, struct package_files *files)
{
	struct gathering gathering = {.folder = folder, .files = files};
	struct error ignored = {0};

	tree_walk(folder, visit, &gathering, &ignored);
	error_clear(&ignored);
	if (files->count > 1)
		qsort(files->items, files->count, sizeof(*files->items), compare_files);
}

void package_files_free(struct package_files *files)
{
	for (size_t i = 0; i < files->count; i++) {
		free(files->items[i].path);
		free(files->items[i].soname);
	}
	free(files->items);
	*files = (struct package_files){0};
}

const char *package_architecture(const char *folder)
{
	struct gathering gathering = {.folder = folder};
	struct error ignored = {0};

	tree_walk(folder, visit, &gathering, &ignored);
	error_clear(&ignored);
	return gathering.abi ? gathering.abi->architecture : NULL;
}
