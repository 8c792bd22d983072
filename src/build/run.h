// SPDX-License-Identifier: MIT
/* Runs scripts/hwflavor.mk under GNU make and follows what becomes of each flavor. */
#pragma once

#include <signal.h>

#include "build/plan.h"

/* The first two alone are debhelper's; build does what comes before it by itself. */
enum run_step { RUN_PREPARE, RUN_CONFIGURE, RUN_BUILD, RUN_TEST, RUN_INSTALL };

struct run_request {
	enum run_step step;
	unsigned
	    jobs;     /* 0: those of the make above us, else of DEB_BUILD_OPTIONS, else one a CPU */
	bool dry_run; /* show the commands, write nothing in the build folder */
	bool show_logs; /* print each step's log whole when it ends, not only the end of a failed
	                   one's */
};

enum run_state {
	RUN_UNFINISHED, /* interrupted, or held up by what failed elsewhere; .note may say so */
	RUN_DONE,       /* .note: after tests, the emulated CPU they ran on; NULL: this one */
	RUN_FAILED,     /* in the step .reached */
	RUN_LEFT_OUT,   /* the compiler does not take its flags; .note says which */
	RUN_UNTESTED,   /* done, but its tests could not run; .note says why */
};

struct run_flavor {
	enum run_state state;
	char reached[16]; /* the last step that was done, or that failed; empty: none */
	unsigned seconds; /* of all its steps, also those of earlier calls */
	char *note;       /* or NULL */
};

struct run_result {
	struct run_flavor *flavors; /* in the order of plan->flavors */
	size_t count;
	bool failed; /* some flavor has not been done */
};

/* The make above us, if any, only shows what it would do (make -n). */
bool run_above_is_dry(void);

/* Set by the first SIGINT, SIGTERM or SIGHUP after run_catch_signals(); else 0. */
extern volatile sig_atomic_t run_signal;
void run_catch_signals(void);

/*
 * Runs the step and those before it. lock is the descriptor of lock_build_dir(), or -1 on a dry
 * run. Returns -1 with the error set when nothing could be run; else the result tells the rest.
 * A failed step prints the end of its log and the log's path to stderr.
 */
int run_make(const struct plan *plan, const struct run_request *request, int lock,
             struct run_result *result, struct error *error);
void run_free(struct run_result *result);
