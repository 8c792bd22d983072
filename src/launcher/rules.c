// SPDX-License-Identifier: MIT
#include "launcher/rules.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

/* More than any real one: a package's file has at most 1 MiB. */
enum { RULES_LIMIT = 4 * 1024 * 1024 };

static void add_top(struct rules *rules, const char *dir)
{
	char *real = realpath(dir, NULL);

	strlist_add(&rules->tops, dir);
	if (real && strcmp(real, dir) != 0)
		strlist_add(&rules->tops, real);
	free(real);
}

static bool take_line(struct rules *rules, const char *word, const char *value)
{
	struct rule *rule = rules->count > 0 ? &rules->items[rules->count - 1] : NULL;

	if (strcmp(word, "source") == 0 || strcmp(word, "tree") == 0) {
		add_top(rules, value);
	} else if (strcmp(word, "rule") == 0) {
		rules->items = xreallocarray(rules->items, rules->count + 1, sizeof(*rules->items));
		rules->items[rules->count++] = (struct rule){.number = xstrdup(value)};
	} else if (rule && strcmp(word, "pattern") == 0) {
		strlist_add(&rule->patterns, value);
	} else if (rule && strcmp(word, "c") == 0) {
		strlist_add(&rule->c, value);
	} else if (rule && strcmp(word, "c++") == 0) {
		strlist_add(&rule->cxx, value);
	} else {
		return false;
	}
	return true;
}

int rules_read(struct rules *rules, const char *file, struct error *error)
{
	char *text = file_read(file, RULES_LIMIT, NULL, error), *rest = text;
	unsigned number = 0;
	int result = 0;

	if (!text)
		return -1;
	rules->file = xstrdup(file);
	for (char *line; result == 0 && (line = strsep(&rest, "\n")) != NULL;) {
		char *value = strchr(line, ' ');

		number++;
		if (line[0] == '\0')
			continue;
		if (value)
			*value++ = '\0';
		if (!value || !take_line(rules, line, value))
			result =
			    error_at(error, file, number,
			             "is not what hwflavor wrote; remove %s and build again", file);
	}
	free(text);
	return result;
}

/* Where a path lies below a top, or NULL. */
static const char *below(const char *path, const char *top)
{
	size_t length = strlen(top);

	return starts_with(path, top) && path[length] == '/' ? path + length + 1 : NULL;
}

/* path may lie below both tops: a tree may lie in the source. */
static bool matches(const struct rules *rules, const char *pattern, const char *path)
{
	for (size_t i = 0; i < rules->tops.count; i++) {
		const char *inner = below(path, rules->tops.items[i]);

		if (inner && fnmatch(pattern, strchr(pattern, '/') ? inner : path_name(inner),
		                     FNM_PATHNAME) == 0)
			return true;
	}
	return false;
}

/* That a pattern matched nothing is said at the end of the build. */
static void note_match(const struct rules *rules, const struct rule *rule, size_t pattern)
{
	char *dir = path_dir(rules->file);
	char *mark = str_format("%s/matched/%s.%zu", dir, rule->number, pattern + 1);
	int fd = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

	if (fd >= 0)
		close(fd);
	free(mark);
	free(dir);
}

bool rules_match(const struct rules *rules, const char *path, bool cxx, struct strlist *flags)
{
	/* As it is named, and where links lead: sources may be reached through either. */
	char *absolute = path_absolute(path), *real = realpath(path, NULL);
	bool any = false;

	for (size_t i = 0; i < rules->count; i++) {
		const struct rule *rule = &rules->items[i];
		bool matched = false;

		for (size_t j = 0; j < rule->patterns.count; j++) {
			const char *pattern = rule->patterns.items[j];

			if (!matches(rules, pattern, absolute) &&
			    !(real && matches(rules, pattern, real)))
				continue;
			matched = true;
			note_match(rules, rule, j);
		}
		if (matched)
			strlist_add_all(flags, cxx ? &rule->cxx : &rule->c);
		any = any || matched;
	}
	free(real);
	free(absolute);
	return any;
}

void rules_free(struct rules *rules)
{
	for (size_t i = 0; i < rules->count; i++) {
		free(rules->items[i].number);
		strlist_free(&rules->items[i].patterns);
		strlist_free(&rules->items[i].c);
		strlist_free(&rules->items[i].cxx);
	}
	free(rules->items);
	free(rules->file);
	strlist_free(&rules->tops);
	*rules = (struct rules){0};
}
