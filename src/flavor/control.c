// SPDX-License-Identifier: MIT
#include "flavor/control.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"

struct parser {
	struct control *control;
	struct paragraph *paragraph; /* the one being read, or NULL between paragraphs */
	size_t value_length;         /* of the last field: appending must not rescan it */
	unsigned line;
	struct error *error;
};

static bool is_blank(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (text[i] != ' ' && text[i] != '\t')
			return false;
	return true;
}

static char *trimmed(const char *text, size_t length)
{
	while (length > 0 && (*text == ' ' || *text == '\t'))
		text++, length--;
	while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
		length--;
	return xstrndup(text, length);
}

static int open_paragraph(struct parser *parser)
{
	struct control *control = parser->control;

	if (control->count == CONTROL_PARAGRAPHS_LIMIT)
		return error_at(parser->error, control->file, parser->line,
		                "this file has more than %d paragraphs; is it the right file?",
		                CONTROL_PARAGRAPHS_LIMIT);
	control->paragraphs =
	    xreallocarray(control->paragraphs, control->count + 1, sizeof(*control->paragraphs));
	parser->paragraph = &control->paragraphs[control->count++];
	*parser->paragraph = (struct paragraph){.line = parser->line};
	return 0;
}

/* Field names per deb822(5): printable, no space and no colon, not starting with # or -. */
static size_t field_name_length(const char *text, size_t length)
{
	size_t i = 0;

	if (length > 0 && (text[0] == '#' || text[0] == '-'))
		return 0;
	while (i < length && text[i] > ' ' && text[i] < 0x7f && text[i] != ':')
		i++;
	return i < length && text[i] == ':' ? i : 0;
}

/* Grown by doubling: a file may be one field of many lines. */
static void note_line(const struct parser *parser, struct field *field)
{
	if ((field->line_count & (field->line_count - 1)) == 0)
		field->lines =
		    xreallocarray(field->lines, 2 * field->line_count + 1, sizeof(*field->lines));
	field->lines[field->line_count++] = parser->line;
}

static int add_field(struct parser *parser, const char *text, size_t length)
{
	size_t name_length = field_name_length(text, length);
	const char *file = parser->control->file;

	if (name_length == 0)
		return error_at(parser->error, file, parser->line,
		                "is not a field; write 'Field: value', or start the line with a "
		                "space to go on with the value above");
	if (!parser->paragraph && open_paragraph(parser) != 0)
		return -1;

	struct paragraph *paragraph = parser->paragraph;
	char *name = xstrndup(text, name_length);
	const struct field *first = paragraph_field(paragraph, name);
	if (first) {
		error_at(parser->error, file, parser->line,
		         "the field %s stands in line %u already; keep one of them", name,
		         first->line);
		free(name);
		return -1;
	}
	if (paragraph->count == CONTROL_FIELDS_LIMIT) {
		free(name);
		return error_at(parser->error, file, parser->line,
		                "this paragraph has more than %d fields; is it the right file?",
		                CONTROL_FIELDS_LIMIT);
	}
	paragraph->fields =
	    xreallocarray(paragraph->fields, paragraph->count + 1, sizeof(*paragraph->fields));
	paragraph->fields[paragraph->count++] = (struct field){
	    .name = name,
	    .value = trimmed(text + name_length + 1, length - name_length - 1),
	    .line = parser->line,
	};
	note_line(parser, &paragraph->fields[paragraph->count - 1]);
	parser->value_length = strlen(paragraph->fields[paragraph->count - 1].value);
	return 0;
}

static int continue_field(struct parser *parser, const char *text, size_t length)
{
	if (!parser->paragraph)
		return error_at(parser->error, parser->control->file, parser->line,
		                "goes on with a value, but no field stands above it; remove the "
		                "space at its start");
	struct field *field = &parser->paragraph->fields[parser->paragraph->count - 1];
	char *more = trimmed(text, length);
	size_t more_length = strlen(more);

	field->value = xreallocarray(field->value, parser->value_length + more_length + 2, 1);
	field->value[parser->value_length] = '\n';
	memcpy(field->value + parser->value_length + 1, more, more_length + 1);
	parser->value_length += more_length + 1;
	note_line(parser, field);
	free(more);
	return 0;
}

static int parse_line(struct parser *parser, const char *text, size_t length)
{
	const char *file = parser->control->file;

	if (memchr(text, '\0', length))
		return error_at(parser->error, file, parser->line,
		                "holds a NUL byte; this is no text file");
	if (length > 0 && text[length - 1] == '\r')
		return error_at(parser->error, file, parser->line,
		                "ends in CR LF; give the file Unix line ends (dos2unix)");
	if (length > 0 && text[0] == '#')
		return 0;
	if (is_blank(text, length)) {
		parser->paragraph = NULL;
		return 0;
	}
	if (text[0] == ' ' || text[0] == '\t')
		return continue_field(parser, text, length);
	return add_field(parser, text, length);
}

struct control *control_parse(const char *file, const char *text, size_t length,
                              struct error *error)
{
	struct control *control = xcalloc(1, sizeof(*control));
	struct parser parser = {.control = control, .error = error};

	control->file = xstrdup(file);
	while (length > 0) {
		const char *end = memchr(text, '\n', length);
		size_t line_length = end ? (size_t)(end - text) : length;
		size_t used = end ? line_length + 1 : line_length;

		control->unterminated = !end;
		parser.line++;
		if (parse_line(&parser, text, line_length) != 0) {
			control_free(control);
			return NULL;
		}
		text += used;
		length -= used;
	}
	return control;
}

struct control *control_read(const char *file, struct error *error)
{
	size_t length;
	char *text = file_read(file, CONTROL_LIMIT, &length, error);

	if (!text)
		return NULL;
	struct control *control = control_parse(file, text, length, error);
	free(text);
	return control;
}

void control_free(struct control *control)
{
	if (!control)
		return;
	for (size_t i = 0; i < control->count; i++) {
		struct paragraph *paragraph = &control->paragraphs[i];
		for (size_t j = 0; j < paragraph->count; j++) {
			free(paragraph->fields[j].name);
			free(paragraph->fields[j].value);
			free(paragraph->fields[j].lines);
		}
		free(paragraph->fields);
	}
	free(control->paragraphs);
	free(control->file);
	free(control);
}

const struct field *paragraph_field(const struct paragraph *paragraph, const char *name)
{
	for (size_t i = 0; i < paragraph->count; i++)
		if (strcasecmp(paragraph->fields[i].name, name) == 0)
			return &paragraph->fields[i];
	return NULL;
}

int field_error(const struct control *control, const struct field *field, struct error *error,
                const char *format, ...)
{
	va_list arguments;
	struct str text = {0};

	va_start(arguments, format);
	str_add_va(&text, format, arguments);
	va_end(arguments);
	error_at(error, control->file, field->line, "%s", text.text);
	str_free(&text);
	return -1;
}

int paragraph_check_names(const struct control *control, const struct paragraph *paragraph,
                          const char *const known[], struct error *error)
{
	struct strlist names = {0};
	int result = 0;

	for (size_t i = 0; known[i]; i++)
		strlist_add(&names, known[i]);
	for (size_t i = 0; i < paragraph->count && result == 0; i++) {
		const struct field *field = &paragraph->fields[i];
		bool found = false;

		for (size_t j = 0; j < names.count && !found; j++)
			found = strcasecmp(names.items[j], field->name) == 0;
		if (found)
			continue;
		const char *near = did_you_mean(field->name, &names);
		char *all = strlist_join(&names, ", ");
		if (near)
			result =
			    field_error(control, field, error, "unknown field %s; did you mean %s?",
			                field->name, near);
		else
			result = field_error(control, field, error,
			                     "unknown field %s; known here: %s", field->name, all);
		free(all);
	}
	strlist_free(&names);
	return result;
}

int field_bool(const struct control *control, const struct field *field, bool *value,
               struct error *error)
{
	if (strcmp(field->value, "yes") != 0 && strcmp(field->value, "no") != 0)
		return field_error(control, field, error, "%s is '%s'; write yes or no",
		                   field->name, field->value);
	*value = strcmp(field->value, "yes") == 0;
	return 0;
}
