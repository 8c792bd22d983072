// SPDX-License-Identifier: MIT
/* One run of a benchmark's command, and the number taken of it. */
#pragma once

#include <signal.h>

#include "base/error.h"
#include "base/str.h"
#include "flavor/benchmark.h"

struct sample_request {
	const char *command;        /* for sh */
	const char *dir;            /* where it runs */
	struct strlist environment; /* NAME=VALUE, beside this process's own */
	int cpu;                    /* it and all it starts run on this one only; -1: on any */
	const struct metric *metric;
	const volatile sig_atomic_t *stop; /* not 0 means to end it and fail; or NULL */
};

struct sample {
	double value;   /* in the metric's unit, or seconds of CPU time; above 0 */
	double seconds; /* of CPU time, whatever the metric */
};

/*
 * Fails, with the end of what it printed, when the command fails or prints no number that the
 * metric wants.
 */
int sample_take(const struct sample_request *request, struct sample *sample, struct error *error);

/* The last number before the unit in a text (any last number for an empty unit); false: none. */
bool sample_number(const char *text, const char *unit, double *number);

/* The CPU to run on: the last of those that this process may use, or -1. */
int sample_cpu(void);
