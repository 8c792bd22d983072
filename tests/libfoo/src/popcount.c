/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "foo.h"

uint64_t foo_popcount(const uint64_t *words, size_t n)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < n; i++)
		bits += (unsigned)__builtin_popcountll(words[i]);
	return bits;
}
