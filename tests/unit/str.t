#!/bin/sh
# SPDX-License-Identifier: MIT
# Strings: words split and quoted as the real shell does, and the nearest of several names.
set -eu
TOP=$(cd "${0%/*}/../.." && pwd -P)
exec "${HWFLAVOR_TEST_BUILD:-$TOP/build-tests}/tests/unit/t-str"
