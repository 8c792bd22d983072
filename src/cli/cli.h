// SPDX-License-Identifier: MIT
/* The subcommands, and what several of them share: options, and the table at the end. */
#pragma once

#include <getopt.h>
#include <stdbool.h>

#include "build/gather.h"
#include "build/plan.h"
#include "build/run.h"
#include "check/finding.h"

/* Each gets its own arguments, argv[0] being its name, and returns the exit status. */
int cmd_bench(int argc, char **argv);
int cmd_build(int argc, char **argv);
int cmd_cpu(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_debhelper(int argc, char **argv);
int cmd_fuse(int argc, char **argv);
int cmd_install(int argc, char **argv);
int cmd_list(int argc, char **argv);
int cmd_plan(int argc, char **argv);
int cmd_test(int argc, char **argv);
int cmd_which(int argc, char **argv);

/* What the commands about a source take. Zero-initialised is the default; options_free() frees. */
struct options {
	struct plan_request plan;
	const char *destdir;
	unsigned jobs;
	bool dry_run;
	bool json;
	/* Of which and cpu. */
	const char *root;
	struct strlist cpus;        /* --cpu, as given */
	struct strlist environment; /* --env, NAME=VALUE */
	struct strlist operands;    /* arguments that are no options */
	const char *hwcaps_mask;    /* as ld.so's options of these names */
	const char *hwcaps_prepend;
	bool explain;
	bool matrix;
	bool ask_loader;
	bool verbose;
	bool list;
	/* Of bench. */
	bool instructions;
	bool no_record;
	double budget; /* seconds */
	const char *html;
	/* Of check, which also has operands. */
	const char *explain_tag; /* a finding's tag */
	const char *isa;         /* a file whose functions are to be listed */
	/* Of debhelper. */
	const char *headers; /* where the baseline's headers are, or NULL */
};

/* Which options a command has: bits for options_parse(). */
enum {
	OPTIONS_SOURCE = 1,  /* --source ... -- CONFIGURE-ARGS */
	OPTIONS_RUN = 2,     /* -jN, -n */
	OPTIONS_DESTDIR = 4, /* --destdir */
	OPTIONS_WHICH = 8,   /* --root ... --ask-loader LIBRARY... */
	OPTIONS_CPU = 16,    /* --list [CPU] */
	OPTIONS_CHECK = 32,  /* --explain TAG, --isa, --file, --flavors, PATH... */
	OPTIONS_OPERANDS = OPTIONS_WHICH | OPTIONS_CPU | OPTIONS_CHECK,
	OPTIONS_LIST = 64,       /* --cpu, --file */
	OPTIONS_DEBHELPER = 128, /* --system, --baseline-tree, --headers, --verbose */
	OPTIONS_BENCH = 256,     /* --ablate ... --no-record */
};

/*
 * Reads a command's options; every command has --arch, --glibc, --json and --help, which prints
 * help and ends the program. A wrong one ends it too, with EXIT_REQUEST.
 */
void options_parse(struct options *options, unsigned which, const char *help, int argc,
                   char **argv);
void options_free(struct options *options);

/* Resolves a plan and says which flavors are left out, or ends the program with the error. */
void options_plan(const struct options *options, struct plan *plan);

/*
 * Runs build, test or install with the steps before it. Ends the program when nothing could be run,
 * and by the signal that interrupted it. Both are then the caller's to free.
 */
void run_steps(const struct options *options, enum run_step step, struct plan *plan,
               struct run_result *result);

/*
 * What is about to be installed, and what check says of it; given to gather_install() as data of
 * approve_copies(), which refuses what has errors.
 */
struct approval {
	const struct plan *plan;
	const char *baseline_root;
	const char *headers_root; /* the root that has the baseline's headers */
	struct findings findings;
};
int approve_copies(void *data, const struct gather_copy *copies, size_t count, struct error *error);

/*
 * Runs a further step of the same plan; the result takes the place of the last one. With Delivery:
 * fuse, run_steps() of RUN_TEST goes as far as RUN_INSTALL only: the caller fuses, and goes on
 * here.
 */
void run_more(const struct options *options, enum run_step step, const struct plan *plan,
              struct run_result *result);

/*
 * Prints the closing table or, for --json, its values: how far each flavor came, and the size of
 * its copies where they were installed (copies may be NULL). Returns the exit status.
 */
int report(const struct options *options, const struct plan *plan, const struct run_result *result,
           const struct gather_result *copies);

/* check --isa: prints what each function of a file needs; ends the program if it cannot. */
void check_isa(const char *path, const struct flavors *flavors, bool json);

/* After SIGINT and its like: ends the program by that signal, so that its caller sees it. */
void end_when_interrupted(const struct options *options);

/* Ends the program with the error's text. */
_Noreturn void die_of(const struct error *error);

/* Flushes stdout; ends the program when it cannot be written (a full disk, a closed pipe). */
void finish_output(void);
