// SPDX-License-Identifier: MIT
/* A package's benchmarks, run with each copy in turn; what comes out are entries of the record. */
#pragma once

#include <signal.h>

#include "flavor/benchmark.h"
#include "flavor/record.h"
#include "measure/bed.h"
#include "measure/instructions.h"

/* One copy of the libraries. */
struct contestant {
	const char *flavor;
	const char *variant; /* as in struct record_entry */
	size_t whole;        /* of variant "files": the copy that has them, its opposite */
	struct bed bed;
};

struct contest {
	struct contestant *contestants; /* the baseline first */
	size_t count;
	const char *tree;        /* where commands run */
	const char *emulate;     /* scripts/emulate, and */
	struct counter *counter; /* what it runs: count instructions; NULL: measure */
	double threshold;
	double budget;                    /* seconds for a benchmark */
	int cpu;                          /* -1: any */
	const struct record_entry *about; /* version, architecture, CPU, ... of every entry */
	const volatile sig_atomic_t *stop;
	struct strlist *left_out; /* gets "FLAVOR: not measured: ..." for those that fall out */
};

/* Adds an entry for each copy that the benchmark concerns. */
int contest_run(const struct contest *contest, const struct benchmark *benchmark,
                struct record *results, struct error *error);
