/* SPDX-License-Identifier: MIT */
/* The copy under test is of the flavor that FOO_EXPECT_FLAVOR names; without it, the test only says the flavor. */
#include "config.h"

#include <string.h>

#include "check.h"
#include "foo.h"

int main(void)
{
	const char *expected = getenv("FOO_EXPECT_FLAVOR");

	printf("%s\n", foo_flavor());
	if (expected && strcmp(expected, foo_flavor()) != 0) {
		fprintf(stderr, "t-flavor: expected %s\n", expected);
		return 1;
	}
#ifdef FOO_BREAK_TEST
	fprintf(stderr, "t-flavor: fails because of --enable-break=test\n");
	return 1;
#else
	return 0;
#endif
}
