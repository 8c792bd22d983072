// SPDX-License-Identifier: MIT
/* Running another program and reading what it prints. */
#pragma once

#include <signal.h>
#include <stddef.h>

#include "base/error.h"

/*
 * Runs argv (NULL-terminated; argv[0] is searched in PATH) without input and returns its exit
 * status, or 128 and the signal that ended it. What it prints on stdout and stderr is put into
 * *output (NUL-terminated, caller frees), the first limit bytes of it. stop: NULL, or: not 0 means
 * to end the program and fail. -1 with the error set when it cannot be run. The program ends with
 * this one, even if that is killed.
 */
int process_run(const char *const argv[], char **output, size_t limit,
                const volatile sig_atomic_t *stop, struct error *error);

/*
 * The same with at most so many seconds of CPU time (or what this process is held to, if that is
 * less): a program that needs more is ended by SIGXCPU, so that 128 + SIGXCPU is returned.
 * 0: without such a limit.
 */
int process_run_limited(const char *const argv[], unsigned seconds, char **output, size_t limit,
                        const volatile sig_atomic_t *stop, struct error *error);
