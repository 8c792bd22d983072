// SPDX-License-Identifier: MIT
/*
 * A plan as text. The same values under the same names for three readers:
 *
 *   plan.mk            make variables for scripts/hwflavor.mk and debian/rules: BUILD_SYSTEM, and
 *                      FLAVOR.cflags for a flavor's own
 *   FLAVOR/values      shell variables for scripts/run-step: build_system, cflags. The flavor is
 *                      configured anew when this file changes
 *   FLAVOR/testing     the same for what only testing needs
 *   JSON               for other programs: "build-system", and "cflags" in an array of flavors
 *
 * Lists (cflags, ldflags, configure, emulator-cpus) are text for a shell, each word quoted where
 * needed; in JSON they are arrays. yes/no values are "yes" or empty; in JSON, true or false.
 */
#pragma once

#include "build/plan.h"

/* plan.mk; caller frees. */
char *values_make_text(const struct plan *plan);

/* Indented JSON with a newline at its end; caller frees. */
char *values_json_text(const struct plan *plan);

/* Writes plan.mk and the flavors' files below dir, files that are right already untouched. */
int values_write(const struct plan *plan, const char *dir, struct error *error);

/* The value of one of all flavors' variables in what values_make_text() wrote; caller frees. */
char *values_find(const char *text, const char *name);
