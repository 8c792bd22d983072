// SPDX-License-Identifier: MIT
/* Whether a flavor installs the headers and pkg-config files that the baseline installs. */
#pragma once

#include "check/tree.h"

/*
 * Compares below two DESTDIRs, both inside the build folder. What a flavor does not install does
 * not matter: only the baseline's is delivered.
 */
int headers_check(const char *build, const char *baseline, const struct flavor *flavor,
                  struct findings *findings, struct error *error);
