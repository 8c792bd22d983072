// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/table.h"
#include "build/lock.h"
#include "build/progress.h"
#include "cli/cli.h"

void end_when_interrupted(const struct options *options)
{
	if (run_signal == 0)
		return;
	if (!options->dry_run)
		fprintf(stderr, "hwflavor: interrupted; the same command goes on where it was\n");
	signal(run_signal, SIG_DFL);
	raise(run_signal);
}

/* Of lock_build_dir(); -1 on a dry run. Held until the program ends. */
static int lock = -1;

void run_more(const struct options *options, enum run_step step, const struct plan *plan,
              struct run_result *result)
{
	struct run_request request = {step, options->jobs, options->dry_run, false};
	struct error error = {0};

	run_free(result);
	if (run_make(plan, &request, lock, result, &error) != 0) {
		end_when_interrupted(options);
		die_of(&error);
	}
	end_when_interrupted(options);
}

void run_steps(const struct options *options, enum run_step step, struct plan *plan,
               struct run_result *result)
{
	struct error error = {0};

	options_plan(options, plan);
	if (options->destdir && plan_check_destdir(plan, options->destdir, &error) != 0)
		die_of(&error);
	if (!options->dry_run) {
		lock = lock_build_dir(plan->build_dir, &error);
		if (lock < 0)
			die_of(&error);
	}
	run_catch_signals();
	if (plan->fuse && step == RUN_TEST && !options->dry_run)
		step = RUN_INSTALL;
	run_more(options, step, plan, result);
}

static const char *const states[] = {
    [RUN_UNFINISHED] = "unfinished", [RUN_DONE] = "done",           [RUN_FAILED] = "failed",
    [RUN_LEFT_OUT] = "not built",    [RUN_UNTESTED] = "not tested",
};

/* What the table and the JSON say of one flavor. */
struct row {
	const char *flavor;
	enum run_state state;
	const char *step; /* the last that was done, or that failed; empty: none */
	unsigned seconds;
	size_t copies; /* delivered */
	off_t bytes;   /* of these together */
	char *note;
};

static char *note_of(const struct plan *plan, const struct run_flavor *state, const char *flavor)
{
	if (state->state == RUN_DONE && state->note)
		return str_format("tested on an emulated CPU (%s)", state->note);
	if (state->note)
		return str_format("%s%s", state->state == RUN_UNTESTED ? "NOT TESTED: " : "",
		                  state->note);
	if (state->state == RUN_FAILED)
		return str_format("see %s/%s/%s.log", plan->build_dir, flavor, state->reached);
	if (state->state == RUN_DONE && strcmp(state->reached, "test") == 0)
		return xstrdup("tested on this CPU");
	return xstrdup("");
}

static void count_copies(struct row *row, const struct gather_result *copies)
{
	for (size_t i = 0; copies && i < copies->count; i++) {
		const struct gather_copy *copy = &copies->copies[i];
		if (copy->state == GATHER_DELIVERED && strcmp(copy->flavor, row->flavor) == 0) {
			row->bytes += copy->size;
			row->copies++;
		}
	}
}

/* First the flavors that ran, then those that the plan left out. */
static struct row *make_rows(const struct plan *plan, const struct run_result *result,
                             const struct gather_result *copies, size_t *count)
{
	struct row *rows = xcalloc(result->count + plan->left_out_count, sizeof(*rows));

	*count = 0;
	for (size_t i = 0; i < result->count; i++) {
		const struct run_flavor *state = &result->flavors[i];
		const char *flavor = plan->flavors[i].flavor->name;
		struct row *row = &rows[(*count)++];

		*row = (struct row){.flavor = flavor,
		                    .state = state->state,
		                    .step = state->state == RUN_LEFT_OUT ? "" : state->reached,
		                    .seconds = state->seconds,
		                    .note = note_of(plan, state, flavor)};
		count_copies(row, copies);
	}
	for (size_t i = 0; i < plan->left_out_count; i++)
		rows[(*count)++] = (struct row){.flavor = plan->left_out[i].flavor->name,
		                                .state = RUN_LEFT_OUT,
		                                .step = "",
		                                .note = xstrdup(plan->left_out[i].reason)};
	return rows;
}

static void print_table(const struct row *rows, size_t count)
{
	static const char *const headings[] = {"FLAVOR", "STEP", "TIME", "COPIES", ""};
	struct table table = {.columns = sizeof(headings) / sizeof(headings[0])};
	char time[24];

	for (size_t i = 0; i < table.columns; i++)
		table_add(&table, "%s", headings[i]);
	for (const struct row *row = rows; row < rows + count; row++) {
		bool bad = row->state == RUN_FAILED ||
		           (row->state == RUN_UNFINISHED && row->note[0] == '\0');

		table_add(&table, "%s", row->flavor);
		if (row->state == RUN_LEFT_OUT)
			table_add(&table, "%s", states[RUN_LEFT_OUT]);
		else
			table_add(&table, "%s%s", row->step[0] ? row->step : "none",
			          bad ? " FAILED" : "");
		table_add(&table, "%s", progress_time(time, row->seconds));
		if (row->copies > 0)
			table_add(&table, "%zu, %lld KiB", row->copies,
			          ((long long)row->bytes + 1023) / 1024);
		else
			table_add(&table, "-");
		table_add(&table, "%s", row->note);
	}
	table_print(&table, stdout);
	table_free(&table);
}

static json_t *json_of_copies(const struct gather_result *copies)
{
	json_t *array = json_array();

	for (size_t i = 0; i < copies->count; i++) {
		const struct gather_copy *copy = &copies->copies[i];
		json_array_append_new(
		    array, json_pack("{s:s, s:o, s:o, s:I, s:s, s:o}", "flavor", copy->flavor,
		                     "library", json_of_text(copy->library), "installed",
		                     json_of_text(copy->installed), "bytes", (json_int_t)copy->size,
		                     "state", gather_state_name(copy->state), "reason",
		                     json_of_text(copy->reason)));
	}
	return array;
}

static void print_json(const struct row *rows, size_t count, const struct gather_result *copies)
{
	json_t *top = json_object(), *flavors = json_array();

	for (const struct row *row = rows; row < rows + count; row++)
		json_array_append_new(
		    flavors,
		    json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:o}", "flavor", row->flavor, "state",
		              states[row->state], "step", row->step, "seconds",
		              (json_int_t)row->seconds, "copies", (json_int_t)row->copies, "bytes",
		              (json_int_t)row->bytes, "note", json_of_text(row->note)));
	json_object_set_new(top, "flavors", flavors);
	if (copies)
		json_object_set_new(top, "copies", json_of_copies(copies));
	json_print(top);
}

int report(const struct options *options, const struct plan *plan, const struct run_result *result,
           const struct gather_result *copies)
{
	size_t count;

	if (options->dry_run)
		return result->failed ? EXIT_WRONG : 0;
	struct row *rows = make_rows(plan, result, copies, &count);
	if (options->json)
		print_json(rows, count, copies);
	else
		print_table(rows, count);
	finish_output();
	for (size_t i = 0; i < count; i++)
		free(rows[i].note);
	free(rows);
	return result->failed ? EXIT_WRONG : 0;
}
