// SPDX-License-Identifier: MIT
/*
 * Any bytes, read by hwflavor-cc: up to the first empty line as BUILD/FLAVOR/files, the next part,
 * up to another, as a response file, and the rest as a compiler's arguments, one a line. No access
 * outside them, no leak, and every index it gives is one of a word.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "launcher/command.h"
#include "launcher/rules.h"

static char *folder, *rules_file, *response;

static void remove_folder(void)
{
	struct error ignored = {0};

	tree_remove(folder, &ignored);
	error_clear(&ignored);
	free(folder);
	free(rules_file);
	free(response);
}

static void make_folder(void)
{
	struct error error = {0};

	if (folder)
		return;
	folder = dir_make_temporary("hwflavor-fuzz", &error);
	require(folder != NULL);
	rules_file = path_join(folder, "files");
	response = path_join(folder, "response");
	atexit(remove_folder);
}

/* The bytes before an empty line, which rest is moved past. */
static size_t part(const char **rest, size_t *size)
{
	const char *end = *size > 0 ? memmem(*rest, *size, "\n\n", 2) : NULL;
	size_t length = end ? (size_t)(end - *rest) : *size;
	size_t step = end ? length + 2 : length;

	*rest += step;
	*size -= step;
	return length;
}

static void write_part(const char *path, const char **rest, size_t *size)
{
	const char *begin = *rest;
	size_t length = part(rest, size);
	FILE *out = fopen(path, "w");

	require(out && fwrite(begin, 1, length, out) == length && fclose(out) == 0);
}

/* A line "@" is the response file. */
static char **arguments_of(char *text, struct strlist *words)
{
	strlist_add(words, "cc");
	for (char *rest = text, *line; (line = strsep(&rest, "\n")) != NULL;) {
		char *file = str_format("@%s", response);

		/* Other response files would be files of this machine. */
		if (line[0] != '@' || line[1] == '\0')
			strlist_add(words, strcmp(line, "@") == 0 ? file : line);
		free(file);
	}
	char **arguments = xcalloc(words->count + 1, sizeof(*arguments));
	memcpy(arguments, words->items, words->count * sizeof(*arguments));
	return arguments;
}

static void check(const struct command *command)
{
	size_t last = 0;

	require(command->words.count > 0 && strcmp(command->words.items[0], "cc") == 0);
	require(command->output < command->words.count);
	require(command->options_end > 0 && command->options_end <= command->words.count);
	for (size_t i = 0; i < command->source_count; i++) {
		require(command->sources[i].index > last);
		last = command->sources[i].index;
		require(last < command->words.count && last != command->output);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	const char *rest = (const char *)bytes;
	struct command command;
	struct rules rules = {0};
	struct strlist words = {0};
	struct error error = {0};

	make_folder();
	write_part(rules_file, &rest, &size);
	write_part(response, &rest, &size);
	char *text = strndup(rest, size);
	char **arguments = arguments_of(text, &words);

	command_parse(&command, arguments);
	check(&command);
	int result = rules_read(&rules, rules_file, &error);
	require((result == 0) == (error.text == NULL));
	require(!error.text || !strpbrk(error.text, "\n\r\033"));
	for (size_t i = 0; result == 0 && i < command.source_count; i++) {
		struct strlist flags = {0};
		const struct command_source *source = &command.sources[i];
		bool any =
		    rules_match(&rules, command.words.items[source->index], source->cxx, &flags);

		require(any || flags.count == 0);
		strlist_free(&flags);
	}
	rules_free(&rules);
	command_free(&command);
	strlist_free(&words);
	free(arguments);
	free(text);
	error_clear(&error);
	return 0;
}
