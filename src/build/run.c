// SPDX-License-Identifier: MIT
#include "build/run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "build/progress.h"
#include "build/values.h"

static const char *const targets[] = {
    [RUN_PREPARE] = "prepare", [RUN_CONFIGURE] = "configure", [RUN_BUILD] = "build",
    [RUN_TEST] = "test",       [RUN_INSTALL] = "install",
};

volatile sig_atomic_t run_signal;
static volatile sig_atomic_t make_group; /* the process group of the running make, or 0 */

/*
 * make and all it started form a group of their own: a signal to hwflavor alone (kill, a CI's
 * time limit) must end them too, and a step's shell does not pass signals on.
 */
static void on_signal(int number)
{
	if (run_signal == 0)
		run_signal = number;
	if (make_group > 0)
		kill(-make_group, number);
}

/* Ctrl-Z stops the builds too, and fg goes on with them. */
static void on_stop(int number)
{
	int saved = errno;

	(void)number;
	if (make_group > 0)
		kill(-make_group, SIGSTOP);
	raise(SIGSTOP);
	if (make_group > 0)
		kill(-make_group, SIGCONT);
	errno = saved;
}

void run_catch_signals(void)
{
	static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction action = {.sa_handler = on_signal}, old;

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		/* nohup and background jobs ignore signals on purpose. */
		sigaction(numbers[i], NULL, &old);
		if (old.sa_handler != SIG_IGN)
			sigaction(numbers[i], &action, NULL);
	}
	action.sa_handler = on_stop;
	sigaction(SIGTSTP, &action, NULL);
}

/* One run of make: what its steps report, and what is shown of it. */
struct run {
	const struct plan *plan;
	const struct run_request *request;
	struct run_result *result;
	struct progress progress;
	struct str pending; /* the start of a report whose end has not been read */
	bool disk_full;     /* a failed step's log says so */
};

/* As much of a log's end as is looked at: a test may print gigabytes. */
enum { TAIL_BYTES = 64 * 1024 };

/* The last lines of a file, indented; nothing where it cannot be read. */
static void print_tail(const char *path, size_t lines)
{
	size_t length;
	char *text = file_tail(path, TAIL_BYTES, &length);

	if (!text)
		return;
	while (length > 0 && text[length - 1] == '\n')
		length--;
	char *end = text + length, *start = end;
	while (start > text && !(start[-1] == '\n' && --lines == 0))
		start--;
	while (start <= end) {
		char *line = start, *newline = memchr(start, '\n', (size_t)(end - start));

		fprintf(stderr, "    %.*s\n", (int)((newline ? newline : end) - line), line);
		start = newline ? newline + 1 : end + 1;
	}
	free(text);
}

/* What filled the disk may be removed by the time the step ends: its log still tells. */
static bool says_disk_full(const char *log)
{
	const char *full = strerror(ENOSPC);
	size_t length;
	char *text = file_tail(log, TAIL_BYTES, &length);
	bool says = text && memmem(text, length, full, strlen(full));

	free(text);
	return says;
}

static void print_failure(struct run *run, const char *flavor, const char *step)
{
	char *log = str_format("%s/%s/%s.log", run->plan->build_dir, flavor, step);

	progress_clear(&run->progress);
	fprintf(stderr, "hwflavor: %s: %s failed; the end of %s:\n", flavor, step, log);
	print_tail(log, 20);
	run->disk_full = run->disk_full || says_disk_full(log);
	free(log);
	progress_draw(&run->progress);
}

/* As a build daemon's log is to have it: the commands with their flags, in one piece. */
static void print_log(const struct run *run, const char *flavor, const char *step)
{
	char *log = str_format("%s/%s/%s.log", run->plan->build_dir, flavor, step), buffer[65536];
	FILE *file = fopen(log, "r");
	size_t got;

	fflush(stderr);
	while (file && (got = fread(buffer, 1, sizeof(buffer), file)) > 0)
		fwrite(buffer, 1, got, stdout);
	fflush(stdout);
	if (file)
		fclose(file);
	free(log);
}

static size_t find_line(const struct run *run, const char *flavor)
{
	size_t i = 0;

	while (i < run->plan->count && strcmp(run->plan->flavors[i].flavor->name, flavor) != 0)
		i++;
	return i;
}

static char *read_note(const struct plan *plan, const char *flavor, const char *name)
{
	char *path = str_format("%s/%s/%s", plan->build_dir, flavor, name);
	struct error ignored = {0};
	char *text = file_read(path, 65536, NULL, &ignored);

	error_clear(&ignored);
	free(path);
	if (text)
		text[strcspn(text, "\n")] = '\0';
	return text;
}

static void take_note(const struct run *run, const char *flavor, struct run_flavor *state,
                      const char *name)
{
	free(state->note);
	state->note = read_note(run->plan, flavor, name);
}

/* "start|done|fail|skip|untested FLAVOR STEP [SECONDS]", see scripts/step. */
static void take_report(struct run *run, const char *report)
{
	char event[16], flavor[256], step[16];
	unsigned seconds = 0;

	if (sscanf(report, "%15s %255s %15s %u", event, flavor, step, &seconds) < 3)
		return;
	size_t line = find_line(run, flavor);
	if (line == run->plan->count)
		return;
	struct run_flavor *state = &run->result->flavors[line];
	if (strcmp(event, "start") == 0) {
		progress_start(&run->progress, line, step);
		return;
	}
	snprintf(state->reached, sizeof(state->reached), "%s", step);
	if (run->request->show_logs && run_signal == 0)
		print_log(run, flavor, step);
	if (strcmp(event, "fail") == 0) {
		state->state = RUN_FAILED;
		run->progress.lines[line].failed = true;
		progress_end(&run->progress, line, step, "FAILED", seconds);
		if (run_signal == 0)
			print_failure(run, flavor, step);
	} else if (strcmp(event, "skip") == 0) {
		state->state = RUN_LEFT_OUT;
		take_note(run, flavor, state, "left-out");
		progress_end(&run->progress, line, step, "says no: not built", seconds);
	} else if (strcmp(event, "untested") == 0) {
		state->state = RUN_UNTESTED;
		take_note(run, flavor, state, "untested");
		progress_end(&run->progress, line, step, "NOT RUN", seconds);
	} else if (strcmp(event, "done") == 0) {
		if (strcmp(step, targets[run->request->step]) == 0)
			state->state = RUN_DONE;
		if (strcmp(step, "test") == 0)
			take_note(run, flavor, state, "emulated-cpu");
		progress_end(&run->progress, line, step, "done", seconds);
	}
}

static void take_reports(struct run *run, const char *bytes, size_t length)
{
	char *end;

	str_add_bytes(&run->pending, bytes, length);
	while ((end = memchr(run->pending.text, '\n', run->pending.length)) != NULL) {
		size_t used = (size_t)(end - run->pending.text) + 1;

		*end = '\0';
		take_report(run, run->pending.text);
		run->pending.length -= used;
		memmove(run->pending.text, end + 1, run->pending.length + 1);
	}
}

/*
 * Reads reports until make and everything that inherited the pipe is gone.
 *
 * After a signal make waits for its children, and one that was being started while the signal came
 * did not get it: a second later SIGTERM goes to all of them, which make also passes on. Not at
 * once, since make deletes what its rules left half-made only after the first signal of a kind.
 */
static void follow(struct run *run, int reports)
{
	unsigned waited = 0;

	for (;;) {
		struct pollfd poll_for = {.fd = reports, .events = POLLIN};
		char bytes[4096];
		ssize_t got;

		if (poll(&poll_for, 1, 1000) <= 0) {
			if (run_signal != 0 && waited++ % 5 == 0)
				kill(-make_group, SIGTERM);
			progress_draw(&run->progress);
			continue;
		}
		got = read(reports, bytes, sizeof(bytes));
		if (got > 0)
			take_reports(run, bytes, (size_t)got);
		else if (got == 0 || errno != EINTR)
			return;
	}
}

/*
 * What the make above us says of its jobserver: "--jobserver-auth=3,4", and -jN, from which
 * scripts/with-jobs knows how many jobs there are. Nothing else of MAKEFLAGS is meant for the
 * package: a CFLAGS= in it would take the place of a flavor's, and -i would hide what fails.
 * NULL where there is no jobserver; caller frees.
 */
static char *jobserver_above(void)
{
	const char *flags = getenv("MAKEFLAGS");
	struct strlist words = {0};
	struct str kept = {0};
	bool there = false;

	if (flags)
		strlist_add_words(&words, flags);
	for (size_t i = 0; i < words.count && strcmp(words.items[i], "--") != 0; i++) {
		const char *word = words.items[i];
		bool server =
		    starts_with(word, "--jobserver-auth=") || starts_with(word, "--jobserver-fds=");

		if (server || starts_with(word, "-j"))
			str_add(&kept, "%s%s", kept.length > 0 ? " " : "", word);
		there = there || server;
	}
	strlist_free(&words);
	char *text = str_take(&kept);
	if (!there) {
		free(text);
		return NULL;
	}
	return text;
}

/* make puts its options of one letter into the first word; people write them with a dash. */
bool run_above_is_dry(void)
{
	const char *flags = getenv("MAKEFLAGS");

	if (!flags || flags[0] == ' ' || starts_with(flags, "--"))
		return false;
	size_t length = strcspn(flags, " ");
	return !memchr(flags, '=', length) && memchr(flags, 'n', length) &&
	       strspn(flags, "-Bbdeikmnpqrsltvw") >= length;
}

/* Debian's builders say parallel=N in DEB_BUILD_OPTIONS; nobody saying anything means all CPUs. */
static unsigned default_jobs(void)
{
	const char *options = getenv("DEB_BUILD_OPTIONS");
	struct strlist words = {0};
	unsigned jobs = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
	unsigned parallel;

	if (options)
		strlist_add_words(&words, options);
	for (size_t i = 0; i < words.count; i++)
		if (sscanf(words.items[i], "parallel=%5u", &parallel) == 1 && parallel > 0)
			jobs = parallel;
	strlist_free(&words);
	return jobs;
}

/* Free, or ours and closed when make starts. */
static bool number_is_free(int number)
{
	int flags = fcntl(number, F_GETFD);

	return flags < 0 || (flags & FD_CLOEXEC);
}

/*
 * A descriptor under its number in the steps' environment. The shells redirect single digits only,
 * and the jobserver of a make above may have some of those: the highest free one is taken. Where
 * all are taken it is 9, as makes take the lowest.
 */
static void export_descriptor(int fd, const char *name)
{
	char number[2] = "9";

	while (number[0] > '2' && !number_is_free(number[0] - '0'))
		number[0]--;
	if (number[0] == '2')
		number[0] = '9';
	dup2(fd, number[0] - '0');
	setenv(name, number, 1);
}

/* What a make above us, or the caller, says to makes; HWFLAVOR_DRY_RUN is between us and ours. */
static const char *const makes_own[] = {
    "MAKEFLAGS", "MFLAGS",    "GNUMAKEFLAGS",     "MAKEOVERRIDES",
    "MAKEFILES", "MAKELEVEL", "HWFLAVOR_DRY_RUN",
};

static _Noreturn void exec_make(const struct run *run, const char *dir, int reports, int lock)
{
	const struct run_request *request = run->request;
	char *scripts = path_join(run->plan->data_dir, "scripts");
	char *rules = path_join(scripts, "hwflavor.mk");
	char *jobs = str_format("-j%u", request->jobs ? request->jobs : default_jobs());
	char *above = request->jobs == 0 ? jobserver_above() : NULL;
	const char *make = getenv("MAKE");
	if (!make || strpbrk(make, " \t"))
		make = "make";
	/* With a jobserver from above a -j of our own would open a second one beside it. */
	const char *arguments[] = {make, "-k", "-C", dir, "-f", rules, targets[request->step],
	                           NULL, NULL, NULL};
	const char **end = arguments + 7;
	if (!above)
		*end++ = jobs;
	if (request->dry_run)
		*end++ = "--no-print-directory";

	setpgid(0, 0);
	for (size_t i = 0; i < sizeof(makes_own) / sizeof(makes_own[0]); i++)
		unsetenv(makes_own[i]);
	if (above)
		setenv("MAKEFLAGS", above, 1);
	/* The steps start the package's make with it. */
	setenv("MAKE", make, 1);
	setenv("HWFLAVOR_SCRIPTS", scripts, 1);
	if (request->dry_run) {
		setenv("HWFLAVOR_DRY_RUN", "yes", 1);
	} else {
		char *log = path_join(run->plan->build_dir, "make.log");
		int out = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
		int in = open("/dev/null", O_RDONLY | O_CLOEXEC);

		/* Out of the way of the numbers that they are to have. */
		reports = fcntl(reports, F_DUPFD_CLOEXEC, 10);
		lock = fcntl(lock, F_DUPFD_CLOEXEC, 10);

		if (out >= 0)
			dup2(out, STDOUT_FILENO), dup2(out, STDERR_FILENO);
		dup2(in, STDIN_FILENO);
		export_descriptor(reports, "HWFLAVOR_EVENTS");
		export_descriptor(lock, "HWFLAVOR_LOCK");
	}
	execvp(make, (char *const *)arguments);
	_exit(127);
}

/* Ends what the package's commands left in the group: what missed the signal holds no pipe. */
static void end_group(pid_t group)
{
	const struct timespec turn = {.tv_nsec = 50 * 1000 * 1000};

	for (int i = 0; i < 100 && kill(-group, 0) == 0; i++) {
		if (i % 20 == 2)
			kill(-group, i < 60 ? SIGTERM : SIGKILL);
		nanosleep(&turn, NULL);
	}
}

/* Starts make in a folder that holds plan.mk and waits for it. Returns its wait status, or -1. */
static int run_in(struct run *run, const char *dir, int lock, struct error *error)
{
	int pipes[2], status = 0;

	if (pipe2(pipes, O_CLOEXEC) != 0)
		return error_set(error, "no pipe can be made:");
	fflush(NULL);
	pid_t make = fork();
	if (make == 0)
		exec_make(run, dir, pipes[1], lock);
	close(pipes[1]);
	if (make < 0) {
		close(pipes[0]);
		return error_set(error, "make cannot be started:");
	}
	setpgid(make, make);
	make_group = make;
	/* A signal that came before the line above found no group to go to. */
	if (run_signal != 0)
		kill(-make, run_signal);
	follow(run, pipes[0]);
	close(pipes[0]);
	while (waitpid(make, &status, 0) < 0 && errno == EINTR)
		continue;
	make_group = 0;
	if (run_signal != 0)
		end_group(make);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		return error_set(error, "make is not installed; install it (Debian: make)");
	return status;
}

/* In a folder of its own, so that the build folder is neither made nor changed. */
static int run_dry(struct run *run, struct error *error)
{
	char *dir = dir_make_temporary("hwflavor", error);
	struct error ignored = {0};

	if (!dir)
		return -1;
	int result = values_write(run->plan, dir, error);
	int status = result == 0 ? run_in(run, dir, -1, error) : 0;
	if (status == -1)
		result = -1;
	run->result->failed = status != 0;
	tree_remove(dir, &ignored);
	error_clear(&ignored);
	free(dir);
	return result;
}

/* Flags of single files that the compiler does not take are left out, which is said each time. */
static void warn_unsupported(const struct plan *plan, const char *flavor)
{
	char *path = str_format("%s/%s/unsupported", plan->build_dir, flavor);
	struct error ignored = {0};
	char *text = file_read(path, TAIL_BYTES, NULL, &ignored), *rest = text;

	for (char *line; text && (line = strsep(&rest, "\n")) != NULL;)
		if (line[0] != '\0')
			warn("%s: %s", flavor, line);
	error_clear(&ignored);
	free(text);
	free(path);
}

static unsigned seconds_of(const struct plan *plan, const char *flavor)
{
	static const char *const steps[] = {"probe", "prepare", "configure",
	                                    "build", "test",    "install"};
	unsigned seconds = 0;

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		char *name = str_format("%s.done", steps[i]);
		char *text = read_note(plan, flavor, name);

		if (text)
			seconds += (unsigned)strtoul(text, NULL, 10);
		free(text);
		free(name);
	}
	return seconds;
}

/* A flavor that was left out by an earlier run has no step in this one. */
static void finish(struct run *run)
{
	for (size_t i = 0; i < run->plan->count; i++) {
		const char *flavor = run->plan->flavors[i].flavor->name;
		struct run_flavor *state = &run->result->flavors[i];

		state->seconds = seconds_of(run->plan, flavor);
		if (run->plan->flavors[i].files)
			warn_unsupported(run->plan, flavor);
		if (state->state == RUN_UNFINISHED) {
			take_note(run, flavor, state, "left-out");
			if (state->note)
				state->state = RUN_LEFT_OUT;
		}
		if (state->state == RUN_UNFINISHED && strcmp(state->reached, "build") == 0 &&
		    run->request->step == RUN_INSTALL)
			state->note = xstrdup("not installed, since the baseline is not");
		if (state->state == RUN_FAILED || state->state == RUN_UNFINISHED)
			run->result->failed = true;
	}
}

/* Less than a mebibyte is full: what a failed step leaves is what did not suffice. */
static bool is_full(const char *dir)
{
	struct statvfs file_system;

	return statvfs(dir, &file_system) == 0 &&
	       (file_system.f_bavail * file_system.f_frsize < 1024 * 1024 ||
	        (file_system.f_files > 0 && file_system.f_favail == 0));
}

static void warn_when_full(const struct run *run)
{
	const char *dir = run->plan->build_dir;

	if (run->disk_full || is_full(dir))
		warn("%s: the disk is full; make room, then run the same command again", dir);
}

/* A failure that no step has shown is make's own. */
static void print_make_failure(const struct plan *plan, const struct run_result *result)
{
	for (size_t i = 0; i < result->count; i++)
		if (result->flavors[i].state == RUN_FAILED)
			return;
	char *log = path_join(plan->build_dir, "make.log");
	fprintf(stderr, "hwflavor: make failed; the end of %s:\n", log);
	print_tail(log, 20);
	free(log);
}

int run_make(const struct plan *plan, const struct run_request *request, int lock,
             struct run_result *result, struct error *error)
{
	struct run run = {.plan = plan, .request = request, .result = result};
	int status;

	result->count = plan->count;
	result->flavors = xcalloc(plan->count, sizeof(*result->flavors));
	if (request->dry_run)
		return run_dry(&run, error);
	if (values_write(plan, plan->build_dir, error) != 0)
		return -1;
	progress_init(&run.progress, plan->count);
	for (size_t i = 0; i < plan->count; i++)
		run.progress.lines[i].flavor = plan->flavors[i].flavor->name;
	status = run_in(&run, plan->build_dir, lock, error);
	progress_clear(&run.progress);
	progress_free(&run.progress);
	str_free(&run.pending);
	if (status == -1)
		return -1;
	finish(&run);
	if (status != 0)
		result->failed = true;
	if (status != 0 && run_signal == 0)
		print_make_failure(plan, result);
	if (result->failed && run_signal == 0)
		warn_when_full(&run);
	return 0;
}

void run_free(struct run_result *result)
{
	for (size_t i = 0; i < result->count; i++)
		free(result->flavors[i].note);
	free(result->flavors);
	*result = (struct run_result){0};
}
