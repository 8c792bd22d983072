#!/bin/sh
# SPDX-License-Identifier: MIT
# The number in what a benchmark prints, the programs behind libtool's wrappers, and verdicts together.
set -eu
TOP=$(cd "${0%/*}/../.." && pwd -P)
exec "${HWFLAVOR_TEST_BUILD:-$TOP/build-tests}/tests/unit/t-measure"
