/* SPDX-License-Identifier: MIT */
/*
 * FOO_FLAVOR: the flavor that the unit including this is compiled for. Only the compiler's predefined macros decide, so that the
 * answer proves which flags really reached the compiler.
 */
#ifndef FLAVOR_H
#define FLAVOR_H

#if defined __x86_64__
# if defined __AVX512F__ && defined __AVX512BW__ && defined __AVX512CD__ && defined __AVX512DQ__ && defined __AVX512VL__
#  define FOO_FLAVOR "x86-64-v4"
# elif defined __AVX2__ && defined __BMI2__ && defined __FMA__
#  define FOO_FLAVOR "x86-64-v3"
# elif defined __SSE4_2__
#  define FOO_FLAVOR "x86-64-v2"
# endif
#elif defined __i386__ && defined __SSE2__
# define FOO_FLAVOR "i386-sse2"
#elif defined __arm__ && defined __ARM_NEON
# define FOO_FLAVOR "armv7-neon"
#elif defined _ARCH_PWR10
# define FOO_FLAVOR "power10"
#elif defined _ARCH_PWR9
# define FOO_FLAVOR "power9"
#elif defined __s390x__ && __ARCH__ >= 15
# define FOO_FLAVOR "z17"
#elif defined __s390x__ && __ARCH__ == 14
# define FOO_FLAVOR "z16"
#elif defined __s390x__ && __ARCH__ == 13
# define FOO_FLAVOR "z15"
#elif defined __s390x__ && __ARCH__ == 12
# define FOO_FLAVOR "z14"
#elif defined __s390x__ && __ARCH__ == 11
# define FOO_FLAVOR "z13"
#endif

#ifndef FOO_FLAVOR
# define FOO_FLAVOR "baseline"
#endif

#endif
