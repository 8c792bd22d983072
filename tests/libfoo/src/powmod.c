/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "foo.h"

#ifdef HAVE_GMP

#include <gmp.h>

/* GMP's unsigned long may be shorter than 64 bits: words go in and out by mpz_import and mpz_export. */
static void set_u64(mpz_t z, uint64_t value)
{
	mpz_init(z);
	mpz_import(z, 1, -1, sizeof value, 0, 0, &value);
}

uint64_t foo_powmod(uint64_t base, uint64_t exp, uint64_t mod)
{
	uint64_t result = 0;
	mpz_t b, e, m;

	if (mod == 0)
		return 0;
	set_u64(b, base);
	set_u64(e, exp);
	set_u64(m, mod);
	mpz_powm(b, b, e, m);
	mpz_export(&result, NULL, -1, sizeof result, 0, 0, b);
	mpz_clears(b, e, m, NULL);
	return result;
}

#else

static uint64_t add_mod(uint64_t a, uint64_t b, uint64_t mod)
{
	return a >= mod - b ? a - (mod - b) : a + b;
}

static uint64_t mul_mod(uint64_t a, uint64_t b, uint64_t mod)
{
	uint64_t result = 0;

	for (; b; b >>= 1) {
		if (b & 1)
			result = add_mod(result, a, mod);
		a = add_mod(a, a, mod);
	}
	return result;
}

uint64_t foo_powmod(uint64_t base, uint64_t exp, uint64_t mod)
{
	uint64_t result;

	if (mod == 0)
		return 0;
	result = 1 % mod;
	base %= mod;
	for (; exp; exp >>= 1) {
		if (exp & 1)
			result = mul_mod(result, base, mod);
		base = mul_mod(base, base, mod);
	}
	return result;
}

#endif
