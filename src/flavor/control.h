// SPDX-License-Identifier: MIT
/*
 * deb822 text: paragraphs of "Field: value" lines, as described in deb822(5). Continuation lines
 * begin with a space or a tab; a line that begins with # is a comment; blank lines part paragraphs.
 *
 * Every paragraph, field and value remembers its line, so that whoever rejects a value later can
 * still name FILE:LINE. Rejected here, with the line: NUL bytes, CR LF line ends, a field twice in
 * one paragraph (names compare without case), a line that is no field, files over CONTROL_LIMIT.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/str.h"

/* Bytes and paragraphs in a file, and fields in one paragraph: far above any real file. */
enum {
	CONTROL_LIMIT = 1024 * 1024,
	CONTROL_PARAGRAPHS_LIMIT = 256,
	CONTROL_FIELDS_LIMIT = 256,
};

struct field {
	char *name;
	char *value; /* trimmed; continuation lines are joined with newlines */
	unsigned line;
	unsigned *lines;   /* of each line of the value: comments may stand between them */
	size_t line_count; /* at least 1; lines[0] == line */
};

struct paragraph {
	struct field *fields;
	size_t count;
	unsigned line;
};

struct control {
	char *file; /* as messages name it */
	struct paragraph *paragraphs;
	size_t count;
	/* The last line had no newline: not an error, but the sign of a file cut short. */
	bool unterminated;
};

/* Both return NULL with the error set; the caller frees the result with control_free(). */
struct control *control_read(const char *file, struct error *error);
struct control *control_parse(const char *file, const char *text, size_t length,
                              struct error *error);
void control_free(struct control *control);

/* The field of that name (case does not matter), or NULL. */
const struct field *paragraph_field(const struct paragraph *paragraph, const char *name);

/* An error about a field: "FILE:LINE: ...". Returns -1. */
int field_error(const struct control *control, const struct field *field, struct error *error,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Fails at the first field whose name is not in known[] (NULL-terminated). */
int paragraph_check_names(const struct control *control, const struct paragraph *paragraph,
                          const char *const known[], struct error *error);

/* yes or no; anything else is an error. */
int field_bool(const struct control *control, const struct field *field, bool *value,
               struct error *error);
