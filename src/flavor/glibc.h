// SPDX-License-Identifier: MIT
/* Versions of the C library, whose loader decides which directories are searched. */
#pragma once

#include <stdbool.h>

/* A glibc version as in "2.36". */
struct glibc {
	unsigned major;
	unsigned minor;
};

/* Reads "2.36"; false when text is no such version. */
bool glibc_parse(const char *text, struct glibc *version);
/* <0, 0, >0 as strcmp. */
int glibc_compare(struct glibc a, struct glibc b);

/* The C library this program runs on. */
struct glibc glibc_running(void);
