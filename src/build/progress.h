// SPDX-License-Identifier: MIT
/*
 * What a user sees while steps run, on stderr: on a terminal one line per flavor with its step and
 * the time it has taken, updated in place; elsewhere one line when a step starts or ends.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct progress_line {
	const char *flavor;
	char step[16];  /* running or last; empty before the first */
	double started; /* of progress_now() */
	double ended;   /* of progress_now(); 0 while the step is running */
	bool failed;
};

struct progress {
	struct progress_line *lines;
	size_t count;
	bool terminal;
	size_t drawn; /* lines on the terminal that the next drawing replaces */
};

/* Seconds of a clock that never goes back. */
double progress_now(void);

void progress_init(struct progress *progress, size_t count);
void progress_free(struct progress *progress);

void progress_start(struct progress *progress, size_t line, const char *step);
/* word: "done", "FAILED", ... ; seconds as the step counted them. */
void progress_end(struct progress *progress, size_t line, const char *step, const char *word,
                  unsigned seconds);

/* Draws the terminal's lines anew; nothing elsewhere. */
void progress_draw(struct progress *progress);

/* Takes the lines off the terminal, so that other text can be printed. */
void progress_clear(struct progress *progress);

/* "0:07", "12:30", "1:02:03" in buffer, which is returned. */
char *progress_time(char buffer[24], unsigned seconds);
