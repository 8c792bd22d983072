/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "foo.h"

/* Whole blocks of a constant length: gcc vectorises such a loop at -O2 too, where it leaves loops of unknown length alone. */
#define LANES (FOO_VECTOR_BYTES / sizeof(uint32_t))

uint32_t foo_dot(const int32_t *a, const int32_t *b, size_t n)
{
	uint32_t lane[LANES] = { 0 };
	uint32_t sum = 0;
	size_t i = 0;

	for (; n - i >= LANES; i += LANES)
		for (size_t j = 0; j < LANES; j++)
			lane[j] += (uint32_t)a[i + j] * (uint32_t)b[i + j];
	for (; i < n; i++)
		sum += (uint32_t)a[i] * (uint32_t)b[i];
	for (size_t j = 0; j < LANES; j++)
		sum += lane[j];
	return sum;
}
