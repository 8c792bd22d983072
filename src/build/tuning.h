// SPDX-License-Identifier: MIT
/* The Files paragraphs in a plan, and the launcher that carries them out. */
#pragma once

#include "build/plan.h"

/*
 * Fills in planned->files, and plan->launcher where some flavor has any; fails where the launcher
 * is not there.
 */
int tuning_add(struct plan *plan, struct plan_flavor *planned, struct error *error);

/*
 * With debhelper the baseline is no flavor of the plan, but Files paragraphs may be for it: writes
 * BUILD/baseline/files and BUILD/baseline/compilers (scripts/tune-baseline). Does nothing where no
 * paragraph concerns the baseline.
 */
int tuning_prepare_baseline(struct plan *plan, bool dry_run, struct error *error);

/* Whether some Files paragraph concerns a planned flavor; of a variant, the flavor itself. */
bool tuning_concerns(const struct plan *plan, const struct plan_flavor *planned,
                     const struct file_flags *files);
