// SPDX-License-Identifier: MIT
/* The machine that this program runs on: its architecture, and what its CPU has. */
#pragma once

#include <stdbool.h>

/*
 * The Debian architecture of this machine's programs ("amd64"), from how hwflavor was compiled;
 * "unknown" where hwflavor knows no features.
 */
const char *machine_architecture(void);

/* Whether this machine runs programs of that architecture itself: its own, and i386 on amd64. */
bool machine_runs(const char *architecture);

/*
 * Whether this CPU offers a feature to programs: one that the kernel has not switched on counts as
 * absent. False for one that only another architecture knows.
 */
bool machine_has_feature(const char *feature);

/* The CPU's model as CPUID or the kernel names it, or "unknown", for people; caller frees. */
char *machine_cpu_name(void);
