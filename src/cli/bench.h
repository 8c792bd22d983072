// SPDX-License-Identifier: MIT
/* Between a built plan and the measuring of its copies: what hwflavor bench sets up. */
#pragma once

#include "build/plan.h"
#include "build/run.h"
#include "measure/contest.h"
#include "measure/summary.h"

struct bench {
	struct contest contest;
	struct counter counter;
	struct record_entry about;
	char *top;                 /* BUILD/bench: the copies' folders */
	char *tree;                /* the baseline's */
	char *emulate;             /* scripts/emulate */
	const char *fused_root;    /* with Delivery: fuse: the libraries to ship; else NULL */
	const struct flavor *most; /* whose Emulator-Cpu counts instructions */
};

/*
 * A contestant for each flavor that came through and that can be measured here; the others are
 * added to summary->left_out. count: instructions instead of time. fused_root: NULL, or the root
 * whose fused libraries are measured with each of the flavors inside.
 */
int bench_prepare(struct bench *bench, const struct plan *plan, const struct run_result *result,
                  const char *fused_root, bool count, struct summary *summary, struct error *error);

/* Runs the Benchmark-Build commands of all benchmarks. */
int bench_build(const struct bench *bench, const struct plan *plan, struct error *error);

void bench_free(struct bench *bench);
