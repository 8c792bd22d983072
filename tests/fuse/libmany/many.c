// SPDX-License-Identifier: MIT
#include "many.h"

int many_counter = 40;
__thread int many_of_thread = 7;
static __thread int private_of_thread;
int common_private;

const char *many_flavor(void)
{
    return helper_flavor();
}

int many_add(int a, int b)
{
    common_private++;
    return a + b;
}

int many_sub(int a, int b)
{
    return a - b;
}

extern __typeof__(many_sub) sub_by_hidden_name __attribute__((alias("many_sub"), visibility("hidden")));

__attribute__((visibility("protected"))) int many_protected(int a)
{
    return a * 2;
}

__attribute__((weak)) int many_weak(void)
{
    return 5;
}

int old_1(void)
{
    return 1;
}

int old_2(void)
{
    return 2;
}

__asm__(".symver old_1, many_old@MANY_1");
__asm__(".symver old_2, many_old@@MANY_2");

many_function *many_add_inside(void)
{
    return many_add;
}

/* On ARM, the compiler takes these two addresses by their distance; a fused library cannot have that. */
#ifdef __arm__
int (*many_protected_inside(void))(int)
{
    return 0;
}

many_function *many_sub_by_hidden_name(void)
{
    return many_sub;
}
#else
int (*many_protected_inside(void))(int)
{
    return many_protected;
}

many_function *many_sub_by_hidden_name(void)
{
    return sub_by_hidden_name;
}
#endif

int many_add_called_inside(int a, int b)
{
    return many_add(a, b);
}

int many_count(void)
{
    return many_counter;
}

void many_bump(void)
{
    many_counter++;
}

int many_of_thread_inside(void)
{
    private_of_thread++;
    return many_of_thread * 10 + private_of_thread;
}

static const char *private_function(void)
{
    return helper_flavor();
}

const struct many_table many_table = {
    many_add, private_function, &many_counter, "text",
#if defined(__AVX2__) || defined(__ARM_NEON) && !defined(__aarch64__) || defined(__ARM_FEATURE_ATOMICS) || \
    defined(__i386__) && defined(__SSE2__)
    "other",
#else
    "baseline",
#endif
    &helper_secret,
};

int many_private(void)
{
    return *many_table.private_data == helper_secret && many_table.private_data == &helper_secret;
}
