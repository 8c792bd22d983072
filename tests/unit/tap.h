// SPDX-License-Identifier: MIT
/* TAP for unit tests in C: checks, a private folder to work in, and shell commands to fill it. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int tap_count, tap_failed;
static char tap_folder[] = "/tmp/hwflavor-test.XXXXXX";

static inline bool ok(bool passed, const char *name)
{
	printf("%sok %d - %s\n", passed ? "" : "not ", ++tap_count, name);
	tap_failed += !passed;
	return passed;
}

static inline void skip(const char *name, const char *reason)
{
	const char *required = getenv("HWFLAVOR_TEST_REQUIRE");

	if (required && strcmp(required, "1") == 0)
		ok(false, name), printf("# required, but: %s\n", reason);
	else
		printf("ok %d - %s # SKIP %s\n", ++tap_count, name, reason);
}

/* Prints every line of text as a remark. */
static inline void remark(const char *title, const char *text)
{
	printf("# %s:\n", title);
	for (const char *line = text; *line;) {
		size_t length = strcspn(line, "\n");
		printf("#   %.*s\n", (int)length, line);
		line += length + (line[length] == '\n');
	}
}

/* NULL is a text of its own. */
static inline bool is(const char *got, const char *expected, const char *name)
{
	bool same = got && expected ? strcmp(got, expected) == 0 : got == expected;

	if (!ok(same, name)) {
		remark("got", got ? got : "(null)");
		remark("expected", expected ? expected : "(null)");
	}
	return same;
}

/* Runs a script with /bin/sh -eu; 0 if it succeeded. */
static inline int sh_status(const char *prelude, const char *script)
{
	char *command = NULL;

	fflush(stdout);
	if (asprintf(&command, "set -eu\n%s\n%s", prelude, script) < 0)
		abort();
	int status = system(command);
	free(command);
	return status;
}

static inline void tap_clean(void)
{
	char command[128];

	snprintf(command, sizeof(command), "chmod -R u+rwx %s; rm -rf %s", tap_folder, tap_folder);
	if (chdir("/") != 0 || sh_status("", command) != 0)
		perror(tap_folder);
}

static inline void tap_begin(void)
{
	if (!mkdtemp(tap_folder) || chdir(tap_folder) != 0) {
		perror(tap_folder);
		exit(1);
	}
	atexit(tap_clean);
}

/* Prints the plan, and gives the exit status. */
static inline int tap_end(void)
{
	printf("1..%d\n", tap_count);
	return tap_failed ? 1 : 0;
}
