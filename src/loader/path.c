// SPDX-License-Identifier: MIT
#include "loader/path.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The length of the token NAME or {NAME} at text, behind its "$"; 0 for another one. */
static size_t token_length(const char *text, const char *name)
{
	bool curly = text[0] == '{';
	size_t length = strlen(name);

	text += curly;
	if (strncmp(text, name, length) != 0)
		return 0;
	if (curly)
		return text[length] == '}' ? length + 2 : 0;
	return isalnum((unsigned char)text[length]) || text[length] == '_' ? 0 : length;
}

/* Whether a path lies in a trusted directory once "." and ".." are taken out of it. */
static bool is_trusted(const char *path, const struct strlist *trusted)
{
	struct str plain = {0};
	const char *at = path;

	while (*at) {
		size_t length = strcspn(at, "/");

		if (length == 2 && at[0] == '.' && at[1] == '.') {
			while (plain.length > 0 && plain.text[--plain.length] != '/')
				;
			if (plain.text)
				plain.text[plain.length] = '\0';
		} else if (length > 0 && !(length == 1 && at[0] == '.')) {
			str_add(&plain, "/%.*s", (int)length, at);
		}
		at += length;
		at += *at == '/';
	}
	str_add(&plain, "/");
	bool found = false;
	for (size_t i = 0; i < trusted->count && !found; i++)
		found = starts_with(plain.text, trusted->items[i]);
	str_free(&plain);
	return found;
}

char *path_expand(const char *text, const struct tokens *tokens)
{
	struct str path = {0};
	bool check = false;

	for (const char *at = text; *at;) {
		const char *value = NULL;
		size_t length = 0;

		if (*at != '$') {
			str_add_bytes(&path, at++, 1);
			continue;
		}
		if ((length = token_length(at + 1, "ORIGIN")) > 0) {
			bool whole =
			    at == text && (at[1 + length] == '\0' || at[1 + length] == '/');

			value = tokens->trusted && !whole ? NULL : tokens->origin;
			check = tokens->trusted != NULL;
		} else if ((length = token_length(at + 1, "PLATFORM")) > 0) {
			value = tokens->platform;
		} else if ((length = token_length(at + 1, "LIB")) > 0) {
			value = tokens->lib;
		}
		if (length > 0 && !value) {
			str_free(&path);
			return xstrdup("");
		}
		str_add(&path, "%s", value ? value : "$");
		at += 1 + length;
	}
	if (check && !is_trusted(path.text ? path.text : "", tokens->trusted)) {
		str_free(&path);
		return xstrdup("");
	}
	return str_take(&path);
}

void path_split(const char *text, const char *separators, const struct tokens *tokens,
                struct strlist *directories)
{
	char *copy = xstrdup(text);
	char *rest = copy;

	for (const char *one; (one = strsep(&rest, separators)) != NULL;) {
		char *path = path_expand(one, tokens);
		size_t length = strlen(path);

		if (length == 0 && *one) {
			free(path);
			continue;
		}
		while (length > 1 && path[length - 1] == '/')
			path[--length] = '\0';
		char *directory =
		    str_format("%s%s", path, length > 0 && path[length - 1] != '/' ? "/" : "");
		free(path);
		if (strlist_has(directories, directory))
			free(directory);
		else
			strlist_add_taken(directories, directory);
	}
	free(copy);
}
