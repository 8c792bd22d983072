#!/bin/sh
# SPDX-License-Identifier: MIT
# The ELF reader, and whether two libraries have the same code.
set -eu
TOP=$(cd "${0%/*}/../.." && pwd -P)
exec "${HWFLAVOR_TEST_BUILD:-$TOP/build-tests}/tests/unit/t-library"
