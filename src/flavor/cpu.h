// SPDX-License-Identifier: MIT
/*
 * CPUs: the features that a kernel on one offers to programs. They are read from flavors/cpus, from
 * the machine this program runs on, or from what `hwflavor cpu --json` saved; names compare without
 * case, "raspberry pi 4" and "Raspberry-Pi-4" being the same.
 */
#pragma once

#include <jansson.h>

#include "base/error.h"
#include "base/str.h"

/* One CPU for one architecture. Zero-initialised is empty; cpu_free() frees. */
struct cpu {
	char *name;
	char *architecture; /* Debian's name */
	char *description;
	char *platform; /* what the kernel says in AT_PLATFORM, or NULL: $PLATFORM of the loader */
	char *vendor; /* "Intel", "AMD", ... or NULL: glibc names some directories for Intel only */
	struct strlist features; /* as in feature.h */
};

/* The CPUs of a file, in its order. Zero-initialised is empty. */
struct cpus {
	struct cpu *items;
	size_t count;
};

int cpus_load(struct cpus *cpus, const char *file, struct error *error);
void cpus_free(struct cpus *cpus);

/* The CPU of that name (or other name of it) and architecture, or NULL. */
const struct cpu *cpus_find(const struct cpus *cpus, const char *name, const char *architecture);

/*
 * Makes the CPU that text asks for: NAME or the path of a file that `hwflavor cpu --json` saved,
 * then changes as in "Haswell,-bmi1,+adx". NULL or "this" is this machine, which must run programs
 * of the architecture. architecture may be NULL: then it is the first that has a CPU of that name.
 */
int cpu_choose(struct cpu *cpu, const char *text, const char *architecture, const struct cpus *cpus,
               struct error *error);

/* The first of the names of a CPU that has several ("Jaguar | Puma"); caller frees. */
char *cpu_first_name(const char *name);

void cpu_free(struct cpu *cpu);

bool cpu_has(const struct cpu *cpu, const char *feature);

/* The first of the features that the CPU lacks, or NULL; points into features. */
const char *cpu_first_missing(const struct cpu *cpu, const struct strlist *features);

/* What `hwflavor cpu --json` prints and --cpu FILE reads. */
json_t *cpu_to_json(const struct cpu *cpu);
