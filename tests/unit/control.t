#!/bin/sh
# SPDX-License-Identifier: MIT
# The deb822 reader: what it takes, with lines, and what it refuses.
set -eu
TOP=$(cd "${0%/*}/../.." && pwd -P)
exec "${HWFLAVOR_TEST_BUILD:-$TOP/build-tests}/tests/unit/t-control"
