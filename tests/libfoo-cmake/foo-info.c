/* SPDX-License-Identifier: MIT */
/* foo-info prints the flavor of the copy that the loader chose, and fails where FOO_EXPECT_FLAVOR names another: the test too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foo.h"

int main(void)
{
	const char *expected = getenv("FOO_EXPECT_FLAVOR");

	printf("libfoo: %s\n", foo_flavor());
	return expected && strcmp(expected, foo_flavor()) != 0;
}
