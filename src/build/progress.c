// SPDX-License-Identifier: MIT
#include "build/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"

double progress_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

char *progress_time(char buffer[24], unsigned seconds)
{
	if (seconds >= 3600)
		snprintf(buffer, 24, "%u:%02u:%02u", seconds / 3600, seconds / 60 % 60,
		         seconds % 60);
	else
		snprintf(buffer, 24, "%u:%02u", seconds / 60, seconds % 60);
	return buffer;
}

void progress_init(struct progress *progress, size_t count)
{
	const char *terminal = getenv("TERM");

	*progress = (struct progress){.lines = xcalloc(count, sizeof(*progress->lines)),
	                              .count = count,
	                              .terminal = isatty(STDERR_FILENO) && terminal &&
	                                          strcmp(terminal, "dumb") != 0};
}

void progress_free(struct progress *progress)
{
	free(progress->lines);
	progress->lines = NULL;
}

void progress_clear(struct progress *progress)
{
	if (progress->drawn > 0)
		fprintf(stderr, "\033[%zuA\033[J", progress->drawn);
	progress->drawn = 0;
}

void progress_draw(struct progress *progress)
{
	size_t width = 0;

	if (!progress->terminal)
		return;
	progress_clear(progress);
	for (size_t i = 0; i < progress->count; i++)
		if (strlen(progress->lines[i].flavor) > width)
			width = strlen(progress->lines[i].flavor);
	for (size_t i = 0; i < progress->count; i++) {
		const struct progress_line *line = &progress->lines[i];
		double until = line->ended > 0 ? line->ended : progress_now();
		char time[24];

		if (line->step[0] == '\0')
			fprintf(stderr, "%-*s  waits\n", (int)width, line->flavor);
		else
			fprintf(stderr, "%-*s  %-9s  %7s%s\n", (int)width, line->flavor, line->step,
			        progress_time(time, (unsigned)(until - line->started)),
			        line->failed       ? "  FAILED"
			        : line->ended == 0 ? ""
			                           : "  done");
	}
	progress->drawn = progress->count;
}

void progress_start(struct progress *progress, size_t line, const char *step)
{
	struct progress_line *at = &progress->lines[line];

	snprintf(at->step, sizeof(at->step), "%s", step);
	at->started = progress_now();
	at->ended = 0;
	if (progress->terminal)
		progress_draw(progress);
	else
		fprintf(stderr, "hwflavor: %s: %s ...\n", at->flavor, step);
}

void progress_end(struct progress *progress, size_t line, const char *step, const char *word,
                  unsigned seconds)
{
	struct progress_line *at = &progress->lines[line];

	at->ended = progress_now();
	if (progress->terminal)
		progress_draw(progress);
	else
		fprintf(stderr, "hwflavor: %s: %s %s after %u s\n", at->flavor, step, word,
		        seconds);
}
