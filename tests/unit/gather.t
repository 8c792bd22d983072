#!/bin/sh
# SPDX-License-Identifier: MIT
# What install puts where, and that it does so at once or not at all.
set -eu
TOP=$(cd "${0%/*}/../.." && pwd -P)
exec "${HWFLAVOR_TEST_BUILD:-$TOP/build-tests}/tests/unit/t-gather"
