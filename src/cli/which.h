// SPDX-License-Identifier: MIT
/* What hwflavor which asks, once it is all found out, and how the answers are printed. */
#pragma once

#include "cli/cli.h"
#include "loader/search.h"

/* One step of a search, kept for printing. */
struct kept_step {
	char *name;
	char *stage;
	char *path;
	char *reason;
	enum step_verdict verdict;
};

struct which {
	const struct options *options;
	struct root root;
	struct target target;
	struct cpus cpus;
	struct cpu cpu;
	struct hwcaps hwcaps;
	bool secure; /* these are a setuid program's */
	struct cache cache;
	bool assumed_cache; /* there is none, or packages are laid over it: as ldconfig would write
	                       it */
	struct strlist directories; /* ldconfig's */
	struct environment environment;
	struct search search;
	char *unpacked; /* the private folder of packages, or NULL */
	struct strlist questions;
	struct strlist unreached; /* files of packages that no search by name finds */
	struct kept_step *steps;
	size_t steps_count;
};

/*
 * What a variable is for the program: the last --env, or else hwflavor's own without --root. NULL
 * where it is not set.
 */
const char *which_variable(const struct options *options, const char *name);

/*
 * Sorts what the command line names: packages are unpacked into a private folder that is laid over
 * the root and goes away however hwflavor ends; the rest are questions.
 */
void which_sort_operands(struct which *which);

/*
 * Ends hwflavor where the root's loader is for another machine than the packages, whose
 * architecture was taken for the root's. Returns where that is not what is wrong.
 */
void which_refuse_foreign(struct which *which, const char *architecture);

/* Without other questions: what of the packages programs find by name, or else their programs. */
void which_ask_package(struct which *which);

/* Ends hwflavor by the signal that came. */
_Noreturn void which_end(struct which *which);

/* Finds which->hwcaps for which->cpu. secure: for a setuid program, which no variable reaches. */
void which_find_hwcaps(struct which *which, bool secure);

/* Answers a question; false where there is nothing to ask about, which is then said. */
bool which_ask(struct which *which, const char *question, struct closure *closure);

/* A row for each CPU of the architecture, or for those that were named; returns the exit status. */
int which_print_matrix(struct which *which);

/* Both answer one question; closure is that of the question. Return whether the program starts. */
bool which_print(struct which *which, const char *question, const struct closure *closure);
json_t *which_to_json(struct which *which, const char *question, const struct closure *closure);

/*
 * The flavor inside a fused library that the CPU runs, or NULL for a library that is not fused;
 * path is as the loader has it. Caller frees.
 */
char *which_fused_flavor(struct which *which, const char *path);

/* The directory of a copy, as a person calls it: "x86-64-v3", "neon/vfp", or "baseline". */
char *which_copy_name(const struct which *which, const char *path);

/* glibc grants v3, and v4 above it, to CPUs without BMI up to some version: a copy may fault. */
bool which_may_fault(const struct which *which, const char *path);

/* Whether a marker, or what it needs, keeps the program from starting. */
bool which_starts(const struct closure *closure);
