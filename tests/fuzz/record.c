// SPDX-License-Identifier: MIT
/*
 * Any bytes, read as hwflavors.bench: no access outside them, no leak, and an answer or an error in
 * one line. What was read and is written comes back the same.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "flavor/record.h"
#include "fuzz.h"

static char *write_all(const struct record *record)
{
	struct str text = {0};

	for (size_t i = 0; i < record->count; i++) {
		json_t *object = record_entry_to_json(&record->items[i]);
		char *line = json_dumps(object, JSON_COMPACT);

		require(line != NULL);
		str_add(&text, "%s\n", line);
		free(line);
		json_decref(object);
	}
	return str_take(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	char *copy = malloc(size > 0 ? size : 1), *why = NULL;
	struct record record = {0}, again = {0};
	struct error error = {0};

	require(copy != NULL);
	memcpy(copy, bytes, size);
	int result = record_parse(&record, "input", copy, size, &error);
	free(copy);
	require((result == 0) == (error.text == NULL));
	require(!error.text || !strpbrk(error.text, "\n\r\033"));
	if (result == 0) {
		char *once = write_all(&record);

		require(record_parse(&again, "again", once, strlen(once), &error) == 0);
		char *twice = write_all(&again);
		require(again.count == record.count && strcmp(once, twice) == 0);
		free(once);
		free(twice);
	}
	for (size_t i = 0; i < record.count; i++) {
		bool no = record_says_no(&record, record.items[i].architecture,
		                         record.items[i].flavor, &why);

		require(no == (why != NULL));
		free(why);
	}
	if (record.count > 0) {
		struct record_entry first = record.items[0];
		first.architecture = xstrdup(first.architecture);
		first.flavor = xstrdup(first.flavor);
		first.variant = first.variant ? xstrdup(first.variant) : NULL;
		first.cpu = xstrdup(first.cpu);
		first.metric = xstrdup(first.metric);
		record_drop(&record, &first);
		free(first.architecture);
		free(first.flavor);
		free(first.variant);
		free(first.cpu);
		free(first.metric);
	}
	record_free(&record);
	record_free(&again);
	error_clear(&error);
	return 0;
}
