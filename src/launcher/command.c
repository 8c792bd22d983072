// SPDX-License-Identifier: MIT
#include "launcher/command.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"

/* Response files in response files: GCC gives up after 2000, which only a circle reaches. */
enum { RESPONSE_LIMIT = 16 * 1024 * 1024, RESPONSE_DEPTH = 32 };

/* The options of GCC and clang whose argument is a word of its own (some take it joined, too). */
static const char *const with_argument[] = {
    "-A",
    "-B",
    "-D",
    "-G",
    "-I",
    "-L",
    "-MF",
    "-MQ",
    "-MT",
    "-T",
    "-U",
    "-Xanalyzer",
    "-Xarch_device",
    "-Xarch_host",
    "-Xassembler",
    "-Xclang",
    "-Xlinker",
    "-Xopenmp-target",
    "-Xpreprocessor",
    "-arch",
    "-aux-info",
    "-dumpbase",
    "-dumpbase-ext",
    "-dumpdir",
    "-e",
    "-framework",
    "-h",
    "-idirafter",
    "-imacros",
    "-imultilib",
    "-include",
    "-include-pch",
    "-iprefix",
    "-iquote",
    "-isysroot",
    "-isystem",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-l",
    "-mllvm",
    "-o",
    "-target",
    "-u",
    "-wrapper",
    "-x",
    "-z",
    "--param",
    "--sysroot",
    "--language",
    "--output",
    "--include",
    "--imacros",
    "--define-macro",
    "--undefine-macro",
    "--include-directory",
};

static bool takes_argument(const char *word)
{
	for (size_t i = 0; i < sizeof(with_argument) / sizeof(with_argument[0]); i++)
		if (strcmp(word, with_argument[i]) == 0)
			return true;
	return false;
}

/* What GCC's manual lists as a file's language by its end. */
static const struct {
	const char *end;
	bool cxx;
} source_ends[] = {
    {".c", false},  {".i", false},  {".m", false},  {".mi", false},  {".s", false},
    {".S", false},  {".sx", false}, {".cc", true},  {".cp", true},   {".cxx", true},
    {".cpp", true}, {".CPP", true}, {".c++", true}, {".C", true},    {".ii", true},
    {".mm", true},  {".M", true},   {".mii", true}, {".cppm", true},
};

static bool is_source(const char *word, bool *cxx)
{
	const char *name = path_name(word), *end = strrchr(name, '.');

	for (size_t i = 0; end && i < sizeof(source_ends) / sizeof(source_ends[0]); i++)
		if (strcmp(end, source_ends[i].end) == 0) {
			*cxx = source_ends[i].cxx;
			return true;
		}
	return false;
}

/* GCC's own rules for a response file: white space parts words, quotes and backslashes as usual. */
static void add_words(struct strlist *words, const char *word, unsigned depth)
{
	struct error ignored = {0};
	char *text = word[0] == '@' && depth < RESPONSE_DEPTH
	                 ? file_read(word + 1, RESPONSE_LIMIT, NULL, &ignored)
	                 : NULL;
	struct strlist inner = {0};

	error_clear(&ignored);
	if (!text) {
		strlist_add(words, word);
		return;
	}
	strlist_add_shell_words(&inner, text);
	for (size_t i = 0; i < inner.count; i++)
		add_words(words, inner.items[i], depth + 1);
	strlist_free(&inner);
	free(text);
}

bool lto_after(bool before, const char *flag)
{
	if (strcmp(flag, "-flto") == 0 || starts_with(flag, "-flto="))
		return strcmp(flag, "-flto=none") != 0;
	return before && strcmp(flag, "-fno-lto") != 0;
}

static bool stops_before_link(const char *word)
{
	static const char *const options[] = {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (strcmp(word, options[i]) == 0)
			return true;
	return false;
}

static void add_source(struct command *command, size_t index, bool cxx)
{
	command->sources =
	    xreallocarray(command->sources, command->source_count + 1, sizeof(*command->sources));
	command->sources[command->source_count++] = (struct command_source){index, cxx};
}

/* Reads the word at index, and the next one where that is its argument. Returns the last read. */
static size_t parse_word(struct command *command, size_t index, const char **language)
{
	const char *word = command->words.items[index];
	bool cxx = false;

	if (word[0] != '-' || word[1] == '\0') {
		if (*language) {
			if (strcmp(word, "-") != 0)
				add_source(command, index, strstr(*language, "c++") != NULL);
		} else if (is_source(word, &cxx)) {
			add_source(command, index, cxx);
		}
		return index;
	}
	if (strcmp(word, "-o") == 0 && index + 1 < command->words.count)
		command->output = index + 1;
	if (starts_with(word, "-x") && (word[2] != '\0' || index + 1 < command->words.count))
		*language = word[2] != '\0' ? word + 2 : command->words.items[index + 1];
	if (*language && strcmp(*language, "none") == 0)
		*language = NULL;
	if (stops_before_link(word))
		command->links = false;
	command->lto = lto_after(command->lto, word);
	return takes_argument(word) && index + 1 < command->words.count ? index + 1 : index;
}

void command_parse(struct command *command, char *const arguments[])
{
	const char *language = NULL;

	*command = (struct command){.links = true};
	for (size_t i = 0; arguments[i]; i++) {
		if (i == 0)
			strlist_add(&command->words, arguments[i]);
		else
			add_words(&command->words, arguments[i], 0);
	}
	command->options_end = command->words.count;
	for (size_t i = 1; i < command->words.count; i++) {
		if (strcmp(command->words.items[i], "--") == 0) {
			command->options_end = i;
			continue;
		}
		i = parse_word(command, i, &language);
	}
}

void command_free(struct command *command)
{
	strlist_free(&command->words);
	free(command->sources);
	*command = (struct command){0};
}
