/* SPDX-License-Identifier: MIT */
/* Vectorised code gives the right sums for every length and alignment: whole vectors, their remainders, nothing at all. */
#include "config.h"

#include "check.h"
#include "foo.h"

enum { LENGTH = 4096 };

static int32_t a[LENGTH], b[LENGTH];
static uint64_t words[LENGTH];

int main(void)
{
	for (int i = 0; i < LENGTH; i++) {
		a[i] = i;
		b[i] = -2;
		words[i] = (uint64_t)i << 40 | (uint64_t)i;
	}
	for (uint32_t from = 0; from < 5; from++)
		for (uint32_t n = 0; n < 200; n++)
			CHECK(foo_dot(a + from, b + from, n) == 0 - (2 * from * n + n * n - n));
	for (int i = 0; i < LENGTH; i++)
		a[i] = b[i] = INT32_MIN + 1;
	CHECK(foo_dot(a, b, LENGTH) == LENGTH);

	/* All numbers of 12 bits, each written twice into its word: half of their bits are ones. */
	CHECK(foo_popcount(words, LENGTH) == 12 * LENGTH);
	CHECK(foo_popcount(words + 1, 3) == 8);
	CHECK(foo_popcount(words, 0) == 0);
	return 0;
}
