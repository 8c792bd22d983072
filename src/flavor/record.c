// SPDX-License-Identifier: MIT
#include "flavor/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"

/* A line is about 1 KiB, mostly features. */
enum { RECORD_LIMIT = 16 * 1024 * 1024 };

static const char *const verdicts[] = {
    [VERDICT_GAIN] = "gain",       [VERDICT_LOSS] = "loss",
    [VERDICT_NO_GAIN] = "no gain", [VERDICT_UNDECIDED] = "no decision",
    [VERDICT_MIXED] = "mixed",
};

const char *verdict_name(enum verdict verdict)
{
	return verdicts[verdict];
}

bool verdict_find(const char *name, enum verdict *verdict)
{
	for (size_t i = 0; i < sizeof(verdicts) / sizeof(verdicts[0]); i++)
		if (strcmp(verdicts[i], name) == 0) {
			*verdict = (enum verdict)i;
			return true;
		}
	return false;
}

enum verdict verdict_join(const enum verdict *all, size_t count)
{
	bool seen[VERDICT_MIXED + 1] = {false};

	for (size_t i = 0; i < count; i++)
		seen[all[i]] = true;
	if (seen[VERDICT_MIXED] || (seen[VERDICT_GAIN] && seen[VERDICT_LOSS]))
		return VERDICT_MIXED;
	if (seen[VERDICT_GAIN])
		return VERDICT_GAIN;
	/* One that is not decided might yet be a gain. */
	if (seen[VERDICT_UNDECIDED])
		return VERDICT_UNDECIDED;
	return seen[VERDICT_LOSS] ? VERDICT_LOSS : VERDICT_NO_GAIN;
}

bool entry_counts_instructions(const struct record_entry *entry)
{
	return strcmp(entry->metric, "instructions") == 0;
}

/* A string that must be there. */
static bool take(json_t *object, const char *name, char **text)
{
	const char *value = json_string_value(json_object_get(object, name));

	*text = value ? xstrdup(value) : NULL;
	return value != NULL;
}

static bool take_number(json_t *object, const char *name, double *number)
{
	json_t *value = json_object_get(object, name);

	*number = json_number_value(value);
	return json_is_number(value);
}

static bool take_all(json_t *object, struct record_entry *entry)
{
	double rounds = 0;
	enum verdict ignored;
	size_t i;
	json_t *feature;

	take(object, "package-version", &entry->package_version);
	take(object, "variant", &entry->variant);
	entry->instructions = json_integer_value(json_object_get(object, "instructions"));
	entry->baseline_instructions =
	    json_integer_value(json_object_get(object, "baseline-instructions"));
	json_array_foreach(json_object_get(object, "features"), i,
	                   feature) if (json_is_string(feature))
	    strlist_add(&entry->features, json_string_value(feature));
	bool all = take(object, "architecture", &entry->architecture);
	all = take(object, "flavor", &entry->flavor) && all;
	all = take(object, "benchmark", &entry->benchmark) && all;
	all = take(object, "metric", &entry->metric) && all;
	all = take(object, "verdict", &entry->verdict) && all;
	all = take(object, "cpu", &entry->cpu) && all;
	all = take(object, "compiler", &entry->compiler) && all;
	all = take(object, "loader", &entry->loader) && all;
	all = take(object, "date", &entry->date) && all;
	all = take_number(object, "ratio", &entry->ratio) && all;
	all = take_number(object, "low", &entry->low) && all;
	all = take_number(object, "high", &entry->high) && all;
	all = take_number(object, "threshold", &entry->threshold) && all;
	all = take_number(object, "rounds", &rounds) && all;
	entry->rounds = rounds >= 0 && rounds < 1e9 ? (json_int_t)rounds : 0;
	return all && verdict_find(entry->verdict, &ignored);
}

static int parse_line(struct record *record, const char *file, unsigned number, const char *line,
                      size_t length, struct error *error)
{
	json_error_t json_error;
	json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &json_error);
	struct record_entry entry = {0};
	int result = 0;

	if (!object)
		return error_at(error, file, number,
		                "is no JSON object on one line (%s); measure again, or take the "
		                "line out",
		                json_error.text);
	if (take_all(object, &entry)) {
		record_add(record, entry);
	} else {
		record_entry_free(&entry);
		result = error_at(error, file, number,
		                  "is no measurement of hwflavor bench; measure again, or take "
		                  "the line out");
	}
	json_decref(object);
	return result;
}

int record_parse(struct record *record, const char *file, const char *text, size_t length,
                 struct error *error)
{
	const char *end = text + length;
	unsigned number = 0;

	for (const char *line = text; line < end;) {
		const char *newline = memchr(line, '\n', (size_t)(end - line));
		size_t size = (size_t)((newline ? newline : end) - line);

		number++;
		if (size > 0 && parse_line(record, file, number, line, size, error) != 0)
			return -1;
		line += size + 1;
	}
	return 0;
}

int record_read(struct record *record, const char *file, struct error *error)
{
	size_t length;

	if (access(file, F_OK) != 0 && errno == ENOENT)
		return 0;
	char *text = file_read(file, RECORD_LIMIT, &length, error);
	if (!text)
		return -1;
	int result = record_parse(record, file, text, length, error);
	free(text);
	return result;
}

json_t *record_entry_to_json(const struct record_entry *entry)
{
	json_t *object = json_pack(
	    "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:f, s:f, s:f, s:I, s:f}", "package-version",
	    json_of_text(entry->package_version), "architecture", json_of_text(entry->architecture),
	    "flavor", json_of_text(entry->flavor), "variant", json_of_text(entry->variant),
	    "benchmark", json_of_text(entry->benchmark), "metric", json_of_text(entry->metric),
	    "verdict", json_of_text(entry->verdict), "ratio", entry->ratio, "low", entry->low,
	    "high", entry->high, "rounds", entry->rounds, "threshold", entry->threshold);

	if (entry_counts_instructions(entry)) {
		json_object_set_new(object, "instructions", json_integer(entry->instructions));
		json_object_set_new(object, "baseline-instructions",
		                    json_integer(entry->baseline_instructions));
	}
	json_object_set_new(object, "cpu", json_of_text(entry->cpu));
	json_object_set_new(object, "features", json_of_list(&entry->features));
	json_object_set_new(object, "compiler", json_of_text(entry->compiler));
	json_object_set_new(object, "loader", json_of_text(entry->loader));
	json_object_set_new(object, "date", json_of_text(entry->date));
	return object;
}

static int compare_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}

static int compare(const void *one, const void *two)
{
	const struct record_entry *a = one, *b = two;
	const int orders[] = {
	    compare_text(a->architecture, b->architecture), compare_text(a->flavor, b->flavor),
	    compare_text(a->variant, b->variant),           compare_text(a->cpu, b->cpu),
	    compare_text(a->benchmark, b->benchmark),       compare_text(a->metric, b->metric),
	};

	for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++)
		if (orders[i] != 0)
			return orders[i];
	return 0;
}

int record_write(struct record *record, const char *file, struct error *error)
{
	struct str text = {0};

	if (record->count > 1)
		qsort(record->items, record->count, sizeof(*record->items), compare);
	for (size_t i = 0; i < record->count; i++) {
		json_t *object = record_entry_to_json(&record->items[i]);
		/* Four digits are more than is measured; more would differ for no reason. */
		char *line = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(5));

		str_add(&text, "%s\n", line);
		free(line);
		json_decref(object);
	}
	int result = file_write(file, text.text ? text.text : "", text.length, error);
	str_free(&text);
	return result;
}

void record_drop(struct record *record, const struct record_entry *by)
{
	size_t kept = 0;

	for (size_t i = 0; i < record->count; i++) {
		struct record_entry *entry = &record->items[i];

		if (strcmp(entry->architecture, by->architecture) == 0 &&
		    strcmp(entry->flavor, by->flavor) == 0 &&
		    compare_text(entry->variant, by->variant) == 0 &&
		    strcmp(entry->cpu, by->cpu) == 0 &&
		    entry_counts_instructions(entry) == entry_counts_instructions(by))
			record_entry_free(entry);
		else
			record->items[kept++] = *entry;
	}
	record->count = kept;
}

void record_add(struct record *record, struct record_entry entry)
{
	record->items = xreallocarray(record->items, record->count + 1, sizeof(*record->items));
	record->items[record->count++] = entry;
}

/* What an entry says of a flavor as it ships; false for one that is about something else. */
static bool decides(const struct record_entry *entry, const char *architecture, const char *flavor)
{
	return !entry->variant && !entry_counts_instructions(entry) &&
	       strcmp(entry->architecture, architecture) == 0 && strcmp(entry->flavor, flavor) == 0;
}

static enum verdict on_cpu(const struct record *record, const struct record_entry *like)
{
	enum verdict *all = xcalloc(record->count, sizeof(*all));
	size_t count = 0;

	for (size_t i = 0; i < record->count; i++) {
		const struct record_entry *entry = &record->items[i];

		if (decides(entry, like->architecture, like->flavor) &&
		    strcmp(entry->cpu, like->cpu) == 0)
			verdict_find(entry->verdict, &all[count++]);
	}
	enum verdict verdict = verdict_join(all, count);
	free(all);
	return verdict;
}

bool record_says_no(const struct record *record, const char *architecture, const char *flavor,
                    char **why)
{
	const struct record_entry *worst = NULL;
	bool loss = false;

	*why = NULL;
	for (size_t i = 0; i < record->count; i++) {
		const struct record_entry *entry = &record->items[i];

		if (!decides(entry, architecture, flavor))
			continue;
		enum verdict verdict = on_cpu(record, entry);
		if (verdict != VERDICT_LOSS && verdict != VERDICT_NO_GAIN)
			return false;
		loss = loss || verdict == VERDICT_LOSS;
		if (!worst || entry->ratio < worst->ratio)
			worst = entry;
	}
	if (worst)
		*why = str_format("recorded as %s (%s: %.2f on %s)", loss ? "loss" : "no gain",
		                  worst->benchmark, worst->ratio, worst->cpu);
	return worst != NULL;
}

void record_entry_free(struct record_entry *entry)
{
	free(entry->package_version);
	free(entry->architecture);
	free(entry->flavor);
	free(entry->variant);
	free(entry->benchmark);
	free(entry->metric);
	free(entry->verdict);
	free(entry->cpu);
	strlist_free(&entry->features);
	free(entry->compiler);
	free(entry->loader);
	free(entry->date);
}

void record_free(struct record *record)
{
	for (size_t i = 0; i < record->count; i++)
		record_entry_free(&record->items[i]);
	free(record->items);
	*record = (struct record){0};
}
