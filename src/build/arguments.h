// SPDX-License-Identifier: MIT
/* The arguments with which a flavor's tree is configured. */
#pragma once

#include "build/plan.h"

/* Fails on one that would build for this machine's CPU only, such as -march=native. */
int arguments_check(const struct strlist *arguments, struct error *error);

/* Plain make gets the arguments itself: -i would hide what fails, -n build nothing. Fails then. */
int arguments_check_make(const struct plan *plan, const struct plan_flavor *planned,
                         struct error *error);

/* Fills in planned->configure: triplets, the package's, the command line's, the flavor's own. */
void arguments_add(struct plan *plan, const struct plan_request *request,
                   struct plan_flavor *planned);
