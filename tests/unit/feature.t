#!/bin/sh
# What hwflavor finds on this CPU is what the compiler's run-time library and the kernel find: tests/unit/t-feature.c.
set -eu
exec "${HWFLAVOR_TEST_BUILD:-$(cd "${0%/*}/../.." && pwd -P)/build-tests}/tests/unit/t-feature"
