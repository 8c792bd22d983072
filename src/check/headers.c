// SPDX-License-Identifier: MIT
#include "check/headers.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"

/* More than any header. */
enum { HEADER_LIMIT = 16 * 1024 * 1024 };

struct comparison {
	const char *build, *baseline;
	const struct flavor *flavor;
	struct findings *findings;
};

static bool is_interface(const char *path)
{
	static const char *const ends[] = {".h",  ".hh",    ".hpp", ".hxx",   ".inc",
	                                   ".pc", ".cmake", ".m4",  "-config"};

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (ends_with(path, ends[i]))
			return true;
	return starts_with(path, "usr/include/") || strstr(path, "/include/");
}

/* Flags that a flavor's build has and the baseline's has not; so do those that name a CPU. */
static bool is_flag(const struct flavor *flavor, const char *word)
{
	return strlist_has(&flavor->cflags, word) || strlist_has(&flavor->ldflags, word) ||
	       starts_with(word, "-march=") || starts_with(word, "-mtune=") ||
	       starts_with(word, "-mcpu=") || starts_with(word, "-ffile-prefix-map=");
}

static void replace_all(struct str *out, const char *text, const char *what)
{
	for (const char *at; (at = strstr(text, what)) != NULL; text = at + strlen(what))
		str_add_bytes(out, text, (size_t)(at - text));
	str_add(out, "%s", text);
}

/* Text without the known flags, white space, quotes and the name of the flavor's own folder. */
static char *plain(const struct comparison *comparison, const char *name, const char *text)
{
	char *folder = str_format("%s/%s", comparison->build, name);
	struct str moved = {0}, result = {0};

	replace_all(&moved, text, folder);
	free(folder);
	for (const char *at = moved.text; *at != '\0';) {
		size_t length = strcspn(at, " \t\n\"'");
		char *word = xstrndup(at, length);

		if (length > 0 && !is_flag(comparison->flavor, word))
			str_add(&result, "%s\n", word);
		free(word);
		at += length + (at[length] != '\0');
	}
	str_free(&moved);
	return str_take(&result);
}

static int compare_file(const struct tree_entry *entry, void *data, struct error *error)
{
	struct comparison *comparison = data;
	const char *name = comparison->flavor->name;

	if (!S_ISREG(entry->mode) || !is_interface(entry->path))
		return 0;
	char *own_path = path_join(comparison->baseline, entry->path);
	char *path = str_format("%s/%s/root/%s", comparison->build, name, entry->path);
	char *own = NULL, *other = NULL;

	if (path_is_file(path)) {
		own = file_read(own_path, HEADER_LIMIT, NULL, error);
		other = own ? file_read(path, HEADER_LIMIT, NULL, error) : NULL;
	}
	if (other && strcmp(own, other) != 0) {
		char *own_plain = plain(comparison, "baseline", own);
		char *other_plain = plain(comparison, name, other);

		if (strcmp(own_plain, other_plain) != 0)
			findings_add(
			    comparison->findings, TAG_HEADER_DIFFERS,
			    path + strlen(comparison->build) + 1, NULL,
			    "differs from the baseline's in more than flags, and only that is "
			    "delivered; look at the difference");
		free(own_plain);
		free(other_plain);
	}
	free(own);
	free(other);
	free(own_path);
	free(path);
	return error->text ? -1 : 0;
}

int headers_check(const char *build, const char *baseline, const struct flavor *flavor,
                  struct findings *findings, struct error *error)
{
	struct comparison comparison = {build, baseline, flavor, findings};

	return tree_walk(baseline, compare_file, &comparison, error);
}
