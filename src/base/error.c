// SPDX-License-Identifier: MIT
#include "base/error.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/*
 * What a message quotes from a file can be anything: a message stays one line that a terminal
 * shows as it is, and its end, which says what to do, stays in sight.
 */
static char *one_line(struct str *text)
{
	const size_t head = 1500, tail = 500;

	for (size_t i = 0; i < text->length; i++)
		if ((unsigned char)text->text[i] < ' ' || text->text[i] == 0x7f)
			text->text[i] = strchr("\t\n", text->text[i]) ? ' ' : '?';
	if (text->length <= head + tail)
		return str_take(text);
	char *cut =
	    str_format("%.*s [...] %s", (int)head, text->text, text->text + text->length - tail);
	str_free(text);
	return cut;
}

static __attribute__((format(printf, 1, 0))) char *format_text(const char *format,
                                                               va_list arguments)
{
	int saved = errno;
	struct str text = {0};
	size_t length = strlen(format);

	str_add_va(&text, format, arguments);
	if (length > 0 && format[length - 1] == ':')
		str_add(&text, " %s", strerror(saved));
	return one_line(&text);
}

int error_set(struct error *error, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	char *text = format_text(format, arguments);
	va_end(arguments);
	error_clear(error);
	error->text = text;
	return -1;
}

int error_at(struct error *error, const char *file, unsigned line, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	char *text = format_text(format, arguments);
	va_end(arguments);
	error_clear(error);
	error->text =
	    line > 0 ? str_format("%s:%u: %s", file, line, text) : str_format("%s: %s", file, text);
	free(text);
	return -1;
}

void error_clear(struct error *error)
{
	free(error->text);
	error->text = NULL;
}

void warn(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	char *text = format_text(format, arguments);
	va_end(arguments);
	fprintf(stderr, "hwflavor: %s\n", text);
	free(text);
}

/*
 * What the callers still hold when the program ends with a message is no leak. The leak sanitizer
 * asks this function before it looks; without it, whether it finds the holder's pointers depends
 * on what the compiler kept of them before a call that does not return.
 */
#ifdef __SANITIZE_ADDRESS__
static bool dying;

int __lsan_is_turned_off(void);

int __lsan_is_turned_off(void)
{
	return dying;
}
#endif

noreturn void die(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	char *text = format_text(format, arguments);
	va_end(arguments);
	fprintf(stderr, "hwflavor: %s\n", text);
	free(text);
#ifdef __SANITIZE_ADDRESS__
	dying = true;
#endif
	exit(EXIT_REQUEST);
}
