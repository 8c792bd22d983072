#!/bin/sh
# SPDX-License-Identifier: MIT
# JSON from any bytes.
set -eu
TOP=$(cd "${0%/*}/../.." && pwd -P)
exec "${HWFLAVOR_TEST_BUILD:-$TOP/build-tests}/tests/unit/t-json"
