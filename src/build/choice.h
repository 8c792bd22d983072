// SPDX-License-Identifier: MIT
/* Which flavors a plan has, which it leaves out and why, and how they are delivered. */
#pragma once

#include "build/plan.h"

/*
 * Fills in plan->flavors (the baseline first, but in a debhelper build), plan->left_out and
 * plan->fuse: from the request, the package's file, the flavors' defaults, what the loader of
 * plan->glibc searches, and, unless they are to be measured, the package's record.
 */
int choice_make(struct plan *plan, const struct plan_request *request, struct error *error);

/*
 * Two flavors in one directory would overwrite one another's copies: fails then. bench need not
 * ask, since it tries them one by one.
 */
int choice_check_directories(const struct plan *plan, struct error *error);
