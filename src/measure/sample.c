// SPDX-License-Identifier: MIT
#include "measure/sample.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of what a command prints, the end in which numbers are looked for. */
enum { OUTPUT_LIMIT = 256 * 1024 };

int sample_cpu(void)
{
	cpu_set_t allowed;
	int last = -1;

	if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
		return -1;
	for (int i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &allowed))
			last = i;
	return last;
}

/*
 * The number that ends at end, where text starts; false: none. grouped: a comma between digits is
 * part of it, and makes it none: in "1,234" it may part thousands or decimals.
 */
static bool number_before(const char *text, const char *end, bool grouped, double *number)
{
	while (end > text && isspace((unsigned char)end[-1]))
		end--;
	const char *start = end;
	while (start > text && (isdigit((unsigned char)start[-1]) || strchr("+-.eE", start[-1]) ||
	                        (grouped && start[-1] == ',' && start - 1 > text &&
	                         isdigit((unsigned char)start[-2]))))
		start--;
	/* "time-5": the sign belongs to the word before. */
	while (start < end && !isdigit((unsigned char)*start) && *start != '.' &&
	       !((*start == '-' || *start == '+') &&
	         (start == text || !isalnum((unsigned char)start[-1]))))
		start++;
	char *copy = xstrndup(start, (size_t)(end - start)), *stop;
	*number = strtod(copy, &stop);
	bool good = stop > copy && *stop == '\0';
	free(copy);
	return good;
}

bool sample_number(const char *text, const char *unit, double *number)
{
	size_t length = strlen(unit);
	bool found = false;
	double value;

	for (const char *at = text + strlen(text); at > text && !found; at--) {
		if (length == 0
		        ? !isdigit((unsigned char)at[-1])
		        : strncmp(at, unit, length) != 0 || isalnum((unsigned char)at[length]))
			continue;
		found = number_before(text, at, length > 0, &value);
	}
	if (found)
		*number = value;
	return found;
}

static _Noreturn void run(const struct sample_request *request, int output)
{
	int input = open("/dev/null", O_RDONLY | O_CLOEXEC);

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (request->cpu >= 0) {
		cpu_set_t one;

		CPU_ZERO(&one);
		CPU_SET(request->cpu, &one);
		/* Where it is not allowed, it runs on any. */
		(void)!sched_setaffinity(0, sizeof(one), &one);
	}
	for (size_t i = 0; i < request->environment.count; i++)
		putenv(request->environment.items[i]);
	dup2(input, STDIN_FILENO);
	dup2(output, STDOUT_FILENO);
	dup2(output, STDERR_FILENO);
	if (chdir(request->dir) == 0)
		execl("/bin/sh", "sh", "-c", request->command, (char *)NULL);
	_exit(127);
}

/* The end of what was printed; caller frees. */
static char *read_output(int output)
{
	off_t size = lseek(output, 0, SEEK_END);
	off_t from = size > OUTPUT_LIMIT ? size - OUTPUT_LIMIT : 0;
	char *text = xcalloc((size_t)(size - from) + 1, 1);
	ssize_t got = pread(output, text, (size_t)(size - from), from);

	text[got > 0 ? got : 0] = '\0';
	/* A NUL byte would hide what follows. */
	for (ssize_t i = 0; i < got; i++)
		if (text[i] == '\0')
			text[i] = ' ';
	return text;
}

/* The last line that says something, for messages. */
static const char *last_line(char *text)
{
	size_t length = strlen(text);

	while (length > 0 && isspace((unsigned char)text[length - 1]))
		text[--length] = '\0';
	char *newline = strrchr(text, '\n');
	const char *line = newline ? newline + 1 : text;
	return line[0] != '\0' ? line : "it printed nothing";
}

static int wait_for(pid_t child, const volatile sig_atomic_t *stop, int *status,
                    struct rusage *usage)
{
	while (wait4(child, status, 0, usage) < 0) {
		if (errno != EINTR)
			return -1;
		if (stop && *stop)
			kill(-child, SIGKILL);
	}
	return 0;
}

static double seconds_of(const struct timeval *time)
{
	return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

static int judge_output(const struct sample_request *request, int status, char *text,
                        struct sample *sample, struct error *error)
{
	if (request->stop && *request->stop)
		return error_set(error, "interrupted");
	if (status != 0)
		return error_set(error, "the benchmark '%s' fails (%s %d): %s", request->command,
		                 WIFSIGNALED(status) ? "signal" : "exit status",
		                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
		                 last_line(text));
	sample->value = sample->seconds;
	if (request->metric->kind == METRIC_CPU)
		return 0;
	if (!sample_number(text, request->metric->unit, &sample->value))
		return error_set(error,
		                 "the benchmark '%s' prints no number before '%s'; correct its "
		                 "Metric (its last line: %s)",
		                 request->command, request->metric->unit, last_line(text));
	if (!(sample->value > 0))
		return error_set(error, "the benchmark '%s' prints %g, which is not above 0",
		                 request->command, sample->value);
	return 0;
}

int sample_take(const struct sample_request *request, struct sample *sample, struct error *error)
{
	int output = memfd_create("hwflavor-bench", MFD_CLOEXEC), status = 0;
	struct rusage usage = {0};

	if (request->stop && *request->stop) {
		if (output >= 0)
			close(output);
		return error_set(error, "interrupted");
	}
	if (output < 0)
		return error_set(error, "no room for a benchmark's output:");
	pid_t child = fork();
	if (child == 0)
		run(request, output);
	/* As the child does: whoever is first, it is done when a signal comes. */
	if (child > 0)
		setpgid(child, child);
	if (child < 0 || wait_for(child, request->stop, &status, &usage) != 0) {
		close(output);
		return error_set(error, "the benchmark '%s' cannot be run:", request->command);
	}
	sample->seconds = seconds_of(&usage.ru_utime) + seconds_of(&usage.ru_stime);
	char *text = read_output(output);
	close(output);
	int result = judge_output(request, status, text, sample, error);
	free(text);
	return result;
}
