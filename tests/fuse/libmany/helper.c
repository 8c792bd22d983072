// SPDX-License-Identifier: MIT
#include "many.h"

int helper_secret = 11;

static const int one __attribute__((section("many_set"), used)) = 1;
static const int two __attribute__((section("many_set"), used)) = 2;
static const int four __attribute__((section("many_set"), used)) = 4;
extern const int __start_many_set[] PRIVATE, __stop_many_set[] PRIVATE;

int many_set_sum(void)
{
    int sum = 0;

    for (const int *at = __start_many_set; at < __stop_many_set; at++)
        sum += *at;
    return sum;
}

const char *helper_flavor(void)
{
#if defined(__AVX2__)
    return "x86-64-v3";
#elif defined(__x86_64__) && defined(__SSE4_2__)
    return "x86-64-v2";
#elif defined(__i386__) && defined(__SSE2__)
    return "i386-sse2";
#elif defined(__ARM_FEATURE_ATOMICS)
    return "armv8-lse";
#elif defined(__arm__) && defined(__ARM_NEON)
    return "armv7-neon";
#else
    return "baseline";
#endif
}
