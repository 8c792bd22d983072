// SPDX-License-Identifier: MIT
#include "measure/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/table.h"

char *entry_title(const struct record_entry *entry)
{
	const char *variant = entry->variant;

	if (!variant)
		return xstrdup(entry->flavor);
	if (strcmp(variant, "files") == 0)
		return str_format("%s: Files on, against off", entry->flavor);
	return str_format("%s, %s only", entry->flavor, variant);
}

void summary_flavors(const struct summary *summary, struct strlist *flavors)
{
	for (size_t i = 0; i < summary->results->count; i++) {
		const struct record_entry *entry = &summary->results->items[i];

		if (!entry->variant && !strlist_has(flavors, entry->flavor))
			strlist_add(flavors, entry->flavor);
	}
}

static enum verdict verdict_of(const struct record_entry *entry)
{
	enum verdict verdict = VERDICT_UNDECIDED;

	verdict_find(entry->verdict, &verdict);
	return verdict;
}

enum verdict summary_verdict(const struct summary *summary, const char *flavor)
{
	enum verdict *all = xcalloc(summary->results->count, sizeof(*all));
	size_t count = 0;

	for (size_t i = 0; i < summary->results->count; i++) {
		const struct record_entry *entry = &summary->results->items[i];

		if (!entry->variant && strcmp(entry->flavor, flavor) == 0)
			all[count++] = verdict_of(entry);
	}
	enum verdict verdict = verdict_join(all, count);
	free(all);
	return verdict;
}

static const struct record_entry *find(const struct summary *summary, const char *flavor,
                                       const char *variant, const char *benchmark)
{
	for (size_t i = 0; i < summary->results->count; i++) {
		const struct record_entry *entry = &summary->results->items[i];

		if (strcmp(entry->flavor, flavor) == 0 &&
		    strcmp(entry->benchmark, benchmark) == 0 && !entry->variant == !variant &&
		    (!variant || strcmp(entry->variant, variant) == 0))
			return entry;
	}
	return NULL;
}

/* As much as the other: their intervals meet, or their ratios are as good as the same. */
static bool as_much(const struct record_entry *part, const struct record_entry *whole)
{
	return (part->low <= whole->high && part->high >= whole->low) ||
	       fabs(part->ratio / whole->ratio - 1) <= whole->threshold;
}

/* What the flavor's choice of code needs beyond the baseline: "" for nothing, NULL: not known. */
static const char *needs_of(const struct summary *summary, const char *flavor)
{
	size_t length = strlen(flavor);

	for (size_t i = 0; i < summary->needs.count; i++)
		if (strncmp(summary->needs.items[i], flavor, length) == 0 &&
		    starts_with(summary->needs.items[i] + length, ": "))
			return summary->needs.items[i] + length + 2;
	return NULL;
}

/* What the choice of code needs, as a clause; caller frees. */
static char *usable(const char *needs)
{
	if (!needs)
		return xstrdup("");
	if (needs[0] == '\0')
		return xstrdup(", which the baseline could use too");
	return str_format(", which needs %s beyond the baseline", needs);
}

/* Of a flavor that was measured in parts. */
static char *source_of_parts(const struct record_entry *whole, const struct record_entry *flags,
                             const struct record_entry *arguments, const char *needs)
{
	char *alone =
	    str_format("flags alone: %.2f, arguments alone: %.2f", flags->ratio, arguments->ratio);
	char *choice = usable(needs), *text;

	if (verdict_of(whole) != VERDICT_GAIN)
		text = str_format("%s: %s", whole->benchmark, alone);
	else if (as_much(arguments, whole) && verdict_of(flags) != VERDICT_GAIN)
		text = str_format("%s: all of it comes from the choice of code by configure's "
		                  "arguments%s (%s)",
		                  whole->benchmark, choice, alone);
	else if (as_much(flags, whole) && verdict_of(arguments) != VERDICT_GAIN)
		text = str_format("%s: all of it comes from the compiler's flags (%s)",
		                  whole->benchmark, alone);
	else
		text = str_format("%s: both have a part in it (%s)", whole->benchmark, alone);
	free(choice);
	free(alone);
	return text;
}

/* Where the gain of a flavor in one benchmark comes from, or NULL. */
static char *source_of_gain(const struct summary *summary, const struct record_entry *whole)
{
	const struct record_entry *flags = find(summary, whole->flavor, "flags", whole->benchmark);
	const struct record_entry *arguments =
	    find(summary, whole->flavor, "arguments", whole->benchmark);
	const char *needs = needs_of(summary, whole->flavor);

	if (flags && arguments)
		return source_of_parts(whole, flags, arguments, needs);
	if (!needs || verdict_of(whole) != VERDICT_GAIN)
		return NULL;
	/* It was looked at because it has no flags of its own. */
	char *choice = usable(needs);
	char *text = str_format("%s: all of it comes from the choice of code by configure's "
	                        "arguments%s",
	                        whole->benchmark, choice);
	free(choice);
	return text;
}

/* "gain in powm (1.17), loss in popcount (0.80)" */
static char *parts_of(const struct summary *summary, const char *flavor)
{
	struct str text = {0};

	for (size_t i = 0; i < summary->results->count; i++) {
		const struct record_entry *entry = &summary->results->items[i];

		if (!entry->variant && strcmp(entry->flavor, flavor) == 0)
			str_add(&text, "%s%s in %s (%.2f)", text.length > 0 ? ", " : "",
			        entry->verdict, entry->benchmark, entry->ratio);
	}
	return str_take(&text);
}

void summary_sentences(const struct summary *summary, struct strlist *sentences)
{
	struct strlist flavors = {0};

	summary_flavors(summary, &flavors);
	for (size_t i = 0; i < flavors.count; i++) {
		enum verdict verdict = summary_verdict(summary, flavors.items[i]);
		char *parts = parts_of(summary, flavors.items[i]);

		strlist_add_taken(
		    sentences, str_format("%s: %s%s%s%s", flavors.items[i], verdict_name(verdict),
		                          entry_counts_instructions(summary->results->items)
		                              ? " (instructions, not time)"
		                              : "",
		                          verdict == VERDICT_MIXED ? ": " : "",
		                          verdict == VERDICT_MIXED ? parts : ""));
		free(parts);
		for (size_t j = 0; j < summary->results->count; j++) {
			const struct record_entry *entry = &summary->results->items[j];
			char *source =
			    !entry->variant && strcmp(entry->flavor, flavors.items[i]) == 0
			        ? source_of_gain(summary, entry)
			        : NULL;

			if (source)
				strlist_add_taken(sentences,
				                  str_format("%s: %s", flavors.items[i], source));
			free(source);
		}
	}
	strlist_free(&flavors);
	strlist_add_all(sentences, &summary->left_out);
}

static void add_row(struct table *table, const struct record_entry *entry)
{
	char *title = entry_title(entry);

	table_add(table, "%s", entry->benchmark);
	table_add(table, "%s", title);
	table_add(table, "%.3f", entry->ratio);
	if (entry_counts_instructions(entry)) {
		table_add(table, "%lld", (long long)entry->instructions);
		table_add(table, "%lld", (long long)entry->baseline_instructions);
	} else {
		if (entry->high < 1000)
			table_add(table, "%.3f to %.3f", entry->low, entry->high);
		else
			table_add(table, "any");
		table_add(table, "%lld", (long long)entry->rounds);
	}
	table_add(table, "%s", entry->verdict);
	free(title);
}

/* Instructions and time are never in one table. */
void summary_print(const struct summary *summary, FILE *out)
{
	static const char *const headings[2][6] = {
	    {"BENCHMARK", "FLAVOR", "TIMES AS FAST", "95 % INTERVAL", "ROUNDS", "VERDICT"},
	    {"BENCHMARK", "FLAVOR", "TIMES FEWER INSTRUCTIONS", "INSTRUCTIONS", "BASELINE'S",
	     "VERDICT"},
	};
	struct strlist sentences = {0};

	for (size_t kind = 0; kind < 2; kind++) {
		struct table table = {.columns = 6};
		bool any = false;

		for (size_t i = 0; i < 6; i++)
			table_add(&table, "%s", headings[kind][i]);
		for (size_t i = 0; i < summary->results->count; i++) {
			const struct record_entry *entry = &summary->results->items[i];

			if (entry_counts_instructions(entry) != (kind == 1))
				continue;
			add_row(&table, entry);
			any = true;
		}
		if (any)
			table_print(&table, out);
		table_free(&table);
	}
	summary_sentences(summary, &sentences);
	for (size_t i = 0; i < sentences.count; i++)
		fprintf(out, "%s\n", sentences.items[i]);
	strlist_free(&sentences);
}

json_t *summary_to_json(const struct summary *summary)
{
	json_t *measurements = json_array(), *verdicts = json_object();
	struct strlist flavors = {0}, sentences = {0};

	for (size_t i = 0; i < summary->results->count; i++)
		json_array_append_new(measurements,
		                      record_entry_to_json(&summary->results->items[i]));
	summary_flavors(summary, &flavors);
	for (size_t i = 0; i < flavors.count; i++)
		json_object_set_new(
		    verdicts, flavors.items[i],
		    json_string(verdict_name(summary_verdict(summary, flavors.items[i]))));
	summary_sentences(summary, &sentences);
	json_t *top = json_pack("{s:o, s:o, s:o}", "measurements", measurements, "verdicts",
	                        verdicts, "sentences", json_of_list(&sentences));
	strlist_free(&sentences);
	strlist_free(&flavors);
	return top;
}
