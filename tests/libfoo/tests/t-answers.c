/* SPDX-License-Identifier: MIT */
/* The program and the library share one foo_answers, in whatever way the object is reached. */
#include "config.h"

#include "check.h"
#include "foo.h"

int main(void)
{
	CHECK(foo_answers[0] == 42 && foo_answer(0) == 42);
	CHECK(foo_answers[3] == foo_answers[1] * foo_answers[2]);
	foo_answers[0] = 7;
	CHECK(foo_answer(0) == 7);
	CHECK(foo_answer(4) == -1);
	return 0;
}
