// SPDX-License-Identifier: MIT
/* Tables for people: columns as wide as their widest cell, two spaces apart, no trailing spaces. */
#pragma once

#include <stdio.h>

#include "base/str.h"

/* Zero-initialise with .columns set. Cells are added row by row, headings first. */
struct table {
	size_t columns;
	struct strlist cells;
};

void table_add(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_print(const struct table *table, FILE *out);
void table_free(struct table *table);
