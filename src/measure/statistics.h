// SPDX-License-Identifier: MIT
/*
 * From rounds to a ratio, its interval and a verdict.
 *
 * Each round measures the baseline and each flavor once, so that what slows the machine down slows
 * both; a round's difference is the logarithm of how many times as fast the flavor was. The ratio
 * is the Hodges-Lehmann estimate of these differences (the median of the means of all pairs), the
 * interval that of Wilcoxon's signed-rank test, computed exactly. It holds whatever the noise's
 * distribution, as long as the noise is the same for both: their difference is then symmetric.
 * A few wild rounds, as other work on the machine makes them, hardly move it.
 *
 * Looking again and again until a result pleases would be wrong more often than one time in 20. So
 * looks are taken at fixed numbers of rounds, and the k-th has an error of 5 % / k(k+1) to spend:
 * all of them together no more than 5 %, whenever one stops.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "flavor/record.h"

struct estimate {
	double ratio, low, high;
	size_t rounds;
};

enum { ROUNDS_LIMIT = 384 };

/* Whether results are looked at after that many rounds, and as which look (1, 2, ...). */
bool look_is_due(size_t rounds, unsigned *look);

/* The part of the error that a look may spend. */
double look_error(unsigned look);

/* differences: logarithms, at least 1, at most ROUNDS_LIMIT. */
struct estimate estimate_of(const double *differences, size_t count, double error);

/*
 * A gain lies wholly above 1 + threshold, a loss wholly below 1 / (1 + threshold); no gain is what
 * lies below 1 + threshold. Never VERDICT_MIXED.
 */
enum verdict judge(const struct estimate *estimate, double threshold);

/* Whether nothing more is to be learnt: it is decided, and the interval is no wider than it needs
 * to be for a ratio that is worth printing. */
bool is_settled(const struct estimate *estimate, double threshold);
