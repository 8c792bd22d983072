// SPDX-License-Identifier: MIT
#include "base/json.h"

#include <stdio.h>

/* The first byte's range, the second's, and the sequence's length: Unicode 15, table 3-7. */
static const struct {
	unsigned char first, last, second_first, second_last, length;
} sequences[] = {
    {0x01, 0x7f, 0x00, 0xff, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
    {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
    {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
};

static bool continues(const unsigned char *at, size_t length)
{
	for (size_t i = 2; i < length; i++)
		if (at[i] < 0x80 || at[i] > 0xbf)
			return false;
	return true;
}

/* The length of the character at the start of text; 0: the byte is no part of UTF-8. */
static size_t character(const char *text)
{
	const unsigned char *at = (const unsigned char *)text;

	for (size_t i = 0; i < sizeof(sequences) / sizeof(sequences[0]); i++)
		if (at[0] >= sequences[i].first && at[0] <= sequences[i].last)
			return at[1] >= sequences[i].second_first &&
			               at[1] <= sequences[i].second_last &&
			               continues(at, sequences[i].length)
			           ? sequences[i].length
			           : 0;
	return 0;
}

json_t *json_of_text(const char *text)
{
	struct str clean = {0};

	if (!text)
		return json_null();
	while (*text != '\0') {
		size_t length = character(text);

		if (length == 0)
			str_add(&clean, "\xef\xbf\xbd");
		else
			str_add_bytes(&clean, text, length);
		text += length == 0 ? 1 : length;
	}
	json_t *json = json_string(clean.text ? clean.text : "");
	str_free(&clean);
	return json;
}

json_t *json_of_list(const struct strlist *list)
{
	json_t *array = json_array();

	for (size_t i = 0; i < list->count; i++)
		json_array_append_new(array, json_of_text(list->items[i]));
	return array;
}

void json_print(json_t *json)
{
	json_dumpf(json, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(json);
}
