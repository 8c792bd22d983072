// SPDX-License-Identifier: MIT
#include "check/types.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/process.h"
#include "check/flags.h"

/* Far above the report on any library; what is over it is more of the same. */
enum { OUTPUT_LIMIT = 16 * 1024 * 1024 };

/* Seconds of CPU time: on damaged debug information it is known to go on without end. */
enum { CPU_LIMIT = 120 };

/* Bits of abidiff's exit status: it could not work; it was called wrongly. */
enum { ABIDIFF_ERROR = 1, ABIDIFF_USAGE = 2 };

/*
 * A line of abidiff's that begins the report on one type or variable. What it says of functions
 * themselves is left out: of assembly it believes that all return void.
 */
static bool begins_change(const char *line, size_t length)
{
	return (line[0] == '\'' && length > 9 && strncmp(line + length - 9, " changed:", 9) == 0) ||
	       (starts_with(line, "  [C] '") && !starts_with(line, "  [C] 'function "));
}

/* "struct s at l.h:1:1: type size changed from 288 to 512 (in bits)"; caller frees. */
static char *change_text(const char *line, size_t length, const char *next)
{
	const char *start = line + strspn(line, " [C]'");
	size_t whole = length - (size_t)(start - line);

	const char *quote = memchr(start, '\'', whole);
	if (quote)
		whole = (size_t)(quote - start);
	next += strspn(next, " ");
	return str_format("%.*s: %.*s", (int)whole, start, (int)strcspn(next, "\n"), next);
}

static void say_changes(const struct tree_library *copy, const char *output,
                        struct findings *findings)
{
	char *first = NULL;
	size_t count = 0;

	for (const char *line = output; *line != '\0';) {
		size_t length = strcspn(line, "\n");
		const char *next = line + length + (line[length] == '\n');

		if (begins_change(line, length)) {
			if (!first)
				first = change_text(line, length, next);
			count++;
		}
		line = next;
	}
	if (count > 1)
		findings_add(findings, TAG_TYPE_LAYOUT_DIFFERS, copy->name, NULL,
		             "%s (and %zu more, see abidiff %s %s); give types one layout in every "
		             "flavor",
		             first, count - 1, copy->baseline->path, copy->path);
	else if (count == 1)
		findings_add(findings, TAG_TYPE_LAYOUT_DIFFERS, copy->name, NULL,
		             "%s; give types one layout in every flavor", first);
	free(first);
}

void types_check(const struct tree *tree, const struct tree_library *copy, const char *headers,
                 const volatile sig_atomic_t *stop)
{
	const char *arguments[16] = {"abidiff", "--leaf-changes-only", "--no-added-syms"};
	size_t count = 3;
	char *debug = flags_debug_folder(tree), *output;
	struct error error = {0};

	if (debug) {
		arguments[count++] = "--debug-info-dir1";
		arguments[count++] = debug;
		arguments[count++] = "--debug-info-dir2";
		arguments[count++] = debug;
	}
	if (headers) {
		arguments[count++] = "--headers-dir1";
		arguments[count++] = headers;
		arguments[count++] = "--headers-dir2";
		arguments[count++] = headers;
		arguments[count++] = "--drop-private-types";
	}
	arguments[count++] = copy->baseline->path;
	arguments[count++] = copy->path;
	int status = process_run_limited(arguments, CPU_LIMIT, &output, OUTPUT_LIMIT, stop, &error);
	if (status == 128 + SIGXCPU)
		findings_add(tree->findings, TAG_NOT_CHECKED, copy->name, NULL,
		             "types were not compared: abidiff took too long; compare them with "
		             "abidiff %s %s",
		             copy->baseline->path, copy->path);
	else if (status < 0 || (status & (ABIDIFF_ERROR | ABIDIFF_USAGE)) || status > 127)
		findings_add(tree->findings, TAG_NOT_CHECKED, copy->name, NULL,
		             "its types are not compared: %s; run abidiff %s %s to see why",
		             status < 0 ? error.text : "abidiff failed", copy->baseline->path,
		             copy->path);
	else
		say_changes(copy, output, tree->findings);
	error_clear(&error);
	free(output);
	free(debug);
}
