/* SPDX-License-Identifier: MIT */
/*
 * The interface of libfoo. It is the same for every flavor: nothing here may depend on the compiler's flags, because only the
 * baseline's header is installed.
 */
#ifndef FOO_H
#define FOO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Data that programs may change. A program has its own copy of the object (copy relocation), which the library must use too. */
extern int foo_answers[4];

/* The name of the flavor this copy was compiled for, or "baseline"; a constant string. */
const char *foo_flavor(void);

/* foo_answers[i], as the library sees it; -1 if there is no such element. */
int foo_answer(size_t i);

/* The sum of a[i] * b[i], modulo 2^32. */
uint32_t foo_dot(const int32_t *a, const int32_t *b, size_t n);

/* base to the power of exp, modulo mod; 0 if mod is 0. */
uint64_t foo_powmod(uint64_t base, uint64_t exp, uint64_t mod);

/* The number of one bits in n words. Since 10.1. */
uint64_t foo_popcount(const uint64_t *words, size_t n);

#ifdef __cplusplus
}
#endif

#endif
