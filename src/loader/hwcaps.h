// SPDX-License-Identifier: MIT
/*
 * The subdirectories of a library directory that a loader searches on a CPU, in its order.
 *
 * glibc 2.33 and later look into glibc-hwcaps/NAME for the names of the architecture. glibc up to
 * 2.36 then look into legacy directories: every combination of what the kernel reports (neon, vfp),
 * of AT_PLATFORM (v7l) and of "tls". Sources: glibc's sysdeps/.../dl-hwcaps-subdirs.c,
 * dl-procinfo.h and elf/dl-hwcaps.c, checked with the real loaders (tests/which/differential.t).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "flavor/cpu.h"
#include "flavor/flavor.h"
#include "loader/environment.h"

/* A subdirectory that is not searched, and why, as a clause: "the CPU lacks avx2". */
struct hwcaps_refusal {
	char *directory; /* "glibc-hwcaps/x86-64-v3/" */
	char *reason;
};

struct hwcaps {
	struct strlist searched; /* with a slash at the end; the last is "": the directory itself */
	struct strlist names;    /* those below glibc-hwcaps, for entries of the cache */
	struct hwcaps_refusal *refused;
	size_t refused_count;
	char *platform;  /* $PLATFORM, or NULL */
	bool legacy;     /* this glibc knows legacy directories */
	uint64_t bits;   /* legacy ones that the CPU has, as in the cache's entries */
	uint32_t isa;    /* ISA_... of property.h that the CPU has */
	uint32_t weak;   /* of them, those that this glibc grants without testing BMI1 and BMI2 */
	char *weak_lack; /* the feature that a weak test overlooks, or NULL */
};

void hwcaps_find(struct hwcaps *hwcaps, const char *architecture, struct glibc glibc,
                 const struct cpu *cpu, const struct environment *environment);
void hwcaps_free(struct hwcaps *hwcaps);

/*
 * The bits with which ldconfig of a glibc up to 2.36 marks what it finds in a directory of that
 * path: one for each legacy name at the path's end ("/lib/neon/vfp").
 */
uint64_t hwcaps_bits_of_path(const char *architecture, const char *path);

/* Whether ldconfig of a glibc up to 2.36 looks into a subdirectory of that name. */
bool hwcaps_is_legacy_name(const char *architecture, const char *name);

/* Whether a loader accepts an entry of the cache that has these legacy bits. */
bool hwcaps_accept(const struct hwcaps *hwcaps, const char *architecture, uint64_t bits);
