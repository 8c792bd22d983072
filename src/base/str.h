// SPDX-License-Identifier: MIT
/*
 * Strings, growing strings, and lists of strings. Allocation cannot fail visibly: when memory
 * runs out the program ends with one line and exit status 2.
 */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

void *xcalloc(size_t count, size_t size);
void *xreallocarray(void *old, size_t count, size_t size);
char *xstrdup(const char *text);
char *xstrndup(const char *text, size_t length);
char *str_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A string that grows. Zero-initialised is empty; text is then NULL. Owner frees with str_free. */
struct str {
	char *text;
	size_t length;
	size_t room;
};

void str_add(struct str *str, const char *format, ...) __attribute__((format(printf, 2, 3)));
void str_add_va(struct str *str, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
void str_add_bytes(struct str *str, const char *bytes, size_t length);
/* Gives the text away (never NULL) and leaves str empty. */
char *str_take(struct str *str);
void str_free(struct str *str);

/* A list of strings that owns them. Zero-initialised is empty. items is not NULL-terminated. */
struct strlist {
	char **items;
	size_t count;
	size_t room;
};

void strlist_add(struct strlist *list, const char *text);
/* Adds text itself, which the list then owns. */
void strlist_add_taken(struct strlist *list, char *text);
void strlist_add_all(struct strlist *list, const struct strlist *more);
bool strlist_has(const struct strlist *list, const char *text);
char *strlist_join(const struct strlist *list, const char *separator);
void strlist_sort(struct strlist *list);
void strlist_free(struct strlist *list);

/* Adds the words of text, separated by white space (deb822 values carry newlines). */
void strlist_add_words(struct strlist *list, const char *text);

/*
 * Adds the words of text as a POSIX shell would split them, with '...', "..." and \ but without
 * expansions. Returns false when a quote is not closed; the list then has the words before it.
 */
bool strlist_add_shell_words(struct strlist *list, const char *text);

/* text so that a POSIX shell reads it back as one word: unchanged where nothing needs quoting. */
char *shell_quote(const char *text);

/* All of list, each quoted, separated by spaces. */
char *shell_join(const struct strlist *list);

bool starts_with(const char *text, const char *prefix);
bool ends_with(const char *text, const char *suffix);

/*
 * The candidate nearest to text when it is near enough to be a slip of the keyboard (letters
 * wrong: at most one more than a third, and at most three), else NULL. Points into candidates.
 */
const char *did_you_mean(const char *text, const struct strlist *candidates);
