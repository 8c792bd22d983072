// SPDX-License-Identifier: MIT
/* Delivery: fuse in a Debian package: the flavors inside of the baseline's libraries. */
#pragma once

#include "build/run.h"
#include "check/finding.h"
#include "cli/cli.h"

/*
 * Makes the fused libraries of what each flavor, and the baseline once more, has installed. Ends
 * the program where none can be made; one that cannot be fused is said.
 */
void debhelper_fuse(const struct options *options, const struct plan *plan,
                    const struct run_result *result);

/*
 * Puts them in the places of the baseline's in a package's tree (--destdir), and prints "fused
 * DESTDIR PATH" for each. The baseline's must be the same as that which was fused. False, and
 * nothing is changed, if check finds errors.
 */
bool debhelper_place_fused(const struct options *options, const struct plan *plan,
                           struct findings *findings);
