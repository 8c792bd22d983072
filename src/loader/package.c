// SPDX-License-Identifier: MIT
#include "loader/package.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "elf/library.h"
#include "loader/target.h"

/* dpkg-deb --fsys-tarfile PACKAGE | tar -x -C FOLDER, without a shell that would read the names. */
static int unpack(const char *package, const char *folder, struct error *error)
{
	int ends[2];
	int first = -1, second = -1;

	if (pipe(ends) != 0)
		return error_set(error, "%s: cannot be unpacked:", package);
	pid_t deb = fork();
	if (deb == 0) {
		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		close(ends[1]);
		execlp("dpkg-deb", "dpkg-deb", "--fsys-tarfile", package, (char *)NULL);
		_exit(127);
	}
	pid_t tar = fork();
	if (tar == 0) {
		dup2(ends[0], STDIN_FILENO);
		close(ends[0]);
		close(ends[1]);
		execlp("tar", "tar", "-x", "--no-same-owner", "--keep-directory-symlink", "-C",
		       folder, "-f", "-", (char *)NULL);
		_exit(127);
	}
	close(ends[0]);
	close(ends[1]);
	if (deb > 0)
		waitpid(deb, &first, 0);
	if (tar > 0)
		waitpid(tar, &second, 0);
	if (first != 0 || second != 0)
		return error_at(error, package, 0,
		                "cannot be unpacked; is it a Debian package, and are dpkg-deb and "
		                "tar installed?");
	return 0;
}

char *package_unpack(const struct strlist *packages, struct error *error)
{
	const char *temporary = getenv("TMPDIR");
	char *folder = str_format("%s/hwflavor.XXXXXX", temporary ? temporary : "/tmp");
	struct error ignored = {0};

	if (!mkdtemp(folder)) {
		error_set(error, "%s: cannot be made:", folder);
		free(folder);
		return NULL;
	}
	for (size_t i = 0; i < packages->count; i++) {
		if (unpack(packages->items[i], folder, error) == 0)
			continue;
		tree_remove(folder, &ignored);
		error_clear(&ignored);
		free(folder);
		return NULL;
	}
	return folder;
}

/* What the walk over a package gathers. */
struct gathering {
	const char *folder;
	struct strlist *sonames;
	const struct abi *abi;
};

static int visit(const struct tree_entry *entry, void *data, struct error *error)
{
	struct gathering *gathering = data;
	struct library library;
	struct error ignored = {0};

	(void)error;
	if (!S_ISREG(entry->mode) || !strstr(path_name(entry->path), ".so"))
		return 0;
	char *path = path_join(gathering->folder, entry->path);
	if (library_read(path, &library, &ignored) == 0 && library.kind == LIBRARY_SHARED &&
	    library.soname) {
		if (gathering->sonames && !strlist_has(gathering->sonames, library.soname))
			strlist_add(gathering->sonames, library.soname);
		if (!gathering->abi)
			gathering->abi =
			    abi_of_elf(library.machine, library.bits, library.big_endian, false);
	}
	library_free(&library);
	error_clear(&ignored);
	free(path);
	return 0;
}

void package_sonames(const char *folder, struct strlist *sonames)
{
	struct gathering gathering = {.folder = folder, .sonames = sonames};
	struct error ignored = {0};

	tree_walk(folder, visit, &gathering, &ignored);
	error_clear(&ignored);
	strlist_sort(sonames);
}

const char *package_architecture(const char *folder)
{
	struct gathering gathering = {.folder = folder};
	struct error ignored = {0};

	tree_walk(folder, visit, &gathering, &ignored);
	error_clear(&ignored);
	return gathering.abi ? gathering.abi->architecture : NULL;
}
