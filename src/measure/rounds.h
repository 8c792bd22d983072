// SPDX-License-Identifier: MIT
/* Interleaved rounds of several copies (A B C, B C A, ...) until each is settled. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "measure/statistics.h"

/* One copy that is measured. */
struct runner {
	size_t reference; /* the copy it is compared with; its own number: with none */
	double value;     /* of this round */
	double *differences;
	size_t count;
	struct estimate estimate;
	bool settled;
};

struct rounds {
	struct runner *runners;
	size_t count;
	double threshold;
	bool more_is_better; /* of the values */
	/* Measures a copy once. */
	int (*measure)(void *data, size_t runner, double *value, struct error *error);
	/* Whether the time that was given is spent; asked after each round. May be NULL. */
	bool (*time_is_up)(void *data);
	void *data;
};

/* Fills in the estimate of every runner that has a reference. */
int rounds_run(struct rounds *rounds, struct error *error);

void rounds_free(struct rounds *rounds);
