// SPDX-License-Identifier: MIT
/*
 * The record of what was measured, hwflavors.bench: one JSON object a line, sorted, meant to be
 * kept with the package. It stands below both build, which obeys it, and measure, which writes it.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"

enum verdict {
	VERDICT_GAIN,
	VERDICT_LOSS,
	VERDICT_NO_GAIN,
	VERDICT_UNDECIDED, /* too noisy for the time there was */
	VERDICT_MIXED,     /* of several benchmarks: a gain in one and a loss in another */
};

/* One measurement. Ratios say how many times as fast as the baseline; above 1 is faster. */
struct record_entry {
	char *package_version; /* or NULL */
	char *architecture;
	char *flavor;
	char
	    *variant; /* NULL: the flavor itself; else "flags", "arguments" or "files": see bench */
	char *benchmark;
	char *metric; /* "cpu time", a unit such as "ops/s", or "instructions" */
	char *verdict;
	double ratio, low, high;
	json_int_t rounds;
	double threshold;
	json_int_t instructions, baseline_instructions; /* 0 unless the metric is instructions */
	char *cpu;
	struct strlist features; /* of that CPU */
	char *compiler;
	char *loader;
	char *date; /* 2026-11-30 */
};

/* Zero-initialised is empty; record_free() frees. */
struct record {
	struct record_entry *items;
	size_t count;
};

const char *verdict_name(enum verdict verdict);
bool verdict_find(const char *name, enum verdict *verdict);

/* Of several benchmarks of one flavor. */
enum verdict verdict_join(const enum verdict *verdicts, size_t count);

/* A file that is not there is an empty record. Wrong lines are errors: "FILE:LINE: ...". */
int record_read(struct record *record, const char *file, struct error *error);

/* The same from text that has been read. */
int record_parse(struct record *record, const char *file, const char *text, size_t length,
                 struct error *error);

/* Sorted; the file is written beside and renamed. */
int record_write(struct record *record, const char *file, struct error *error);

json_t *record_entry_to_json(const struct record_entry *entry);

/*
 * Removes what a new measurement takes the place of: entries of the same architecture, flavor,
 * variant and CPU, of instructions or of time as the new one is.
 */
void record_drop(struct record *record, const struct record_entry *by);
/* Takes over all that entry points to. */
void record_add(struct record *record, struct record_entry entry);

bool entry_counts_instructions(const struct record_entry *entry);

/*
 * Whether a build leaves a flavor out: on every CPU that has measured it, it is a loss or no gain.
 * Then *why says so in a clause; caller frees. Counts of instructions and variants decide nothing.
 */
bool record_says_no(const struct record *record, const char *architecture, const char *flavor,
                    char **why);

void record_entry_free(struct record_entry *entry);
void record_free(struct record *record);
