/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "foo.h"

int foo_answers[4] = { 42, 6, 9, 54 };

int foo_answer(size_t i)
{
	return i < sizeof foo_answers / sizeof foo_answers[0] ? foo_answers[i] : -1;
}
