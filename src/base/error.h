// SPDX-License-Identifier: MIT
/*
 * Errors in one line: "FILE:LINE: what is wrong; what to do".
 *
 * A function that can fail returns -1 (or NULL) and stores its text in a struct error that the
 * caller owns; only src/cli prints it and decides the exit status. Running out of memory is the
 * one failure nobody can act on: it ends the program through die().
 */
#pragma once

#include <stdarg.h>
#include <stdnoreturn.h>

enum {
	EXIT_WRONG = 1, /* the work was done and something is wrong: a failed flavor */
	EXIT_REQUEST =
	    2, /* the request cannot be carried out: bad option, bad file, missing tool */
};

/* One error; zero-initialised means none. text is malloc'ed, freed by error_clear(). */
struct error {
	char *text;
};

/* Stores the text and returns -1. A format that ends in a colon gets strerror(errno) appended. */
int error_set(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same about a line of a file; line 0 means the file as a whole. */
int error_at(struct error *error, const char *file, unsigned line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

void error_clear(struct error *error);

/* Prints "hwflavor: TEXT" to stderr. A format that ends in a colon gets strerror(errno). */
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same, then exit with EXIT_REQUEST. */
noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));
