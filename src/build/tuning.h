// SPDX-License-Identifier: MIT
/* The Files paragraphs in a plan, and the launcher that carries them out. */
#pragma once

#include "build/plan.h"

/*
 * Fails when a Files paragraph for the plan's architecture cannot be obeyed: debhelper builds the
 * baseline itself, without the launcher.
 */
int tuning_check(const struct plan *plan, struct error *error);

/*
 * Fills in planned->files, and plan->launcher where some flavor has any; fails where the launcher
 * is not there.
 */
int tuning_add(struct plan *plan, struct plan_flavor *planned, struct error *error);

/* Whether some Files paragraph concerns a planned flavor; of a variant, the flavor itself. */
bool tuning_concerns(const struct plan *plan, const struct plan_flavor *planned,
                     const struct file_flags *files);
