// SPDX-License-Identifier: MIT
#include "measure/rounds.h"

#include <math.h>
#include <stdlib.h>

#include "base/str.h"

static bool is_compared(const struct rounds *rounds, size_t i)
{
	return rounds->runners[i].reference != i;
}

/* One that is settled is run only where others are compared with it. */
static bool takes_part(const struct rounds *rounds, size_t i)
{
	if (is_compared(rounds, i) && !rounds->runners[i].settled)
		return true;
	for (size_t j = 0; j < rounds->count; j++)
		if (j != i && rounds->runners[j].reference == i && !rounds->runners[j].settled)
			return true;
	return false;
}

static void add_difference(const struct rounds *rounds, size_t i)
{
	struct runner *runner = &rounds->runners[i];
	double difference = log(rounds->runners[runner->reference].value) - log(runner->value);

	if (!runner->differences)
		runner->differences = xcalloc(ROUNDS_LIMIT, sizeof(*runner->differences));
	runner->differences[runner->count++] = rounds->more_is_better ? -difference : difference;
}

static int one_round(struct rounds *rounds, size_t number, struct error *error)
{
	for (size_t k = 0; k < rounds->count; k++) {
		size_t i = (number + k) % rounds->count;

		if (takes_part(rounds, i) &&
		    rounds->measure(rounds->data, i, &rounds->runners[i].value, error) != 0)
			return -1;
	}
	for (size_t i = 0; i < rounds->count; i++)
		if (is_compared(rounds, i) && !rounds->runners[i].settled)
			add_difference(rounds, i);
	return 0;
}

/*
 * last: the time is up. Its interval may spend what the next look would have had: stopping here did
 * not depend on what was seen.
 */
static void look(struct rounds *rounds, size_t number, bool last)
{
	unsigned which = 1;
	bool due = look_is_due(number, &which);

	for (size_t next = number; last && !due && next <= ROUNDS_LIMIT; next++)
		if (look_is_due(next, &which))
			break;
	for (size_t i = 0; i < rounds->count; i++) {
		struct runner *runner = &rounds->runners[i];

		if (!is_compared(rounds, i) || runner->settled || !(due || last))
			continue;
		runner->estimate =
		    estimate_of(runner->differences, runner->count, look_error(which));
		runner->settled = is_settled(&runner->estimate, rounds->threshold);
	}
}

static bool all_settled(const struct rounds *rounds)
{
	for (size_t i = 0; i < rounds->count; i++)
		if (takes_part(rounds, i))
			return false;
	return true;
}

int rounds_run(struct rounds *rounds, struct error *error)
{
	for (size_t i = 0; i < rounds->count; i++)
		rounds->runners[i].estimate = (struct estimate){.ratio = 1, .high = INFINITY};
	for (size_t number = 0; number < ROUNDS_LIMIT && !all_settled(rounds); number++) {
		if (one_round(rounds, number, error) != 0)
			return -1;
		bool up = rounds->time_is_up && rounds->time_is_up(rounds->data);
		look(rounds, number + 1, up || number + 1 == ROUNDS_LIMIT);
		if (up)
			break;
	}
	return 0;
}

void rounds_free(struct rounds *rounds)
{
	for (size_t i = 0; i < rounds->count; i++)
		free(rounds->runners[i].differences);
	free(rounds->runners);
	*rounds = (struct rounds){0};
}
