/* SPDX-License-Identifier: MIT */
/*
 * work powm BITS | mul LIMBS | gcd LIMBS | pi DIGITS, and how often: a fixed amount of work, the same in every run, for hwflavor bench. The
 * last line is a checksum: a copy that computes something else is not faster but wrong.
 */
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static mpz_t sum;

static void numbers(mpz_t *all, int count, unsigned long bits)
{
	gmp_randstate_t state;

	gmp_randinit_mt(state);
	gmp_randseed_ui(state, 1);
	for (int i = 0; i < count; i++) {
		mpz_init(all[i]);
		mpz_urandomb(all[i], state, bits);
		mpz_setbit(all[i], bits - 1);
		mpz_setbit(all[i], 0);
	}
	gmp_randclear(state);
}

static void powm(unsigned long bits, unsigned long times)
{
	mpz_t n[3], result;

	mpz_init(result);
	numbers(n, 3, bits);
	while (times-- > 0) {
		mpz_powm(result, n[0], n[1], n[2]);
		mpz_set(n[0], result);
	}
	mpz_add(sum, sum, result);
}

static void mul(unsigned long limbs, unsigned long times)
{
	mpz_t n[2], result;

	mpz_init(result);
	numbers(n, 2, limbs * 64);
	while (times-- > 0) {
		mpz_mul(result, n[0], n[1]);
		mpz_tdiv_r_2exp(n[0], result, limbs * 64);
	}
	mpz_add(sum, sum, n[0]);
}

static void gcd(unsigned long limbs, unsigned long times)
{
	mpz_t n[2], result;

	mpz_init(result);
	numbers(n, 2, limbs * 64);
	while (times-- > 0) {
		mpz_gcd(result, n[0], n[1]);
		mpz_add_ui(n[0], n[0], 2);
		mpz_add(sum, sum, result);
	}
}

/* Machin's formula, with numbers of growing and shrinking size. */
static void arctan(mpz_t result, unsigned long inverse, mpz_t one)
{
	mpz_t term, part;

	mpz_inits(term, part, NULL);
	mpz_tdiv_q_ui(term, one, inverse);
	mpz_set(result, term);
	for (unsigned long i = 3; mpz_sgn(term) != 0; i += 2) {
		mpz_tdiv_q_ui(term, term, inverse * inverse);
		mpz_tdiv_q_ui(part, term, i);
		if (i % 4 == 3)
			mpz_sub(result, result, part);
		else
			mpz_add(result, result, part);
	}
	mpz_clears(term, part, NULL);
}

static void pi(unsigned long digits, unsigned long times)
{
	mpz_t one, a, b;

	mpz_inits(one, a, b, NULL);
	while (times-- > 0) {
		mpz_ui_pow_ui(one, 10, digits + 10);
		arctan(a, 5, one);
		arctan(b, 239, one);
		mpz_mul_ui(a, a, 16);
		mpz_mul_ui(b, b, 4);
		mpz_sub(a, a, b);
	}
	mpz_add(sum, sum, a);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(unsigned long size, unsigned long times);
	} works[] = {{"powm", powm}, {"mul", mul}, {"gcd", gcd}, {"pi", pi}};

	mpz_init(sum);
	for (size_t i = 0; argc == 4 && i < sizeof(works) / sizeof(works[0]); i++)
		if (strcmp(argv[1], works[i].name) == 0) {
			works[i].run(strtoul(argv[2], NULL, 10), strtoul(argv[3], NULL, 10));
			printf("checksum %lu\n", mpz_fdiv_ui(sum, 4294967291UL));
			return 0;
		}
	fprintf(stderr, "usage: work powm|mul|gcd|pi SIZE TIMES\n");
	return 2;
}
