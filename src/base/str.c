// SPDX-License-Identifier: MIT
#include "base/str.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static noreturn void out_of_memory(void)
{
	/* No formatting here: it would allocate. */
	fputs("hwflavor: out of memory; close other programs or add swap space\n", stderr);
	exit(EXIT_REQUEST);
}

void *xcalloc(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size ? size : 1);

	if (!memory)
		out_of_memory();
	return memory;
}

void *xreallocarray(void *old, size_t count, size_t size)
{
	void *memory = reallocarray(old, count ? count : 1, size);

	if (!memory)
		out_of_memory();
	return memory;
}

char *xstrdup(const char *text)
{
	return xstrndup(text, strlen(text));
}

char *xstrndup(const char *text, size_t length)
{
	char *copy = xcalloc(length + 1, 1);

	memcpy(copy, text, length);
	return copy;
}

char *str_format(const char *format, ...)
{
	va_list arguments;
	struct str str = {0};

	va_start(arguments, format);
	str_add_va(&str, format, arguments);
	va_end(arguments);
	return str_take(&str);
}

static void str_reserve(struct str *str, size_t more)
{
	size_t needed = str->length + more + 1;

	if (needed <= str->room)
		return;
	size_t room = str->room ? str->room : 64;
	while (room < needed)
		room *= 2;
	str->text = xreallocarray(str->text, room, 1);
	str->room = room;
}

void str_add_va(struct str *str, const char *format, va_list arguments)
{
	va_list again;

	va_copy(again, arguments);
	int length = vsnprintf(NULL, 0, format, arguments);
	if (length < 0)
		out_of_memory();
	str_reserve(str, (size_t)length);
	vsnprintf(str->text + str->length, (size_t)length + 1, format, again);
	str->length += (size_t)length;
	va_end(again);
}

void str_add(struct str *str, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	str_add_va(str, format, arguments);
	va_end(arguments);
}

void str_add_bytes(struct str *str, const char *bytes, size_t length)
{
	str_reserve(str, length);
	memcpy(str->text + str->length, bytes, length);
	str->length += length;
	str->text[str->length] = '\0';
}

char *str_take(struct str *str)
{
	char *text = str->text ? str->text : xstrdup("");

	*str = (struct str){0};
	return text;
}

void str_free(struct str *str)
{
	free(str->text);
	*str = (struct str){0};
}

void strlist_add_taken(struct strlist *list, char *text)
{
	if (list->count == list->room) {
		list->room = list->room ? list->room * 2 : 8;
		list->items = xreallocarray(list->items, list->room, sizeof(*list->items));
	}
	list->items[list->count++] = text;
}

void strlist_add(struct strlist *list, const char *text)
{
	strlist_add_taken(list, xstrdup(text));
}

void strlist_add_all(struct strlist *list, const struct strlist *more)
{
	for (size_t i = 0; i < more->count; i++)
		strlist_add(list, more->items[i]);
}

bool strlist_has(const struct strlist *list, const char *text)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->items[i], text) == 0)
			return true;
	return false;
}

char *strlist_join(const struct strlist *list, const char *separator)
{
	struct str str = {0};

	for (size_t i = 0; i < list->count; i++)
		str_add(&str, "%s%s", i > 0 ? separator : "", list->items[i]);
	return str_take(&str);
}

static int compare_items(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void strlist_sort(struct strlist *list)
{
	if (list->count > 1)
		qsort(list->items, list->count, sizeof(*list->items), compare_items);
}

void strlist_free(struct strlist *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->items[i]);
	free(list->items);
	*list = (struct strlist){0};
}

static const char white_space[] = " \t\n\r\f\v";

void strlist_add_words(struct strlist *list, const char *text)
{
	for (;;) {
		text += strspn(text, white_space);
		size_t length = strcspn(text, white_space);
		if (length == 0)
			return;
		strlist_add_taken(list, xstrndup(text, length));
		text += length;
	}
}

/* Reads one quoted part after its opening quote; returns what follows the closing one, or NULL. */
static const char *add_quoted(struct str *word, const char *text, char quote)
{
	for (; *text != '\0' && *text != quote; text++) {
		/* Within double quotes a backslash is special before these characters only. */
		if (quote == '"' && *text == '\\' && text[1] != '\0' && strchr("\"\\$`\n", text[1]))
			if (*++text == '\n')
				continue;
		str_add_bytes(word, text, 1);
	}
	return *text == quote ? text + 1 : NULL;
}

bool strlist_add_shell_words(struct strlist *list, const char *text)
{
	static const char blanks[] = " \t\n";

	for (;;) {
		struct str word = {0};

		/* A backslash at the end of a line joins it with the next one. */
		while (*text != '\0' && (strchr(blanks, *text) || starts_with(text, "\\\n")))
			text += *text == '\\' ? 2 : 1;
		if (*text == '\0')
			return true;
		while (*text != '\0' && !strchr(blanks, *text)) {
			if (starts_with(text, "\\\n")) {
				text += 2;
			} else if (*text == '\'' || *text == '"') {
				text = add_quoted(&word, text + 1, *text);
				if (!text) {
					str_free(&word);
					return false;
				}
			} else {
				if (*text == '\\' && text[1] != '\0')
					text++;
				str_add_bytes(&word, text++, 1);
			}
		}
		strlist_add_taken(list, str_take(&word));
	}
}

char *shell_quote(const char *text)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	                            "0123456789@%_-+=:,./";
	struct str str = {0};

	if (*text != '\0' && text[strspn(text, plain)] == '\0')
		return xstrdup(text);
	str_add(&str, "'");
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			str_add(&str, "'\\''");
		else
			str_add_bytes(&str, text, 1);
	}
	str_add(&str, "'");
	return str_take(&str);
}

char *shell_join(const struct strlist *list)
{
	struct str str = {0};

	for (size_t i = 0; i < list->count; i++) {
		char *word = shell_quote(list->items[i]);
		str_add(&str, "%s%s", i > 0 ? " " : "", word);
		free(word);
	}
	return str_take(&str);
}

bool starts_with(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool ends_with(const char *text, const char *suffix)
{
	size_t length = strlen(text), tail = strlen(suffix);

	return length >= tail && strcmp(text + length - tail, suffix) == 0;
}

/* Levenshtein's distance, by rows. */
static size_t edit_distance(const char *a, const char *b)
{
	size_t width = strlen(b);
	size_t *row = xcalloc(width + 1, sizeof(*row));

	for (size_t j = 0; j <= width; j++)
		row[j] = j;
	for (size_t i = 1; *a != '\0'; i++, a++) {
		size_t diagonal = row[0];
		row[0] = i;
		for (size_t j = 1; j <= width; j++) {
			size_t best = diagonal + (*a != b[j - 1]);
			diagonal = row[j];
			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			row[j] = best;
		}
	}
	size_t distance = row[width];
	free(row);
	return distance;
}

const char *did_you_mean(const char *text, const struct strlist *candidates)
{
	size_t limit = strlen(text) / 3 + 1;
	const char *nearest = NULL;

	/* A name of this length is no slip, and the distance of long texts costs their product. */
	if (strlen(text) > 64)
		return NULL;
	if (limit > 3)
		limit = 3;
	for (size_t i = 0; i < candidates->count; i++) {
		size_t distance = edit_distance(text, candidates->items[i]);
		if (distance <= limit) {
			limit = distance > 0 ? distance - 1 : 0;
			nearest = candidates->items[i];
			if (distance == 0)
				break;
		}
	}
	return nearest;
}
