// SPDX-License-Identifier: MIT
#include "build/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"

static int refuse(int fd, const char *build_dir, struct error *error)
{
	char owner[16] = "";

	if (errno != EWOULDBLOCK)
		return error_set(error, "%s: cannot be locked:", build_dir);
	ssize_t length = pread(fd, owner, sizeof(owner) - 1, 0);
	owner[length > 0 ? strspn(owner, "0123456789") : 0] = '\0';
	/* Its number may have been taken by another process since: then it is said to be at work.
	 */
	if (owner[0] && kill((pid_t)strtol(owner, NULL, 10), 0) != 0 && errno == ESRCH)
		return error_set(
		    error,
		    "%s: the steps of a killed hwflavor (process %s) are still running "
		    "there; wait for them, or give another --build-dir",
		    build_dir, owner);
	return error_set(error,
	                 "%s: another hwflavor (process %s) is at work there; wait for it, or give "
	                 "another --build-dir",
	                 build_dir, owner[0] ? owner : "unknown");
}

int lock_build_dir(const char *build_dir, struct error *error)
{
	if (dir_make(build_dir, error) != 0)
		return -1;
	char *path = path_join(build_dir, ".lock");
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0)
		error_set(error, "%s: cannot be written:", path);
	free(path);
	if (fd < 0)
		return -1;
	if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
		refuse(fd, build_dir, error);
		close(fd);
		return -1;
	}
	/* Only told in a message: where it cannot be written, the lock holds all the same. */
	if (ftruncate(fd, 0) == 0)
		dprintf(fd, "%ld\n", (long)getpid());
	return fd;
}
