// SPDX-License-Identifier: MIT
#include "base/json.h"

#include "tap.h"

static void text_is(const char *bytes, const char *expected, const char *name)
{
	json_t *json = json_of_text(bytes);

	is(json_string_value(json), expected, name);
	json_decref(json);
}

#define BAD "\xef\xbf\xbd"

int main(void)
{
	text_is("", "", "empty");
	text_is("a\x01\x7f", "a\x01\x7f", "ASCII");
	text_is("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
	        "UTF-8 stays");
	text_is("a\xff/b\x80", "a" BAD "/b" BAD, "other bytes are replaced");
	text_is("\xc3", BAD, "the start of a character at the end");
	text_is("\xe2\x82x", BAD BAD "x", "the start of a character before another");
	text_is("\xf0\x9f\x98", BAD BAD BAD, "three bytes of four");
	text_is("\xc0\xaf\xe0\x80\xaf", BAD BAD BAD BAD BAD, "longer than need be");
	text_is("\xed\xa0\x80", BAD BAD BAD, "a surrogate");
	text_is("\xf4\x90\x80\x80", BAD BAD BAD BAD, "above U+10FFFF");
	json_t *json = json_of_text(NULL);
	ok(json_is_null(json), "NULL is null");
	for (unsigned first = 1; first < 256; first++)
		for (unsigned second = 1; second < 256; second++) {
			const char text[] = {(char)first, (char)second, (char)0x80, '\0'};

			json = json_of_text(text);
			if (!json)
				ok(false, text);
			json_decref(json);
		}
	return tap_end();
}
