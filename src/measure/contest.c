// SPDX-License-Identifier: MIT
#include "measure/contest.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "measure/rounds.h"
#include "measure/sample.h"

/* Below that a run is mostly the start of the program, which all copies share. */
static const double short_run = 0.05;

/* One benchmark under way. */
struct heat {
	const struct contest *contest;
	const struct benchmark *benchmark;
	size_t *taking_part; /* indices of contestants; the baseline first */
	size_t count;
	char *command;
	double end; /* of the time there is */
	double shortest;
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static const struct contestant *contestant(const struct heat *heat, size_t i)
{
	return &heat->contest->contestants[heat->taking_part[i]];
}

static int run_once(const struct heat *heat, size_t i, bool first, struct sample *sample,
                    struct error *error)
{
	const struct contest *contest = heat->contest;
	struct sample_request request = {.command = heat->command,
	                                 .dir = contest->tree,
	                                 .cpu = contest->cpu,
	                                 .metric = &heat->benchmark->metric,
	                                 .stop = contest->stop};

	bed_environment(&contestant(heat, i)->bed, first, &request.environment);
	if (contest->counter)
		strlist_add_taken(&request.environment,
		                  str_format("HWFLAVOR_EMULATOR=%s", contest->counter->emulator));
	int result = sample_take(&request, sample, error);
	strlist_free(&request.environment);
	return result;
}

/* An emulated CPU may lack what a flavor needs: its loader then takes the baseline's copy. */
static void fall_out(struct heat *heat, size_t i, struct error *error)
{
	const struct contest *contest = heat->contest;
	char *why = str_format("%s: not measured: on %s the loader does not take it",
	                       contestant(heat, i)->flavor, contest->about->cpu);

	if (!strlist_has(contest->left_out, why))
		strlist_add(contest->left_out, why);
	free(why);
	error_clear(error);
	heat->count--;
	memmove(heat->taking_part + i, heat->taking_part + i + 1,
	        (heat->count - i) * sizeof(*heat->taking_part));
}

/* Each copy once, unmeasured: files get into memory, and the loader says what it takes. */
static int warm_up(struct heat *heat, struct error *error)
{
	for (size_t i = 0; i < heat->count;) {
		struct sample sample;

		if (run_once(heat, i, true, &sample, error) != 0)
			return -1;
		if (bed_check(&contestant(heat, i)->bed, heat->command, error) != 0) {
			if (!heat->contest->counter || i == 0)
				return -1;
			fall_out(heat, i, error);
			continue;
		}
		if (i == 0 || sample.seconds < heat->shortest)
			heat->shortest = sample.seconds;
		i++;
	}
	return 0;
}

static int measure(void *data, size_t runner, double *value, struct error *error)
{
	struct heat *heat = data;
	struct sample sample;

	if (run_once(heat, runner, false, &sample, error) != 0)
		return -1;
	*value = sample.value;
	return 0;
}

static bool time_is_up(void *data)
{
	const struct heat *heat = data;

	return now() >= heat->end;
}

static char *copy_of(const char *text)
{
	return text ? xstrdup(text) : NULL;
}

static struct record_entry entry_about(const struct heat *heat, size_t i, const char *metric)
{
	const struct record_entry *about = heat->contest->about;
	struct record_entry entry = {
	    .package_version = copy_of(about->package_version),
	    .architecture = copy_of(about->architecture),
	    .flavor = xstrdup(contestant(heat, i)->flavor),
	    .variant = copy_of(contestant(heat, i)->variant),
	    .benchmark = xstrdup(heat->benchmark->name),
	    .metric = xstrdup(metric),
	    .threshold = heat->contest->threshold,
	    .cpu = copy_of(about->cpu),
	    .compiler = copy_of(about->compiler),
	    .loader = copy_of(about->loader),
	    .date = copy_of(about->date),
	};

	strlist_add_all(&entry.features, &about->features);
	return entry;
}

static bool is_files(const struct contestant *one)
{
	return one->variant && strcmp(one->variant, "files") == 0;
}

/* Where a contestant takes part; the baseline does always. */
static size_t place_of(const struct heat *heat, size_t index)
{
	size_t i = 0;

	while (i < heat->count && heat->taking_part[i] != index)
		i++;
	return i < heat->count ? i : 0;
}

/* How many times as fast with the flags as without is the opposite of what was measured. */
static struct estimate opposite(struct estimate estimate)
{
	return (struct estimate){.ratio = 1 / estimate.ratio,
	                         .low = 1 / estimate.high,
	                         .high = 1 / estimate.low,
	                         .rounds = estimate.rounds};
}

static const char *metric_name(const struct metric *metric)
{
	if (metric->kind == METRIC_CPU)
		return "cpu time";
	return metric->unit[0] != '\0' ? metric->unit : "number printed";
}

static int measure_times(struct heat *heat, struct record *results, struct error *error)
{
	struct rounds rounds = {.runners = xcalloc(heat->count, sizeof(*rounds.runners)),
	                        .count = heat->count,
	                        .threshold = heat->contest->threshold,
	                        .more_is_better = heat->benchmark->metric.kind == METRIC_RATE,
	                        .measure = measure,
	                        .time_is_up = time_is_up,
	                        .data = heat};

	for (size_t i = 0; i < heat->count; i++)
		rounds.runners[i].reference =
		    is_files(contestant(heat, i)) ? place_of(heat, contestant(heat, i)->whole) : 0;
	heat->end = now() + heat->contest->budget;
	int result = rounds_run(&rounds, error);
	for (size_t i = 1; i < heat->count && result == 0; i++) {
		struct record_entry entry =
		    entry_about(heat, i, metric_name(&heat->benchmark->metric));
		struct estimate estimate = rounds.runners[i].estimate;

		if (is_files(contestant(heat, i)))
			estimate = opposite(estimate);
		entry.verdict = xstrdup(verdict_name(judge(&estimate, heat->contest->threshold)));
		entry.ratio = estimate.ratio;
		entry.low = estimate.low;
		/* JSON has no infinity. */
		entry.high = estimate.high < 1000 ? estimate.high : 1000;
		entry.rounds = (json_int_t)estimate.rounds;
		record_add(results, entry);
	}
	rounds_free(&rounds);
	return result;
}

static int count_one(struct heat *heat, size_t i, unsigned long long *instructions,
                     struct error *error)
{
	struct sample sample;

	if (counter_reset(heat->contest->counter, error) != 0 ||
	    run_once(heat, i, false, &sample, error) != 0)
		return -1;
	return counter_read(heat->contest->counter, instructions, error);
}

/* A count is exact: one run tells, and no interval is needed. */
static int count_instructions(struct heat *heat, struct record *results, struct error *error)
{
	unsigned long long *counts = xcalloc(heat->count, sizeof(*counts));
	int result = 0;

	for (size_t i = 0; i < heat->count && result == 0; i++)
		result = count_one(heat, i, &counts[i], error);
	for (size_t i = 1; i < heat->count && result == 0; i++) {
		struct record_entry entry = entry_about(heat, i, "instructions");
		size_t other =
		    is_files(contestant(heat, i)) ? place_of(heat, contestant(heat, i)->whole) : 0;
		size_t with = is_files(contestant(heat, i)) ? other : i;
		size_t without = is_files(contestant(heat, i)) ? i : other;

		entry.instructions = (json_int_t)counts[with];
		entry.baseline_instructions = (json_int_t)counts[without];
		entry.ratio = (double)counts[without] / (double)counts[with];
		entry.low = entry.high = entry.ratio;
		entry.rounds = 1;
		struct estimate estimate = {entry.ratio, entry.ratio, entry.ratio, 1};
		entry.verdict = xstrdup(verdict_name(judge(&estimate, heat->contest->threshold)));
		record_add(results, entry);
	}
	free(counts);
	return result;
}

int contest_run(const struct contest *contest, const struct benchmark *benchmark,
                struct record *results, struct error *error)
{
	struct heat heat = {.contest = contest,
	                    .benchmark = benchmark,
	                    .taking_part = xcalloc(contest->count, sizeof(size_t))};
	char *command = command_without_wrappers(benchmark->command, contest->tree);

	heat.command =
	    contest->counter ? str_format("%s %s", contest->emulate, command) : xstrdup(command);
	for (size_t i = 0; i < contest->count; i++)
		if (i == 0 || benchmark_concerns(benchmark, contest->contestants[i].flavor))
			heat.taking_part[heat.count++] = i;
	int result = warm_up(&heat, error);
	if (result == 0 && heat.shortest < short_run && benchmark->metric.kind == METRIC_CPU)
		warn("%s takes %.0f ms of CPU time, of which much is the start of the program; "
		     "let it do more",
		     benchmark->name, heat.shortest * 1000);
	if (result == 0)
		result = contest->counter ? count_instructions(&heat, results, error)
		                          : measure_times(&heat, results, error);
	free(heat.taking_part);
	free(heat.command);
	free(command);
	return result;
}
