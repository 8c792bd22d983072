// SPDX-License-Identifier: MIT
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

void run_steps(const struct options *options, enum run_step step, struct plan *plan,
               struct run_result *result)
{
	struct run_request request = {step, options->jobs, options->dry_run};
	struct error error = {0};
	int lock = -1;

	options_plan(options, plan);
	if (!options->dry_run) {
		lock = lock_build_dir(plan->build_dir, &error);
		if (lock < 0)
			die_of(&error);
	}
	run_catch_signals();
	if (run_make(plan, &request, lock, result, &error) != 0) {
		end_when_interrupted(options);
		die_of(&error);
	}
	end_when_interrupted(options);
}

static const char *const states[] = {
    [RUN_UNFINISHED] = "unfinished", [RUN_DONE] = "done",           [RUN_FAILED] = "failed",
    [RUN_LEFT_OUT] = "not built",    [RUN_UNTESTED] = "not tested",
};

/* How the tests of a flavor ran, where they did. */
static char *tested_how(const struct plan_flavor *planned)
{
	char *cpus, *how;

	if (planned->test_mode == TEST_NATIVE)
		return xstrdup("tested on this CPU");
	cpus = strlist_join(&planned->flavor->emulator_cpus, " or ");
	how = str_format("tested on an emulated CPU (%s)", cpus);
	free(cpus);
	return how;
}

static char *note_of(const struct plan *plan, const struct run_flavor *state, size_t i)
{
	if (state->note)
		return state->state == RUN_UNTESTED ? str_format("NOT TESTED: %s", state->note)
		                                    : xstrdup(state->note);
	if (state->state == RUN_FAILED)
		return str_format("see %s/%s/%s.log", plan->build_dir,
		                  plan->flavors[i].flavor->name, state->reached);
	if (state->state == RUN_DONE && strcmp(state->reached, "test") == 0)
		return tested_how(&plan->flavors[i]);
	return xstrdup("");
}

/* The copies of a flavor that were delivered, and their bytes together. */
static size_t count_copies(const struct gather_result *copies, const char *flavor, off_t *bytes)
{
	size_t count = 0;

	*bytes = 0;
	for (size_t i = 0; copies && i < copies->count; i++) {
		const struct gather_copy *copy = &copies->copies[i];
		if (copy->state == GATHER_DELIVERED && strcmp(copy->flavor, flavor) == 0) {
			*bytes += copy->size;
			count++;
		}
	}
	return count;
}

static void print_table(const struct plan *plan, const struct run_result *result,
                        const struct gather_result *copies)
{
	struct table table = {.columns = 5};
	char time[24];
	off_t bytes;

	for (size_t i = 0; i < 5; i++)
		table_add(&table, "%s",
		          ((const char *[]){"FLAVOR", "STEP", "TIME", "COPIES", ""})[i]);
	for (size_t i = 0; i < result->count; i++) {
		const struct run_flavor *state = &result->flavors[i];
		const struct flavor *flavor = plan->flavors[i].flavor;
		char *note = note_of(plan, state, i);
		bool bad = state->state == RUN_FAILED || state->state == RUN_UNFINISHED;

		table_add(&table, "%s", flavor->name);
		if (state->state == RUN_LEFT_OUT)
			table_add(&table, "%s", states[RUN_LEFT_OUT]);
		else
			table_add(&table, "%s%s", state->reached[0] ? state->reached : "none",
			          bad ? " FAILED" : "");
		table_add(&table, "%s", progress_time(time, state->seconds));
		if (!copies || flavor_is_baseline(flavor) ||
		    count_copies(copies, flavor->name, &bytes) == 0)
			table_add(&table, "-");
		else
			table_add(&table, "%zu, %lld KiB",
			          count_copies(copies, flavor->name, &bytes),
			          ((long long)bytes + 1023) / 1024);
		table_add(&table, "%s", note);
		free(note);
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
		    array, json_pack("{s:s, s:s, s:s?, s:I, s:s, s:s?}", "flavor", copy->flavor,
		                     "library", copy->library, "installed", copy->installed,
		                     "bytes", (json_int_t)copy->size, "state",
		                     gather_state_name(copy->state), "reason", copy->reason));
	}
	return array;
}

static void print_json(const struct plan *plan, const struct run_result *result,
                       const struct gather_result *copies)
{
	json_t *top = json_object(), *flavors = json_array();

	for (size_t i = 0; i < result->count; i++) {
		const struct run_flavor *state = &result->flavors[i];
		char *note = note_of(plan, state, i);
		json_array_append_new(flavors,
		                      json_pack("{s:s, s:s, s:s, s:i, s:s}", "flavor",
		                                plan->flavors[i].flavor->name, "state",
		                                states[state->state], "step", state->reached,
		                                "seconds", (int)state->seconds, "note", note));
		free(note);
	}
	json_object_set_new(top, "flavors", flavors);
	if (copies)
		json_object_set_new(top, "copies", json_of_copies(copies));
	json_dumpf(top, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(top);
}

int report(const struct options *options, const struct plan *plan, const struct run_result *result,
           const struct gather_result *copies)
{
	if (!options->dry_run) {
		(options->json ? print_json : print_table)(plan, result, copies);
		finish_output();
	}
	return result->failed ? EXIT_WRONG : 0;
}
