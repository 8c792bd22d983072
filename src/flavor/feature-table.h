// SPDX-License-Identifier: MIT
/* How the table of features is laid out; for feature.c and machine.c only. */
#pragma once

#include <stdint.h>

/* The words in which a machine tells what it has. */
enum word {
	CPUID_1_ECX, /* CPUID_<leaf>_<register>, 7.1 and D.1 being subleaf 1 */
	CPUID_1_EDX,
	CPUID_7_EBX,
	CPUID_7_ECX,
	CPUID_7_EDX,
	CPUID_71_EAX,
	CPUID_71_EDX,
	CPUID_D1_EAX,
	CPUID_80000001_ECX,
	CPUID_80000001_EDX,
	XCR0,
	HWCAP,
	HWCAP2,
	FACILITIES, /* what STFLE stores on s390x, in four words */
	WORDS = FACILITIES + 4,
};

struct feature {
	unsigned families;
	const char *name;
	enum word word;
	unsigned bit;
	uint64_t state; /* must be set in XCR0; 0 outside x86 */
};

/* The feature of a Debian architecture, or NULL. */
const struct feature *feature_find(const char *architecture, const char *name);
