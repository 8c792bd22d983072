// SPDX-License-Identifier: MIT
/* What bench builds beside the flavors: each with a part of it taken away. */
#pragma once

#include "build/plan.h"

/* Adds the variants that are asked for, after all flavors. */
void variants_add(struct plan *plan, const struct plan_request *request);
