// SPDX-License-Identifier: MIT
/*
 * hwflavor-cc COMPILER ARG...: runs the compiler. Where it compiles a file of which the package's
 * Files paragraphs have something to say, their flags are appended; otherwise the compiler gets
 * the very same arguments. HWFLAVOR_FILES names the file with the rules (rules.h); empty: none.
 *
 * It stands in front of CC and CXX, and in front of any other launcher (ccache, distcc, icecc),
 * which then sees the flags as if the makefile had passed them. Under the name of a compiler or of
 * such a launcher it stands in front of the next one of that name (disguise.h).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "launcher/command.h"
#include "launcher/disguise.h"
#include "launcher/rules.h"

struct launch {
	struct command command;
	struct rules rules;
	struct strlist *flags; /* of each source */
	char *objects; /* a folder for objects of sources that are linked at once, or NULL */
};

static _Noreturn void execute(char *const arguments[])
{
	execvp(arguments[0], arguments);
	fprintf(stderr, "hwflavor-cc: %s: %s\n", arguments[0], strerror(errno));
	_exit(errno == ENOENT ? 127 : 126);
}

static _Noreturn void refuse(const char *text)
{
	fprintf(stderr, "hwflavor-cc: %s\n", text);
	exit(1);
}

/* Runs words and returns the exit status. */
static int run(const struct strlist *words)
{
	char **arguments = xcalloc(words->count + 1, sizeof(*arguments));
	int status = 0;

	memcpy(arguments, words->items, words->count * sizeof(*arguments));
	pid_t child = fork();
	if (child == 0)
		execute(arguments);
	free(arguments);
	if (child < 0)
		refuse("no process can be started; see the limits of this user");
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static bool same_flags(const struct strlist *a, const struct strlist *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (strcmp(a->items[i], b->items[i]) != 0)
			return false;
	return true;
}

/* A tuned file that is compiled at the end of the link, together with others, gets their flags. */
static void check_lto(const struct launch *launch, size_t source)
{
	const char *path = launch->command.words.items[launch->command.sources[source].index];
	bool assembler = ends_with(path, ".s") || ends_with(path, ".S") || ends_with(path, ".sx");
	bool lto = launch->command.lto && !assembler;

	for (size_t i = 0; i < launch->flags[source].count; i++)
		lto = lto_after(lto, launch->flags[source].items[i]);
	if (!lto)
		return;
	char *text = str_format(
	    "%s: -flto would merge it with files that do not get its flags (those of its Files "
	    "paragraph); add -fno-lto to the paragraph's Cflags, or build without -flto",
	    path);
	refuse(text);
}

/* The index of a word among the sources, or their number. */
static size_t source_at(const struct command *command, size_t index)
{
	size_t i = 0;

	while (i < command->source_count && command->sources[i].index != index)
		i++;
	return i;
}

/*
 * Compiles one of several sources alone, with its flags. Where the command links, into an object
 * file of ours that takes its place in the link.
 */
static int compile_one(struct launch *launch, size_t source)
{
	struct command *command = &launch->command;
	struct strlist words = {0};
	char *object = NULL;

	for (size_t i = 0; i < command->words.count; i++) {
		size_t other = source_at(command, i);
		bool is_output = command->links && command->output > 0 &&
		                 (i == command->output || i + 1 == command->output);

		if (i == command->options_end)
			strlist_add_all(&words, &launch->flags[source]);
		if ((other == command->source_count || other == source) && !is_output)
			strlist_add(&words, command->words.items[i]);
	}
	if (command->options_end == command->words.count)
		strlist_add_all(&words, &launch->flags[source]);
	if (command->links) {
		object = str_format("%s/%zu.o", launch->objects, source);
		strlist_add(&words, "-c");
		strlist_add(&words, "-o");
		strlist_add(&words, object);
	}
	int status = run(&words);
	if (object) {
		size_t index = command->sources[source].index;

		free(command->words.items[index]);
		command->words.items[index] = object;
	}
	strlist_free(&words);
	return status;
}

/* Several sources in one command that are to get different flags. */
static int compile_apart(struct launch *launch)
{
	const struct command *command = &launch->command;
	struct error ignored = {0};
	int status = 0;

	if (command->links) {
		launch->objects = dir_make_temporary("hwflavor-cc", &ignored);
		if (!launch->objects)
			refuse(ignored.text);
	}
	for (size_t i = 0; i < command->source_count && status == 0; i++)
		if (!command->links || launch->flags[i].count > 0)
			status = compile_one(launch, i);
	if (command->links && status == 0)
		status = run(&command->words);
	if (launch->objects)
		tree_remove(launch->objects, &ignored);
	error_clear(&ignored);
	return status;
}

/* The command as it came (response files unread), and the flags. */
static _Noreturn void execute_with_flags(char *const arguments[], const struct strlist *flags)
{
	struct strlist words = {0};
	bool added = false;

	for (size_t i = 0; arguments[i]; i++) {
		if (!added && strcmp(arguments[i], "--") == 0) {
			strlist_add_all(&words, flags);
			added = true;
		}
		strlist_add(&words, arguments[i]);
	}
	if (!added)
		strlist_add_all(&words, flags);
	char **all = xcalloc(words.count + 1, sizeof(*all));
	memcpy(all, words.items, words.count * sizeof(*all));
	execute(all);
}

int main(int argc, char **argv)
{
	struct launch launch = {0};
	struct error error = {0};
	bool any = false, same = true;

	bool disguised = argc > 0 && is_disguised(argv[0]);
	char **compiler = disguised ? argv : argv + 1;

	if (disguised && disguise_drop(argv, &error) != 0)
		refuse(error.text);
	if (!disguised && argc < 2)
		refuse("no compiler is given; hwflavor build puts it in front of one");
	const char *file = getenv("HWFLAVOR_FILES");
	if (!file)
		refuse("HWFLAVOR_FILES is not set, so that the flags of single files would be "
		       "lost; build with hwflavor build");
	if (file[0] == '\0')
		execute(compiler);
	command_parse(&launch.command, compiler);
	if (launch.command.source_count == 0)
		execute(compiler);
	if (rules_read(&launch.rules, file, &error) != 0)
		refuse(error.text);
	launch.flags = xcalloc(launch.command.source_count, sizeof(*launch.flags));
	for (size_t i = 0; i < launch.command.source_count; i++) {
		const struct command_source *source = &launch.command.sources[i];

		if (rules_match(&launch.rules, launch.command.words.items[source->index],
		                source->cxx, &launch.flags[i]) &&
		    launch.flags[i].count > 0) {
			check_lto(&launch, i);
			any = true;
		}
		same = same && same_flags(&launch.flags[0], &launch.flags[i]);
	}
	if (!any)
		execute(compiler);
	if (same)
		execute_with_flags(compiler, &launch.flags[0]);
	return compile_apart(&launch);
}
