// SPDX-License-Identifier: MIT
#include "flavor/files.h"

#include <stdlib.h>
#include <string.h>

#include "flavor/architecture.h"

static const char *const field_names[] = {
    "Files", "Flavors", "Architectures", "Cflags", "Cflags-If-Supported", NULL,
};

static int read_patterns(struct file_flags *files, const struct control *control,
                         const struct field *field, struct error *error)
{
	strlist_add_words(&files->patterns, field->value);
	if (files->patterns.count == 0)
		return field_error(control, field, error,
		                   "Files is empty; write patterns of source files, such as "
		                   "umac.c or lib/*.c");
	for (size_t i = 0; i < files->patterns.count; i++) {
		const char *pattern = files->patterns.items[i];

		if (pattern[0] == '/' || starts_with(pattern, "../") || starts_with(pattern, "./"))
			return field_error(control, field, error,
			                   "Files has %s; write the path as seen from the top of "
			                   "the source, such as lib/umac.c",
			                   pattern);
	}
	return 0;
}

static int read_architectures(struct file_flags *files, const struct control *control,
                              const struct field *field, struct error *error)
{
	strlist_add_words(&files->architectures, field->value);
	for (size_t i = 0; i < files->architectures.count; i++) {
		const char *name = files->architectures.items[i];
		const char *near;

		if (architecture_is_debians(name, &near))
			continue;
		if (near)
			return field_error(control, field, error,
			                   "Debian has no architecture %s; did you mean %s?", name,
			                   near);
		return field_error(control, field, error,
		                   "Debian has no architecture %s; write its name for one, such as "
		                   "amd64",
		                   name);
	}
	return 0;
}

static int read_fields(struct file_flags *files, const struct control *control,
                       const struct paragraph *paragraph, struct error *error)
{
	const struct field *field;

	if (read_patterns(files, control, paragraph_field(paragraph, "Files"), error) != 0)
		return -1;
	field = paragraph_field(paragraph, "Flavors");
	if (field)
		strlist_add_words(&files->flavors, field->value);
	field = paragraph_field(paragraph, "Architectures");
	if (field && read_architectures(files, control, field, error) != 0)
		return -1;
	field = paragraph_field(paragraph, "Cflags");
	if (field && flavor_words(control, field, &files->cflags, error) != 0)
		return -1;
	field = paragraph_field(paragraph, "Cflags-If-Supported");
	if (field && flavor_words(control, field, &files->cflags_if_supported, error) != 0)
		return -1;
	if (files->cflags.count + files->cflags_if_supported.count == 0)
		return error_at(error, control->file, paragraph->line,
		                "the paragraph gives %s no flags; add a Cflags or "
		                "Cflags-If-Supported field",
		                files->patterns.items[0]);
	return 0;
}

/* The launcher's file has one flag a line. */
static int check_lines(const struct file_flags *files, struct error *error)
{
	const struct strlist *lists[] = {&files->cflags, &files->cflags_if_supported};

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		for (size_t j = 0; j < lists[i]->count; j++)
			if (lists[i]->items[j][0] == '\0' || strchr(lists[i]->items[j], '\n'))
				return error_at(error, files->file, files->line,
				                "a flag is empty or has a line end; correct it");
	return 0;
}

int files_add_paragraph(struct file_flags_list *list, const struct control *control,
                        const struct paragraph *paragraph, struct error *error)
{
	if (paragraph_check_names(control, paragraph, field_names, error) != 0)
		return -1;
	list->items = xreallocarray(list->items, list->count + 1, sizeof(*list->items));
	struct file_flags *files = &list->items[list->count++];
	*files = (struct file_flags){.file = xstrdup(control->file), .line = paragraph->line};
	if (read_fields(files, control, paragraph, error) != 0)
		return -1;
	return check_lines(files, error);
}

int files_check(const struct file_flags_list *list, const struct flavors *flavors,
                struct error *error)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct file_flags *files = &list->items[i];

		for (size_t j = 0; j < files->flavors.count; j++) {
			const char *name = files->flavors.items[j], *near;
			bool known = flavors_have(flavors, name);

			if (!known && architecture_is_debians(name, &near))
				return error_at(error, files->file, files->line,
				                "%s is no flavor but an architecture; write "
				                "Architectures: %s",
				                name, name);
			if (!known)
				return flavors_unknown(flavors, name, NULL, files->file,
				                       files->line, error);
		}
	}
	return 0;
}

bool files_concern(const struct file_flags *files, const struct flavor *flavor)
{
	return (files->flavors.count == 0 || strlist_has(&files->flavors, flavor->name)) &&
	       (files->architectures.count == 0 ||
	        strlist_has(&files->architectures, flavor->architecture));
}

void files_free(struct file_flags_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		struct file_flags *files = &list->items[i];

		strlist_free(&files->patterns);
		strlist_free(&files->flavors);
		strlist_free(&files->architectures);
		strlist_free(&files->cflags);
		strlist_free(&files->cflags_if_supported);
		free(files->file);
	}
	free(list->items);
	*list = (struct file_flags_list){0};
}
