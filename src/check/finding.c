// SPDX-License-Identifier: MIT
#include "check/finding.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

int findings_allow(struct findings *findings, const struct recipe *recipe, struct error *error)
{
	struct strlist names = {0};
	int result = 0;

	for (enum tag tag = 0; tag < TAGS; tag++)
		strlist_add(&names, tags[tag].name);
	for (size_t i = 0; i < recipe->allowance_count && result == 0; i++) {
		const struct allowance *allowance = &recipe->allowances[i];
		const char *near = did_you_mean(allowance->tag, &names);

		if (!strlist_has(&names, allowance->tag))
			result = error_at(error, recipe->file, allowance->line,
			                  near ? "no finding is called %s; did you mean %s?"
			                       : "no finding is called %s; see hwflavor check "
			                         "--explain all%s",
			                  allowance->tag, near ? near : "");
	}
	strlist_free(&names);
	findings->recipe = recipe;
	findings->used = xcalloc(recipe->allowance_count + 1, sizeof(bool));
	return result;
}

/* A file is matched whole or by its last part. */
static bool matches_file(const struct allowance *allowance, const char *file)
{
	char *pattern = xstrdup(allowance->pattern), *colon = strchr(pattern, ':');

	if (colon)
		*colon = '\0';
	bool found = fnmatch(pattern, file, 0) == 0 || fnmatch(pattern, path_name(file), 0) == 0;
	free(pattern);
	return found;
}

/* A pattern FILE:SUBJECT is matched by both. */
static bool matches(const struct allowance *allowance, const char *file, const char *subject)
{
	const char *colon = strchr(allowance->pattern, ':');

	return matches_file(allowance, file) &&
	       (!colon || (subject && fnmatch(colon + 1, subject, 0) == 0));
}

/* The first that allows it. All that would count as used: each says what is true. */
static const struct allowance *find_allowance(struct findings *findings, enum tag tag,
                                              const char *file, const char *subject)
{
	const struct recipe *recipe = findings->recipe;
	const struct allowance *found = NULL;

	for (size_t i = 0; recipe && i < recipe->allowance_count; i++) {
		const struct allowance *allowance = &recipe->allowances[i];

		if (strcmp(allowance->tag, tags[tag].name) == 0 &&
		    matches(allowance, file, subject)) {
			findings->used[i] = true;
			found = found ? found : allowance;
		}
	}
	recipe = findings->known;
	for (size_t i = 0; recipe && !found && i < recipe->allowance_count; i++)
		if (strcmp(recipe->allowances[i].tag, tags[tag].name) == 0 &&
		    matches(&recipe->allowances[i], file, subject))
			found = &recipe->allowances[i];
	return found;
}

bool findings_allows(struct findings *findings, enum tag tag, const char *file, const char *subject)
{
	const struct allowance *allowance = find_allowance(findings, tag, file, subject);

	return allowance && strchr(allowance->pattern, ':');
}

bool findings_allows_some(struct findings *findings, enum tag tag, const char *file)
{
	const struct recipe *recipe = findings->recipe;
	bool some = false;

	for (size_t i = 0; recipe && i < recipe->allowance_count; i++) {
		const struct allowance *allowance = &recipe->allowances[i];

		if (strcmp(allowance->tag, tags[tag].name) == 0 &&
		    strchr(allowance->pattern, ':') && matches_file(allowance, file)) {
			findings->used[i] = true;
			some = true;
		}
	}
	return some;
}

void findings_add(struct findings *findings, enum tag tag, const char *file, const char *subject,
                  const char *format, ...)
{
	struct str text = {0};
	va_list arguments;

	va_start(arguments, format);
	str_add_va(&text, format, arguments);
	va_end(arguments);
	if ((findings->count & (findings->count - 1)) == 0)
		findings->items = xreallocarray(findings->items, findings->count * 2 + 1,
		                                sizeof(*findings->items));
	findings->items[findings->count++] = (struct finding){
	    .tag = tag,
	    .file = xstrdup(file),
	    .subject = subject ? xstrdup(subject) : NULL,
	    .text = str_take(&text),
	    .allowed = find_allowance(findings, tag, file, subject),
	};
}

void findings_add_error(struct findings *findings, const char *file, const char *path,
                        struct error *error)
{
	const char *text = error->text;

	if (starts_with(text, path) && text[strlen(path)] == ':')
		text += strlen(path) + 2;
	findings_add(findings, TAG_UNREADABLE_FILE, file, NULL, "%s", text);
	error_clear(error);
}

void findings_close(struct findings *findings)
{
	const struct recipe *recipe = findings->recipe;

	for (size_t i = 0; recipe && i < recipe->allowance_count; i++) {
		const struct allowance *allowance = &recipe->allowances[i];

		if (findings->used[i])
			continue;
		char *place = str_format("%s:%u", recipe->file, allowance->line);
		findings_add(findings, TAG_UNUSED_ALLOWANCE, place, allowance->tag,
		             "nothing matches \"%s %s\"; correct or remove it", allowance->tag,
		             allowance->pattern);
		free(place);
	}
}

/* A file's name may hold a newline, or what a terminal obeys: a finding is one line of text. */
static void print_text(const char *text, FILE *out)
{
	for (; *text; text++) {
		unsigned char byte = (unsigned char)*text;

		if (byte < ' ' || byte == 0x7f)
			fprintf(out, "\\x%02x", byte);
		else
			putc(byte, out);
	}
}

void findings_print(const struct findings *findings, enum severity least, FILE *out)
{
	static const char letters[] = {
	    [SEVERITY_ERROR] = 'E', [SEVERITY_WARNING] = 'W', [SEVERITY_NOTE] = 'N'};

	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->items[i];
		enum severity severity = tags[finding->tag].severity;

		if (finding->allowed || severity > least)
			continue;
		fprintf(out, "%c: %s: ", letters[severity], tags[finding->tag].name);
		print_text(finding->file, out);
		fputs(": ", out);
		print_text(finding->text, out);
		putc('\n', out);
	}
}

size_t findings_count(const struct findings *findings, enum severity severity)
{
	size_t count = 0;

	for (size_t i = 0; i < findings->count; i++)
		if (!findings->items[i].allowed &&
		    tags[findings->items[i].tag].severity == severity)
			count++;
	return count;
}

void findings_free(struct findings *findings)
{
	for (size_t i = 0; i < findings->count; i++) {
		free(findings->items[i].file);
		free(findings->items[i].subject);
		free(findings->items[i].text);
	}
	free(findings->items);
	free(findings->used);
	*findings = (struct findings){0};
}
