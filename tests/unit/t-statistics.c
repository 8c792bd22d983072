// SPDX-License-Identifier: MIT
/*
 * Known distributions through the very rounds that bench runs: how often is the verdict wrong, and
 * how often does the interval miss the truth? 1,000 trials each.
 */
#include <math.h>
#include <stdlib.h>

#include "base/str.h"
#include "measure/rounds.h"
#include "tap.h"

enum { TRIALS = 1000 };

/* How the noise of one run is drawn. */
struct world {
	double truth;  /* how many times as fast the flavor is */
	double spread; /* of the logarithm of a run's time */
	double spikes; /* the part of runs that something else makes up to 3 times as slow */
	double drift;  /* of the logarithm, from the first run to the 100th */
	double bursts; /* the part of time in which the machine is slow, for some runs on end */
	bool rates;
	size_t most_rounds; /* then the time is up; 0: none */
	size_t runs;
	double slow;
	unsigned long long random;
};

static double uniform(struct world *world)
{
	/* Knuth's MMIX generator. */
	world->random = world->random * 6364136223846793005ULL + 1442695040888963407ULL;
	return ((double)(world->random >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(struct world *world)
{
	return sqrt(-2 * log(uniform(world))) * cos(2 * acos(-1.0) * uniform(world));
}

static int measure(void *data, size_t runner, double *value, struct error *error)
{
	struct world *world = data;
	double time = runner == 0 ? 1 : 1 / world->truth;

	(void)error;
	time *= exp(world->spread * normal(world) + world->drift * (double)world->runs / 100);
	if (uniform(world) < world->spikes)
		time *= 1 + 2 * uniform(world);
	if (world->bursts > 0 && uniform(world) < 0.1)
		world->slow = uniform(world) < world->bursts ? 0.2 : 0;
	time *= 1 + world->slow;
	world->runs++;
	*value = world->rates ? 1 / time : time;
	return 0;
}

static bool time_is_up(void *data)
{
	struct world *world = data;

	return world->most_rounds > 0 && world->runs >= 2 * world->most_rounds;
}

struct outcome {
	unsigned verdicts[VERDICT_MIXED + 1];
	unsigned missed; /* intervals without the truth */
	double rounds;
};

static struct outcome try(struct world world)
{
	struct outcome outcome = {0};

	world.random = 42;
	for (int i = 0; i < TRIALS; i++) {
		struct rounds rounds = {.count = 2,
		                        .threshold = 0.03,
		                        .more_is_better = world.rates,
		                        .measure = measure,
		                        .time_is_up = time_is_up,
		                        .data = &world};
		struct error error = {0};

		world.runs = 0;
		world.slow = 0;
		rounds.runners = xcalloc(2, sizeof(*rounds.runners));
		rounds_run(&rounds, &error);
		const struct runner *runner = &rounds.runners[1];
		outcome.verdicts[judge(&runner->estimate, rounds.threshold)]++;
		outcome.rounds += (double)runner->count / TRIALS;
		if (runner->estimate.low > world.truth || runner->estimate.high < world.truth)
			outcome.missed++;
		rounds_free(&rounds);
	}
	return outcome;
}

static void okf(bool passed, char *name)
{
	ok(passed, name);
	free(name);
}

/* right: the verdict that is true; no decision is never wrong. decided: at least so many are right.
 */
static void check(const char *name, struct world world, enum verdict right, unsigned decided)
{
	struct outcome outcome = try(world);
	unsigned wrong = TRIALS - outcome.verdicts[right] -
	                 (right == VERDICT_UNDECIDED ? 0 : outcome.verdicts[VERDICT_UNDECIDED]);

	printf("# %s: gain %u, loss %u, no gain %u, no decision %u; missed %u; %.0f rounds\n", name,
	       outcome.verdicts[VERDICT_GAIN], outcome.verdicts[VERDICT_LOSS],
	       outcome.verdicts[VERDICT_NO_GAIN], outcome.verdicts[VERDICT_UNDECIDED],
	       outcome.missed, outcome.rounds);
	okf(wrong <= TRIALS / 20, str_format("%s: at most 5 %% wrong", name));
	okf(outcome.missed <= TRIALS / 20,
	    str_format("%s: the interval holds the truth 95 %% of the time", name));
	okf(outcome.verdicts[right] >= decided,
	    str_format("%s: at least %u of %d are decided", name, decided, TRIALS));
}

/* The interval at one look of given error, without any stopping: neither too narrow nor too wide.
 */
static void check_coverage(void)
{
	struct world world = {.truth = 1.1, .spread = 0.05, .spikes = 0.1, .random = 7};
	double differences[23];
	int missed = 0;

	for (int i = 0; i < 4000; i++) {
		for (size_t j = 0; j < 23; j++) {
			double base, flavor;

			measure(&world, 0, &base, NULL);
			measure(&world, 1, &flavor, NULL);
			differences[j] = log(base) - log(flavor);
		}
		struct estimate estimate = estimate_of(differences, 23, 0.05);
		missed += estimate.low > 1.1 || estimate.high < 1.1;
	}
	printf("# of 4000 intervals at 95 %%, %d miss the truth\n", missed);
	ok(missed <= 240, "an interval misses at most about 5 %");
	ok(missed >= 140, "and is not wider than it has to be");
}

static void check_look(void)
{
	unsigned look = 0;
	double error = 0;

	ok(!look_is_due(9, &look) && look_is_due(10, &look) && look == 1, "the first look");
	for (unsigned i = 1; i < 1000; i++)
		error += look_error(i);
	ok(error <= 0.05, "all looks together spend 5 %");
	double few[] = {0.1, 0.2, 0.15};
	struct estimate estimate = estimate_of(few, 3, 0.025);
	ok(estimate.low == 0 && isinf(estimate.high), "three rounds decide nothing");
	ok(judge(&estimate, 0.03) == VERDICT_UNDECIDED, "which is no decision");
}

static void check_late_end(void)
{
	struct world world = {.truth = 1, .spread = 1, .most_rounds = 300, .random = 42};
	struct rounds rounds = {.runners = xcalloc(2, sizeof(*rounds.runners)),
	                        .count = 2,
	                        .threshold = 0.03,
	                        .measure = measure,
	                        .time_is_up = time_is_up,
	                        .data = &world};
	struct error error = {0};

	rounds_run(&rounds, &error);
	const struct runner *runner = &rounds.runners[1];
	struct estimate last = estimate_of(runner->differences, runner->count, look_error(10));
	ok(runner->count == 300 && runner->estimate.low == last.low,
	   "time that is up before the last look: an interval with that look's error");
	rounds_free(&rounds);
}

int main(void)
{
	check_look();
	check_late_end();
	check_coverage();
	check("gain of 5 %", (struct world){.truth = 1.05, .spread = 0.01}, VERDICT_GAIN, 950);
	check("gain of 5 %, rates", (struct world){.truth = 1.05, .spread = 0.01, .rates = true},
	      VERDICT_GAIN, 950);
	check("none", (struct world){.truth = 1, .spread = 0.01}, VERDICT_NO_GAIN, 950);
	check("gain of 1 %", (struct world){.truth = 1.01, .spread = 0.01}, VERDICT_NO_GAIN, 900);
	check("loss of 5 %", (struct world){.truth = 0.95, .spread = 0.01}, VERDICT_LOSS, 850);
	check("wide noise", (struct world){.truth = 1.05, .spread = 0.05}, VERDICT_GAIN, 300);
	check("wide noise, none", (struct world){.truth = 1, .spread = 0.05}, VERDICT_NO_GAIN, 900);
	check("spikes", (struct world){.truth = 1.05, .spread = 0.01, .spikes = 0.1}, VERDICT_GAIN,
	      950);
	check("spikes, none", (struct world){.truth = 1, .spread = 0.01, .spikes = 0.1},
	      VERDICT_NO_GAIN, 950);
	check("drift", (struct world){.truth = 1.05, .spread = 0.01, .drift = 0.2}, VERDICT_GAIN,
	      950);
	check("drift, none", (struct world){.truth = 1, .spread = 0.01, .drift = 0.2},
	      VERDICT_NO_GAIN, 950);
	check("bursts, none", (struct world){.truth = 1, .spread = 0.01, .bursts = 0.3},
	      VERDICT_NO_GAIN, 800);
	check("bursts, loss", (struct world){.truth = 0.9, .spread = 0.01, .bursts = 0.3},
	      VERDICT_LOSS, 900);
	check("heavy noise, little time",
	      (struct world){.truth = 1.05, .spread = 0.3, .most_rounds = 40}, VERDICT_GAIN, 0);
	struct outcome noisy = try((struct world){.truth = 1.05, .spread = 0.3, .most_rounds = 40});
	ok(noisy.verdicts[VERDICT_UNDECIDED] >= 950, "heavy noise ends in no decision");
	return tap_end();
}
