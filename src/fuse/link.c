// SPDX-License-Identifier: MIT
#include "fuse/link.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/map.h"
#include "base/process.h"
#include "fuse/archive.h"

enum {
	RECORD_LIMIT = 16 * 1024 * 1024,
	RESPONSE_DEPTH = 32,
	OUTPUT_LIMIT = 64 * 1024 * 1024,
};

/* GCC's rules for a response file: white space parts words, quotes and backslashes as in a shell.
 */
static void add_word(struct link *link, const char *word, unsigned depth)
{
	struct error ignored = {0};
	struct strlist inner = {0};
	char *path = NULL, *text = NULL;

	if (word[0] == '@' && depth < RESPONSE_DEPTH) {
		path = word[1] == '/' ? xstrdup(word + 1) : path_join(link->folder, word + 1);
		text = file_read(path, RECORD_LIMIT, NULL, &ignored);
		error_clear(&ignored);
	}
	if (text) {
		strlist_add_shell_words(&inner, text);
		for (size_t i = 0; i < inner.count; i++)
			add_word(link, inner.items[i], depth + 1);
	} else {
		strlist_add(&link->words, word);
	}
	strlist_free(&inner);
	free(text);
	free(path);
}

/* The place of -o's file in a command, or 0. */
static size_t output_index(const struct strlist *words)
{
	size_t found = 0;

	for (size_t i = 1; i + 1 < words->count; i++)
		if (strcmp(words->items[i], "-o") == 0)
			found = i + 1;
	return found;
}

static int parse(struct link *link, const char *file, const char *text, size_t length,
                 struct error *error)
{
	size_t at = 0;

	if (length == 0 || text[length - 1] != '\0' || text[0] != '/')
		return error_at(error, file, 0, "is no recorded link; build the library anew");
	while (at < length) {
		if (!link->folder)
			link->folder = xstrdup(text);
		else
			add_word(link, text + at, 0);
		at += strlen(text + at) + 1;
	}
	size_t output = output_index(&link->words);
	if (output == 0)
		return error_at(error, file, 0,
		                "is a link without -o FILE; build the library anew");
	const char *name = link->words.items[output];
	char *path = name[0] == '/' ? xstrdup(name) : path_join(link->folder, name);
	link->output = path_absolute(path);
	free(path);
	return 0;
}

int link_read(struct link *link, const char *file, struct error *error)
{
	size_t length;
	char *text = file_read(file, RECORD_LIMIT, &length, error);

	*link = (struct link){0};
	if (!text)
		return -1;
	int result = parse(link, file, text, length, error);
	free(text);
	if (result != 0)
		link_free(link);
	return result;
}

void link_free(struct link *link)
{
	free(link->folder);
	free(link->output);
	strlist_free(&link->words);
	*link = (struct link){0};
}

/* How much a line is like a complaint: a name alone is one of the files that were read. */
static int likeness(const char *line)
{
	return strstr(line, " error: ") ? 2 : strstr(line, ": ") != NULL;
}

/*
 * The line of a failed command's output that says why: the compiler's error, or the first that is
 * neither the driver's closing word nor the linker's "in function". Caller frees.
 */
static char *complaint(const char *output)
{
	char *copy = xstrdup(output), *rest = copy, *best = NULL;

	for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
		if (line[0] == '\0' || starts_with(line, "collect2:") || ends_with(line, "':"))
			continue;
		if (!best || likeness(line) > likeness(best))
			best = line;
	}
	best = xstrdup(best ? best : "");
	free(copy);
	return best;
}

int link_run(const struct link *link, const struct strlist *command, const char *what,
             char **output, struct error *error)
{
	static const char *const start[] = {"env", "-C", NULL, "LC_ALL=C"};
	enum { START = sizeof(start) / sizeof(start[0]) };
	const char **arguments = xcalloc(START + command->count + 1, sizeof(*arguments));
	char *text = NULL;

	memcpy(arguments, start, sizeof(start));
	arguments[2] = link->folder;
	for (size_t i = 0; i < command->count; i++)
		arguments[START + i] = command->items[i];
	int result = process_run(arguments, &text, OUTPUT_LIMIT, NULL, error);
	if (result > 0) {
		char *why = complaint(text);
		result = error_set(error, "%s: %s", what, why[0] ? why : command->items[0]);
		free(why);
	}
	free(arguments);
	if (output && result == 0)
		*output = text;
	else
		free(text);
	return result;
}

/* Words that would write a file of the package's own again. */
static bool writes_aside(const char *word)
{
	return starts_with(word, "-Map") || starts_with(word, "--Map") ||
	       starts_with(word, "--dependency-file") || starts_with(word, "--print-map") ||
	       strcmp(word, "-M") == 0;
}

void link_add_compiler(const struct link *link, struct strlist *command)
{
	const struct strlist *words = &link->words;

	strlist_add(command, words->items[0]);
	for (size_t i = 1; i < words->count; i++)
		if (starts_with(words->items[i], "-m") ||
		    starts_with(words->items[i], "--sysroot=") ||
		    starts_with(words->items[i], "-specs=") || starts_with(words->items[i], "-B"))
			strlist_add(command, words->items[i]);
}

/* What start files are called; the compiler driver adds them, or libtool in its stead. */
static bool is_start_file(const char *path)
{
	const char *name = path_name(path);

	return starts_with(name, "crt") && ends_with(name, ".o");
}

/* "(ARCHIVE)MEMBER": the n-th member of that name that is taken is the n-th that is there. */
static int add_member(struct link_inputs *inputs, const char *line, const char *folder,
                      const char *scratch, struct map *seen, struct error *error)
{
	const char *end = strrchr(line, ')');

	if (!end || end[1] == '\0')
		return 0;
	char *archive = xstrndup(line + 1, (size_t)(end - line - 1));
	char *path = archive[0] == '/' ? xstrdup(archive) : path_join(folder, archive);
	char *to = str_format("%s/%zu-%s", scratch, inputs->objects.count, path_name(end + 1));
	size_t earlier = (size_t)map_get(seen, line);
	int result = archive_extract(path, end + 1, earlier, to, error);

	map_set(seen, line, (void *)(earlier + 1));
	if (result == 0) {
		strlist_add(&inputs->objects, to);
		if (!strlist_has(&inputs->replaced, archive))
			strlist_add(&inputs->replaced, archive);
	}
	free(to);
	free(path);
	free(archive);
	return result;
}

/* A line is the file as the linker was told it, relative to the folder; other lines are warnings.
 */
static void add_file(struct link_inputs *inputs, const char *line, const char *folder)
{
	char *path = line[0] == '/' ? xstrdup(line) : path_join(folder, line);
	enum file_form form = path_is_file(path) ? file_form(path) : FORM_OTHER;

	if (form == FORM_OBJECT && !is_start_file(path)) {
		strlist_add(&inputs->objects, path);
		if (!strlist_has(&inputs->replaced, line))
			strlist_add(&inputs->replaced, line);
	} else if (form == FORM_THIN_ARCHIVE && !strlist_has(&inputs->replaced, line)) {
		/* Its members follow as files of their own. */
		strlist_add(&inputs->replaced, line);
	}
	free(path);
}

/* Sources that the link compiles itself: -save-temps keeps their object files. */
static void add_sources(const struct link *link, struct link_inputs *inputs)
{
	static const char *const ends[] = {".c",  ".i",   ".s",   ".S", ".sx",
	                                   ".cc", ".cpp", ".cxx", ".C"};

	for (size_t i = 1; i < link->words.count; i++)
		for (size_t j = 0; j < sizeof(ends) / sizeof(ends[0]); j++)
			if (link->words.items[i][0] != '-' &&
			    ends_with(link->words.items[i], ends[j]))
				strlist_add(&inputs->replaced, link->words.items[i]);
}

int link_find_inputs(const struct link *link, const char *scratch, struct link_inputs *inputs,
                     struct error *error)
{
	static const char *const more[] = {"-nostdlib",
	                                   "-nostartfiles",
	                                   "-nodefaultlibs",
	                                   "-fno-lto",
	                                   "-save-temps=obj",
	                                   "-Wl,--trace,--trace",
	                                   "-Wl,--unresolved-symbols=ignore-all"};
	struct link_inputs none = {0};
	struct strlist nothing = {0}, command = {0};
	struct map seen = {0};
	char *output = str_format("%s/traced", scratch), *trace = NULL, *rest;
	char *what = str_format("%s: cannot be linked again", link->output);

	link_replace(link, &none, &nothing, output, &command);
	for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); i++)
		strlist_add(&command, more[i]);
	int result = link_run(link, &command, what, &trace, error);
	rest = trace;
	for (char *line; result == 0 && (line = strsep(&rest, "\n")) != NULL;)
		if (line[0] == '(')
			result = add_member(inputs, line, link->folder, scratch, &seen, error);
		else
			add_file(inputs, line, link->folder);
	if (result == 0 && inputs->objects.count == 0)
		result = error_at(error, link->output, 0,
		                  "the linker names no object file that it is made of; build the "
		                  "library anew");
	add_sources(link, inputs);
	tree_remove(output, error);
	map_free(&seen, NULL);
	strlist_free(&command);
	free(what);
	free(trace);
	free(output);
	return result;
}

void link_inputs_free(struct link_inputs *inputs)
{
	strlist_free(&inputs->objects);
	strlist_free(&inputs->replaced);
}

/* Whether "-lNAME" stands for one of the archives that are replaced. */
static bool is_replaced_library(const struct link_inputs *inputs, const char *name)
{
	char *file = name[0] == ':' ? xstrdup(name + 1) : str_format("lib%s.a", name);
	bool found = false;

	for (size_t i = 0; i < inputs->replaced.count && !found; i++)
		found = strcmp(path_name(inputs->replaced.items[i]), file) == 0;
	free(file);
	return found;
}

struct replacement {
	const struct link_inputs *inputs;
	const struct strlist *objects;
	struct strlist *command;
	bool placed;
};

static void place(struct replacement *replacement)
{
	if (!replacement->placed)
		strlist_add_all(replacement->command, replacement->objects);
	replacement->placed = true;
}

/* "-Wl,A,B": the linker's own words, of which some may go. */
static void replace_linker_words(struct replacement *replacement, const char *word)
{
	struct str kept = {0};
	char *copy = xstrdup(word + strlen("-Wl,")), *rest = copy;
	bool skip = false;

	for (char *part; (part = strsep(&rest, ",")) != NULL;) {
		if (skip) {
			skip = false;
		} else if (strlist_has(&replacement->inputs->replaced, part)) {
			place(replacement);
		} else if (writes_aside(part)) {
			skip = strcmp(part, "-Map") == 0 || strcmp(part, "--Map") == 0 ||
			       strcmp(part, "--dependency-file") == 0;
		} else {
			str_add(&kept, ",%s", part);
		}
	}
	if (kept.length > 0)
		strlist_add_taken(replacement->command, str_format("-Wl%s", kept.text));
	str_free(&kept);
	free(copy);
}

void link_replace(const struct link *link, const struct link_inputs *inputs,
                  const struct strlist *objects, const char *output, struct strlist *command)
{
	const struct strlist *words = &link->words;
	size_t output_at = output_index(words);
	struct replacement replacement = {inputs, objects, command, false};

	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->items[i];

		if (i == 0)
			strlist_add(command, word);
		else if (i == output_at)
			strlist_add(command, output);
		else if (strlist_has(&inputs->replaced, word))
			place(&replacement);
		else if (starts_with(word, "-Wl,"))
			replace_linker_words(&replacement, word);
		else if (strcmp(word, "-Xlinker") == 0 && i + 1 < words->count &&
		         strlist_has(&inputs->replaced, words->items[i + 1]))
			place(&replacement), i++;
		else if (starts_with(word, "-l") && word[2] != '\0' &&
		         is_replaced_library(inputs, word + 2))
			place(&replacement);
		else if (strcmp(word, "-l") == 0 && i + 1 < words->count &&
		         is_replaced_library(inputs, words->items[i + 1]))
			place(&replacement), i++;
		else
			strlist_add(command, word);
	}
	place(&replacement);
}
