// SPDX-License-Identifier: MIT
#include "flavor/control.h"

#include "tap.h"

/* "LINE{LINE Name=value;...}" for each paragraph, newlines in values as /; caller frees. */
static char *show(const struct control *control)
{
	struct str text = {0};

	for (size_t i = 0; i < control->count; i++) {
		const struct paragraph *paragraph = &control->paragraphs[i];
		str_add(&text, "%u{", paragraph->line);
		for (size_t j = 0; j < paragraph->count; j++)
			str_add(&text, "%s%u %s=%s", j > 0 ? ";" : "", paragraph->fields[j].line,
			        paragraph->fields[j].name, paragraph->fields[j].value);
		str_add(&text, "}");
	}
	if (control->unterminated)
		str_add(&text, "...");
	for (size_t i = 0; i < text.length; i++)
		if (text.text[i] == '\n')
			text.text[i] = '/';
	return str_take(&text);
}

static void reads(const char *name, const char *text, const char *expected)
{
	struct error error = {0};
	struct control *control = control_parse("F", text, strlen(text), &error);
	char *got = control ? show(control) : NULL;

	is(got ? got : error.text, expected, name);
	free(got);
	control_free(control);
	error_clear(&error);
}

static void refuses_bytes(const char *name, const char *text, size_t length, const char *expected)
{
	struct error error = {0};
	struct control *control = control_parse("F", text, length, &error);

	is(control ? "(accepted)" : error.text, expected, name);
	control_free(control);
	error_clear(&error);
}

static void refuses(const char *name, const char *text, const char *expected)
{
	refuses_bytes(name, text, strlen(text), expected);
}

static void syntax(void)
{
	reads("nothing", "", "");
	reads("only blank lines and comments", "\n# a\n \n\t\n#b\n", "");
	reads("one field", "A: b\n", "1{1 A=b}");
	reads("blanks around the value", "A: \t b c \t\n", "1{1 A=b c}");
	reads("none after the colon", "A:b:c\n", "1{1 A=b:c}");
	reads("no value", "A:\n", "1{1 A=}");
	reads("a value that goes on", "A: b\n c\n\td \n", "1{1 A=b/c/d}");
	reads("one that begins below its name", "A:\n b\n", "1{1 A=/b}");
	reads("a comment inside of it", "A: b\n# x\n c\nB: d\n", "1{1 A=b/c;4 B=d}");
	reads("a # within a value is part of it", "A: b # c\n", "1{1 A=b # c}");
	reads("paragraphs", "A: b\n\n\n \nC: d\nE: f\n", "1{1 A=b}5{5 C=d;6 E=f}");
	reads("the same field in two of them", "A: b\n\nA: c\n", "1{1 A=b}3{3 A=c}");
	reads("no newline at the end", "A: b", "1{1 A=b}...");
	reads("nor after a comment", "A: b\n#", "1{1 A=b}...");
	reads("odd names", "a!$%&/=?: b\n", "1{1 a!$%&/=?=b}");
	reads("a CR inside of a line", "A: b\rc\n", "1{1 A=b\rc}");
}

static void refusals(void)
{
	static const char no_field[] = "F:1: is not a field; write 'Field: value', or start the "
	                               "line with a space to go on with the value above";

	refuses("no colon", "A\n", no_field);
	refuses("no name", ": b\n", no_field);
	refuses("a blank in the name", "A b: c\n", no_field);
	refuses("a name that starts with -", "-A: c\n", no_field);
	refuses("a name that is not ASCII", "\xc3\xa9: c\n", no_field);
	refuses("a byte order mark",
	        "\xef\xbb\xbf"
	        "A: b\n",
	        no_field);
	refuses("a field twice, by case", "Ab: c\naB: d\n",
	        "F:2: the field aB stands in line 1 already; keep one of them");
	refuses("a value that goes on with nothing", "\n\n b\n",
	        "F:3: goes on with a value, but no field stands above it; remove the space at its "
	        "start");
	refuses("after a blank line too", "A: b\n\n c\n",
	        "F:3: goes on with a value, but no field stands above it; remove the space at its "
	        "start");
	refuses("CR LF", "A: b\r\n", "F:1: ends in CR LF; give the file Unix line ends (dos2unix)");
	refuses("CR LF on a blank line", "A: b\n\r\n",
	        "F:2: ends in CR LF; give the file Unix line ends (dos2unix)");
	refuses_bytes("NUL", "A: b\nB: c\0d\n", 12, "F:2: holds a NUL byte; this is no text file");
	refuses_bytes("NUL in a comment", "#\0\n", 3,
	              "F:1: holds a NUL byte; this is no text file");
}

/* count times text with its number in it. */
static char *many(const char *format, unsigned count)
{
	struct str text = {0};

	for (unsigned i = 0; i < count; i++)
		str_add(&text, i % 2 ? "A%u: b\n%s" : "B%u: b\n%s", i, format);
	return str_take(&text);
}

static void limits(void)
{
	struct error error = {0};
	char *text = many("", 256);
	struct control *control = control_parse("F", text, strlen(text), &error);

	ok(control && control->count == 1 && control->paragraphs[0].count == 256, "256 fields");
	control_free(control);
	free(text);
	text = many("", 200000);
	refuses("200,000 fields", text,
	        "F:257: this paragraph has more than 256 fields; is it the right file?");
	free(text);
	text = many("\n", 256);
	control = control_parse("F", text, strlen(text), &error);
	ok(control && control->count == 256, "256 paragraphs");
	control_free(control);
	free(text);
	text = many("\n", 257);
	refuses("257 paragraphs", text,
	        "F:513: this file has more than 256 paragraphs; is it the right file?");
	free(text);

	text = xcalloc(1000001, 1);
	memset(text, 'x', 1000000);
	memcpy(text, "A: ", 3);
	control = control_parse("F", text, 1000000, &error);
	ok(control && strlen(control->paragraphs[0].fields[0].value) == 999997, "a long line");
	control_free(control);
	free(text);
}

static void fields(void)
{
	static const char *const known[] = {"Yes", "No", "Other", NULL};
	static const char text[] = "Yes: yes\nno: no\n\nOther: Yes\nOhter: x\n";
	struct error error = {0};
	struct control *control = control_parse("F", text, strlen(text), &error);
	const struct paragraph *first = &control->paragraphs[0], *second = first + 1;
	bool value = false;

	ok(paragraph_field(first, "YES") == &first->fields[0], "a field by its name");
	ok(paragraph_field(first, "Other") == NULL, "or none");
	ok(field_bool(control, &first->fields[0], &value, &error) == 0 && value, "yes");
	ok(field_bool(control, &first->fields[1], &value, &error) == 0 && !value, "no");
	ok(field_bool(control, &second->fields[0], &value, &error) == -1, "neither");
	is(error.text, "F:4: Other is 'Yes'; write yes or no", "says so");
	ok(paragraph_check_names(control, first, known, &error) == 0, "known names");
	ok(paragraph_check_names(control, second, known, &error) == -1, "an unknown one");
	is(error.text, "F:5: unknown field Ohter; did you mean Other?", "says so");
	error_clear(&error);
	control_free(control);
}

int main(void)
{
	syntax();
	refusals();
	limits();
	fields();
	return tap_end();
}
