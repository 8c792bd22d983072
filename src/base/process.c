// SPDX-License-Identifier: MIT
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/str.h"

/* More would hide the reason: at the hard limit the kernel kills without saying why. */
static void limit_cpu(unsigned seconds)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_CPU, &limit) != 0)
		return;
	if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > seconds)
		limit.rlim_cur = seconds;
	setrlimit(RLIMIT_CPU, &limit);
}

/* In the child: becomes the program, or returns with errno set. */
static void become(const char *const argv[], unsigned seconds, int out, pid_t parent)
{
	int in = open("/dev/null", O_RDONLY | O_CLOEXEC);

	if (in < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0 ||
	    prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
		return;
	/* It may have ended before the line above. */
	if (getppid() != parent)
		_exit(127);
	if (seconds > 0)
		limit_cpu(seconds);
	execvp(argv[0], (char *const *)argv);
}

/* Returns 0, or the errno that says why not. */
static int start(const char *const argv[], unsigned seconds, int out, pid_t *child)
{
	pid_t parent = getpid();
	int failure[2], reason = 0;

	if (pipe2(failure, O_CLOEXEC) != 0)
		return errno;
	*child = fork();
	if (*child == 0) {
		become(argv, seconds, out, parent);
		reason = errno;
		_exit(write(failure[1], &reason, sizeof(reason)) == sizeof(reason) ? 127 : 126);
	}
	if (*child < 0)
		reason = errno;
	close(failure[1]);
	/* Nothing comes where the program has begun: the pipe was closed with that. */
	while (*child > 0 && read(failure[0], &reason, sizeof(reason)) < 0 && errno == EINTR)
		;
	close(failure[0]);
	while (*child > 0 && reason != 0 && waitpid(*child, NULL, 0) < 0 && errno == EINTR)
		;
	return reason;
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
	return process_run_limited(argv, 0, output, limit, stop, error);
}

int process_run_limited(const char *const argv[], unsigned seconds, char **output, size_t limit,
                        const volatile sig_atomic_t *stop, struct error *error)
{
	struct str text = {0};
	int ends[2], status = 0;
	pid_t child = -1;

	*output = NULL;
	if (pipe2(ends, O_CLOEXEC) != 0)
		return error_set(error, "%s cannot be run:", argv[0]);
	int reason = start(argv, seconds, ends[1], &child);
	close(ends[1]);
	if (reason != 0) {
		errno = reason;
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
