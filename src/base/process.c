// SPDX-License-Identifier: MIT
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/str.h"

static int start(const char *const argv[], int out, pid_t *child)
{
	posix_spawn_file_actions_t actions;
	int result = posix_spawn_file_actions_init(&actions);

	if (result != 0)
		return result;
	result = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	if (result == 0)
		result = posix_spawn_file_actions_adddup2(&actions, out, 1);
	if (result == 0)
		result = posix_spawn_file_actions_adddup2(&actions, out, 2);
	if (result == 0)
		result = posix_spawnp(child, argv[0], &actions, NULL, (char *const *)argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return result;
}

/* Reads to the end; what is over the limit is read and dropped, so that the program goes on. */
static void read_all(int fd, pid_t child, struct str *text, size_t limit,
                     const volatile sig_atomic_t *stop)
{
	struct pollfd ready = {.fd = fd, .events = POLLIN};
	char buffer[4096];

	for (;;) {
		if (stop && *stop) {
			kill(child, SIGTERM);
			return;
		}
		/* A signal may come just before poll(): the bound has stop looked at again. */
		if (poll(&ready, 1, 200) <= 0)
			continue;
		ssize_t got = read(fd, buffer, sizeof(buffer));
		if (got == 0 || (got < 0 && errno != EINTR))
			return;
		if (got > 0 && text->length < limit)
			str_add_bytes(text, buffer,
			              (size_t)got < limit - text->length ? (size_t)got
			                                                 : limit - text->length);
	}
}

int process_run(const char *const argv[], char **output, size_t limit,
                const volatile sig_atomic_t *stop, struct error *error)
{
	struct str text = {0};
	int ends[2], status = 0;
	pid_t child;

	*output = NULL;
	if (pipe2(ends, O_CLOEXEC) != 0)
		return error_set(error, "%s cannot be run:", argv[0]);
	errno = start(argv, ends[1], &child);
	close(ends[1]);
	if (errno != 0) {
		error_set(error, "%s cannot be run:", argv[0]);
		close(ends[0]);
		return -1;
	}
	read_all(ends[0], child, &text, limit, stop);
	close(ends[0]);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	*output = str_take(&text);
	if (stop && *stop) {
		free(*output);
		*output = NULL;
		return error_set(error, "interrupted");
	}
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
