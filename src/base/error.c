// SPDX-License-Identifier: MIT
#include "base/error.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

static char *format_text(const char *format, va_list arguments)
{
	int saved = errno;
	struct str text = {0};
	size_t length = strlen(format);

	str_add_va(&text, format, arguments);
	if (length > 0 && format[length - 1] == ':')
		str_add(&text, " %s", strerror(saved));
	return str_take(&text);
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

noreturn void die(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	char *text = format_text(format, arguments);
	va_end(arguments);
	fprintf(stderr, "hwflavor: %s\n", text);
	exit(EXIT_REQUEST);
}
