#!/bin/sh
# SPDX-License-Identifier: MIT
# The rules by which bench judges are right: known distributions, 1,000 trials each, and how often verdict and interval are wrong.
set -eu
TOP=$(cd "${0%/*}/../.." && pwd -P)
exec "${HWFLAVOR_TEST_BUILD:-$TOP/build-tests}/tests/unit/t-statistics"
