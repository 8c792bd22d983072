// SPDX-License-Identifier: MIT
#include "measure/bed.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

/* What LD_DEBUG=libs prints for one process is far below. */
enum { TAKEN_LIMIT = 64 * 1024 * 1024 };

static int link_to(const char *file, const char *dir, const char *name, struct error *error)
{
	char *path = path_join(dir, name);
	int result = symlink(file, path);

	if (result != 0)
		error_set(error, "%s:", path);
	free(path);
	return result;
}

int bed_make(struct bed *bed, const char *top, unsigned number, const char *directory,
             struct error *error)
{
	char *own = str_format("%s/%02u", top, number);

	bed->dir = path_join(own, "lib");
	bed->taken = path_join(own, "taken");
	bed->expected =
	    strcmp(directory, ".") == 0 ? xstrdup(bed->dir) : path_join(bed->dir, directory);
	int result = tree_remove(own, error);
	if (result == 0)
		result = dir_make(bed->taken, error);
	if (result == 0)
		result = dir_make(bed->expected, error);
	for (size_t i = 0; i < bed->count && result == 0; i++) {
		const struct bed_library *library = &bed->libraries[i];
		bool same = strcmp(directory, ".") == 0;

		if (!same || !library->copy)
			result = link_to(library->baseline, bed->dir, library->soname, error);
		if (result == 0 && library->copy)
			result = link_to(library->copy, bed->expected, library->soname, error);
	}
	free(own);
	return result;
}

void bed_environment(const struct bed *bed, bool first, struct strlist *environment)
{
	const char *given = getenv("LD_LIBRARY_PATH");

	strlist_add_taken(environment,
	                  str_format("LD_LIBRARY_PATH=%s%s%s", bed->dir,
	                             given && given[0] != '\0' ? ":" : "", given ? given : ""));
	if (bed->choice)
		strlist_add(environment, bed->choice);
	if (!first)
		return;
	strlist_add(environment, "LD_DEBUG=libs");
	strlist_add_taken(environment, str_format("LD_DEBUG_OUTPUT=%s/process", bed->taken));
}

/* What a loader says in the course of one process. */
struct taking {
	const struct bed *bed;
	const char *command;
	char **files; /* of each library: what was tried last */
	bool any;
	struct error *error;
};

static void take_line(struct taking *taking, const char *line)
{
	static const char *const says[] = {"trying file=", "calling init: "};

	for (size_t i = 0; i < sizeof(says) / sizeof(says[0]); i++) {
		const char *at = strstr(line, says[i]);

		if (!at)
			continue;
		at += strlen(says[i]);
		for (size_t j = 0; j < taking->bed->count; j++) {
			if (strcmp(path_name(at), taking->bed->libraries[j].soname) != 0)
				continue;
			free(taking->files[j]);
			taking->files[j] = xstrdup(at);
		}
	}
}

/* Where a library's copy must come from: the flavor's folder, or the baseline's if it has none. */
static int judge_taken(struct taking *taking)
{
	const struct bed *bed = taking->bed;

	for (size_t i = 0; i < bed->count; i++) {
		const struct bed_library *library = &bed->libraries[i];
		char *expected =
		    path_join(library->copy ? bed->expected : bed->dir, library->soname);
		bool right = !taking->files[i] || strcmp(taking->files[i], expected) == 0;

		if (taking->files[i] && right && library->copy)
			taking->any = true;
		if (!right)
			error_set(taking->error,
			          "'%s' loads %s, not the copy that is measured, %s; keep it from "
			          "that (an RPATH, or a script that sets LD_LIBRARY_PATH?)",
			          taking->command, taking->files[i], expected);
		free(expected);
		if (!right)
			return -1;
	}
	return 0;
}

static int take_process(const struct tree_entry *entry, void *data, struct error *error)
{
	struct taking *taking = data;
	char *path = path_join(taking->bed->taken, entry->path);
	char *text = file_read(path, TAKEN_LIMIT, NULL, error), *rest = text;
	int result = text ? 0 : -1;

	free(path);
	taking->files = xcalloc(taking->bed->count, sizeof(*taking->files));
	for (char *line; text && (line = strsep(&rest, "\n")) != NULL;)
		take_line(taking, line);
	if (result == 0)
		result = judge_taken(taking);
	for (size_t i = 0; i < taking->bed->count; i++)
		free(taking->files[i]);
	free(taking->files);
	free(text);
	return result;
}

int bed_check(const struct bed *bed, const char *command, struct error *error)
{
	struct taking taking = {.bed = bed, .command = command, .error = error};
	int result = tree_walk(bed->taken, take_process, &taking, error);

	if (result == 0 && !taking.any)
		result = error_set(
		    error,
		    "'%s' loads none of the libraries that are measured (%s, ...); is it a "
		    "program that uses them, and not linked statically?",
		    command, bed->count > 0 ? bed->libraries[0].soname : "none");
	return result;
}

void bed_free(struct bed *bed)
{
	for (size_t i = 0; i < bed->count; i++) {
		free(bed->libraries[i].soname);
		free(bed->libraries[i].baseline);
		free(bed->libraries[i].copy);
	}
	free(bed->libraries);
	free(bed->dir);
	free(bed->taken);
	free(bed->expected);
	free(bed->choice);
	*bed = (struct bed){0};
}

/* The program that a wrapper script of Libtool starts, or NULL; caller frees. */
static char *wrapped_program(const char *path)
{
	struct error ignored = {0};
	char *text = path_is_file(path) ? file_read(path, 256 * 1024, NULL, &ignored) : NULL;
	char *found = NULL;

	error_clear(&ignored);
	if (text && starts_with(text, "#!") && strstr(text, "Generated by ") &&
	    strstr(text, "libtool_execute_magic") != NULL) {
		static const char *const prefixes[] = {"lt-", ""};
		char *dir = path_dir(path);

		/* lt-NAME, where there is one, is linked for running in the tree. */
		for (size_t i = 0; i < 2 && !found; i++) {
			char *program =
			    str_format("%s/.libs/%s%s", dir, prefixes[i], path_name(path));

			if (access(program, X_OK) == 0)
				found = program;
			else
				free(program);
		}
		free(dir);
	}
	free(text);
	return found;
}

char *command_without_wrappers(const char *command, const char *tree)
{
	struct str text = {0};

	for (const char *at = command; *at != '\0';) {
		size_t length = strcspn(at, " \t\n;|&()<>'\"");
		char *word = xstrndup(at, length);
		char *path = word[0] == '/' ? xstrdup(word) : path_join(tree, word);
		char *program = length > 0 ? wrapped_program(path) : NULL;

		str_add(&text, "%s", program ? program : word);
		at += length;
		if (*at != '\0')
			str_add_bytes(&text, at++, 1);
		free(program);
		free(path);
		free(word);
	}
	return str_take(&text);
}
