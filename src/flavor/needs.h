// SPDX-License-Identifier: MIT
/*
 * What a flavor needs of a CPU: the features it names, and those of the flavors it names, and so
 * on.
 */
#pragma once

#include "flavor/flavor.h"

/* Fills in needs everywhere; fails at unknown features and at cycles, with file and line. */
int flavors_resolve(struct flavors *flavors, struct error *error);

/*
 * Worst first, once they are resolved: the flavors of an architecture need one another's features,
 * so that the best needs the most.
 */
int flavor_compare(const struct flavor *one, const struct flavor *two);
