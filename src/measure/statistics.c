// SPDX-License-Identifier: MIT
#include "measure/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* Each half as many again as the one before. */
static const size_t looks[] = {10, 15, 23, 34, 51, 76, 114, 171, 256, ROUNDS_LIMIT};

bool look_is_due(size_t rounds, unsigned *look)
{
	for (size_t i = 0; i < sizeof(looks) / sizeof(looks[0]); i++)
		if (looks[i] == rounds) {
			*look = (unsigned)i + 1;
			return true;
		}
	return false;
}

double look_error(unsigned look)
{
	return 0.05 / ((double)look * (look + 1));
}

/*
 * How many of the smallest (and of the largest) means of pairs lie outside an interval with that
 * error: the largest k for which the sum of positive ranks is below k with at most half the error.
 */
static size_t outside(size_t count, double error)
{
	size_t most = count * (count + 1) / 2;
	double *probability = xcalloc(most + 1, sizeof(*probability));
	double below = 0;
	size_t k = 0;

	/* The distribution of the sum of ranks, each positive with probability one half. */
	probability[0] = 1;
	for (size_t rank = 1, reached = 0; rank <= count; rank++) {
		reached += rank;
		for (size_t sum = reached + 1; sum-- > 0;)
			probability[sum] =
			    0.5 * (probability[sum] + (sum >= rank ? probability[sum - rank] : 0));
	}
	while (k < most && below + probability[k] <= error / 2)
		below += probability[k++];
	free(probability);
	return k;
}

static int compare(const void *a, const void *b)
{
	double one = *(const double *)a, two = *(const double *)b;

	return (one > two) - (one < two);
}

struct estimate estimate_of(const double *differences, size_t count, double error)
{
	size_t pairs = count * (count + 1) / 2, filled = 0, k = outside(count, error);
	double *means = xcalloc(pairs, sizeof(*means));
	struct estimate estimate = {.rounds = count, .low = 0, .high = INFINITY};

	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j <= i; j++)
			means[filled++] = (differences[i] + differences[j]) / 2;
	qsort(means, pairs, sizeof(*means), compare);
	estimate.ratio = exp((means[(pairs - 1) / 2] + means[pairs / 2]) / 2);
	/* With too few rounds no interval has so small an error. */
	if (k > 0) {
		estimate.low = exp(means[k - 1]);
		estimate.high = exp(means[pairs - k]);
	}
	free(means);
	return estimate;
}

enum verdict judge(const struct estimate *estimate, double threshold)
{
	if (estimate->low > 1 + threshold)
		return VERDICT_GAIN;
	if (estimate->high < 1 / (1 + threshold))
		return VERDICT_LOSS;
	return estimate->high < 1 + threshold ? VERDICT_NO_GAIN : VERDICT_UNDECIDED;
}

bool is_settled(const struct estimate *estimate, double threshold)
{
	enum verdict verdict = judge(estimate, threshold);

	/* That may still be a loss. */
	if (verdict == VERDICT_NO_GAIN && estimate->low < 1 / (1 + threshold))
		return false;
	/* Far away from the threshold less will do: 1.8 is worth printing with 1.7 to 1.9. */
	double far = (fabs(log(estimate->ratio)) - log(1 + threshold)) / 8;
	double enough = fmax(log(1 + threshold), far);
	return verdict != VERDICT_UNDECIDED && log(estimate->high / estimate->low) <= 2 * enough;
}
