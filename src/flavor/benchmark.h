// SPDX-License-Identifier: MIT
/*
 * The benchmarks of a package's file: a command that uses the library, and what is taken of it. One
 * stands in the first paragraph, in a flavor's (for that flavor only), or in a paragraph of its
 * own.
 */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "flavor/control.h"

enum metric_kind {
	METRIC_CPU,  /* the CPU time of the command and all it started */
	METRIC_RATE, /* the last number that it prints before the unit; more is better */
	METRIC_TIME, /* the same; less is better */
};

struct metric {
	enum metric_kind kind;
	char *unit; /* "ops/s"; empty: the last number of all */
};

struct benchmark {
	char *name;    /* Benchmark-Name, or else the command */
	char *command; /* for sh, run in the baseline's tree */
	char *build;   /* for sh in the same place, once before, or NULL */
	struct metric metric;
	struct strlist flavors; /* names; empty: all */
	char *file;
	unsigned line;
};

/* In the order of the file. Zero-initialised is empty. */
struct benchmarks {
	struct benchmark *items;
	size_t count;
};

/* The fields that benchmarks_add() reads, NULL at the end: other readers pass them over. */
extern const char *const benchmark_fields[];

/*
 * Adds the benchmark of a paragraph, if it has one. flavor: whose paragraph it is, or NULL. alone:
 * the paragraph is about nothing else, so that other fields are refused.
 */
int benchmarks_add(struct benchmarks *benchmarks, const struct control *control,
                   const struct paragraph *paragraph, const char *flavor, bool alone,
                   struct error *error);

bool benchmark_concerns(const struct benchmark *benchmark, const char *flavor);

/* "3 %", "3%" or "0.03" as 0.03. */
int threshold_read(const struct control *control, const struct field *field, double *threshold,
                   struct error *error);

void benchmarks_free(struct benchmarks *benchmarks);
