// SPDX-License-Identifier: MIT
#include "base/str.h"

#include "base/file.h"
#include "tap.h"

/* What /bin/sh makes of a script, or NULL when it fails. */
static char *sh_output(const char *script)
{
	struct error error = {0};
	struct str text = {0};
	char buffer[4096];
	size_t got;

	if (file_write("script", script, strlen(script), &error) != 0)
		die("%s", error.text);
	FILE *pipe = popen("/bin/sh ./script 2>/dev/null", "r");
	while (pipe && (got = fread(buffer, 1, sizeof(buffer), pipe)) > 0)
		str_add_bytes(&text, buffer, got);
	if (pipe && pclose(pipe) == 0)
		return str_take(&text);
	str_free(&text);
	return NULL;
}

static char *in_angles(const struct strlist *words)
{
	struct str text = {0};

	for (size_t i = 0; i < words->count; i++)
		str_add(&text, "<%s>\n", words->items[i]);
	return str_take(&text);
}

/* The words of text, each in angles, as we split it; NULL for a quote that is not closed. */
static char *split(const char *text)
{
	struct strlist words = {0};
	bool closed = strlist_add_shell_words(&words, text);
	char *shown = in_angles(&words);

	strlist_free(&words);
	if (closed)
		return shown;
	free(shown);
	return NULL;
}

/* Texts without expansions, comments and operators, which we do not split as a shell does. */
static void splits_as_sh(void)
{
	static const char *const texts[] = {
	    "a b",         " a\tb\n",      "a''b",          "'a b'\"c d\"e",  "\"a\\\"b\\\\c\"",
	    "\"a\\b\"",    "'a\\b'",       "a\\ b\\'c\\\"", "\\\\ \\a",       "'' \"\" x",
	    "a\\\nb",      "a \\\n b",     "\"a\\\nb\"",    "'a\\\nb'",       "'a\nb'",
	    "\"a\nb\"",    "\\\na",        "a\\\n",         "\"\\$x \\`y\"",  "a'b c'd\"e f\"g\\ h",
	    "x=\"1 2\" y", "\"it's\"",     "'say \"hi\"'",  "a\rb\vc\fd",     "\xc3\xa9 \xff",
	    "--a='b'c'd'", "\"\" '' \\\n", "a\\\n\\\nb",    "\\\n\\\n \\\nc", "\"'\"\"'\"",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		char *script =
		    str_format("set -- %s\n[ $# = 0 ] || printf '<%%s>\\n' \"$@\"\n", texts[i]);
		char *expected = sh_output(script), *got = split(texts[i]);
		char *quoted = shell_quote(texts[i]);
		char *name = str_format("splits as sh does: %s", quoted);

		for (char *at = name; *at; at++)
			if (*at < ' ' && *at > 0)
				*at = ' ';
		is(got, expected, name);
		free(name), free(quoted), free(expected), free(got), free(script);
	}
}

static void open_quotes(void)
{
	static const char *const texts[] = {"'", "\"", "a 'b", "a \"b\\\"", "'a' \"b' c"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		ok(split(texts[i]) == NULL, texts[i]);
	char *got = split("a\\");
	is(got, "<a\\>\n", "a backslash at the very end stands for itself");
	free(got);
}

/* Every byte, pairs of the special ones, and long text: sh reads back what was quoted. */
static void quoting_round_trip(void)
{
	static const char special[] = " \t\n'\"\\$`#*?[]{}()<>|&;!~=%a";
	struct strlist texts = {0}, again = {0};

	strlist_add(&texts, "");
	for (int byte = 1; byte < 256; byte++)
		strlist_add_taken(&texts, str_format("%c", byte));
	for (const char *a = special; *a; a++)
		for (const char *b = special; *b; b++)
			strlist_add_taken(&texts, str_format("%c%c", *a, *b));
	strlist_add(&texts, "-n");
	strlist_add(&texts, "it's 'all' \"well\" \\ $HOME `id` $(id)\nline\n");

	char *joined = shell_join(&texts);
	char *script = str_format("printf '<%%s>\\n' %s\n", joined);
	char *expected = in_angles(&texts), *got = sh_output(script);
	is(got, expected, "sh reads back what shell_join() wrote");
	ok(strlist_add_shell_words(&again, joined), "and so do we");
	char *ours = in_angles(&again);
	is(ours, expected, "with the same words");
	free(ours), free(got), free(expected), free(script), free(joined);
	strlist_free(&again);
	strlist_free(&texts);

	char *plain = shell_quote("--with_x=/usr/lib:a,b@c%+.1");
	is(plain, "--with_x=/usr/lib:a,b@c%+.1", "what needs no quotes gets none");
	free(plain);
}

static void nearest_name(void)
{
	static const struct {
		const char *text, *expected;
	} cases[] = {
	    {"x86-64-v3", "x86-64-v3"},
	    {"x86_64_v3", "x86-64-v3"},
	    {"x86-64v2", "x86-64-v2"},
	    {"armv7neon", "armv7-neon"},
	    {"lsit", "list"},
	    {"lst", "list"},
	    {"lis", "list"},
	    {"avx", "avx2"},
	    {"haswell", NULL},
	    {"", NULL},
	    {"zz", NULL},
	    {"x86-64", "x86-64-v2"},
	    {"x86", NULL},
	};
	struct strlist names = {0};

	strlist_add_words(&names, "x86-64-v2 x86-64-v3 armv7-neon list avx2 plan");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *name = str_format("did you mean, for '%s'", cases[i].text);
		is(did_you_mean(cases[i].text, &names), cases[i].expected, name);
		free(name);
	}
	char *endless = xcalloc(1000001, 1);
	memset(endless, 'x', 1000000);
	is(did_you_mean(endless, &names), NULL, "a name of a megabyte is no slip");
	free(endless);
	strlist_free(&names);
	is(did_you_mean("x", &names), NULL, "of nothing, nothing");
}

static void growing(void)
{
	struct str str = {0};

	for (int i = 0; i < 1000; i++)
		str_add(&str, "%d,", i);
	ok(str.length == 3890 && strlen(str.text) == 3890, "a string grows");
	str_add_bytes(&str, "a\0b", 3);
	ok(str.length == 3893 && memcmp(str.text + 3890, "a\0b", 4) == 0, "also by a NUL byte");
	char *taken = str_take(&str);
	ok(str.text == NULL && str.length == 0, "and is empty when it has been taken");
	free(taken);
	taken = str_take(&str);
	is(taken, "", "an empty one gives empty text");
	free(taken);
	ok(starts_with("abc", "ab") && !starts_with("a", "ab") && starts_with("a", ""), "starts");
	ok(ends_with("abc", "bc") && !ends_with("c", "bc") && ends_with("c", ""), "ends");
}

int main(void)
{
	tap_begin();
	splits_as_sh();
	open_quotes();
	quoting_round_trip();
	nearest_name();
	growing();
	return tap_end();
}
