/* SPDX-License-Identifier: MIT */
/* Powers are right at the edges of 64 bits, with GMP and without. */
#include "config.h"

#include "check.h"
#include "foo.h"

int main(void)
{
	const uint64_t prime = UINT64_C(18446744073709551557); /* the largest below 2^64 */

	CHECK(foo_powmod(2, 10, 1000) == 24);
	CHECK(foo_powmod(0, 0, 7) == 1);
	CHECK(foo_powmod(5, 0, 1) == 0);
	CHECK(foo_powmod(5, 5, 0) == 0);
	CHECK(foo_powmod(2, 64, prime) == 59);
	CHECK(foo_powmod(3, prime - 1, prime) == 1);
	CHECK(foo_powmod(prime - 1, 3, prime) == prime - 1);
	return 0;
}
