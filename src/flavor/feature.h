// SPDX-License-Identifier: MIT
/*
 * CPU features: their names, the architectures that have them, and where a CPU says that it has
 * one.
 *
 * Names on x86 are those of the x86-64 psABI's micro-architecture levels ("lahf-sahf", "sse4.1")
 * and, for features in no level, those of GCC's options ("avx512vbmi2"); elsewhere those that Linux
 * prints in /proc/cpuinfo; on PowerPC, where it prints none, those of glibc's LD_SHOW_AUXV
 * ("arch_3_00"). The table and its sources are in feature.c.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* Whether a Debian architecture knows a feature of that name. */
bool feature_known(const char *architecture, const char *feature);

/* Adds the names an architecture knows, for "did you mean"; none for an unknown architecture. */
void feature_names(const char *architecture, struct strlist *names);

/* The bit of AT_HWCAP that says a CPU has a feature, or -1 where another word says it. */
int feature_hwcap_bit(const char *architecture, const char *feature);

/* Where a CPU says that it has a feature, for a program that has to find out by itself. */
struct feature_test {
	const char
	    *word; /* "CPUID_7_EBX": leaf and register; "HWCAP", "HWCAP2" of the auxiliary vector */
	unsigned bit;
	uint64_t state; /* bits of XCR0 that must be set as well; 0: none */
};

/* False for a feature that is not known, or that no word of those above tells. */
bool feature_test(const char *architecture, const char *feature, struct feature_test *test);
