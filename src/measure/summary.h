// SPDX-License-Identifier: MIT
/* What a session's entries come to: for the terminal, as JSON, and as a page. */
#pragma once

#include <stdio.h>

#include "flavor/record.h"

/* What bench knows beside the entries. */
struct summary {
	const struct record *results; /* in the order in which they were measured */
	/*
	 * "FLAVOR: FEATURES" for each flavor of which a copy was looked at that has the baseline's
	 * flags (variant "arguments", or a flavor without flags): the features that the choice of
	 * code needs and the baseline does not promise. Empty where it needs none.
	 */
	struct strlist needs;
	struct strlist left_out; /* "FLAVOR: why it was not measured" */
};

/* "x86-64-v3", "x86-64-v3, flags only", ...; caller frees. */
char *entry_title(const struct record_entry *entry);

/* The flavors that were measured, and the verdict over all benchmarks of one. */
void summary_flavors(const struct summary *summary, struct strlist *flavors);
enum verdict summary_verdict(const struct summary *summary, const char *flavor);

/* A sentence for people about each flavor: the verdict, and where the gain comes from. */
void summary_sentences(const struct summary *summary, struct strlist *sentences);

void summary_print(const struct summary *summary, FILE *out);
json_t *summary_to_json(const struct summary *summary);

/* One HTML page that needs no other file; caller frees. title: the package's. */
char *summary_to_page(const struct summary *summary, const char *title);
