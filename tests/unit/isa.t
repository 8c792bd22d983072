#!/bin/sh
# SPDX-License-Identifier: MIT
# The decoders of instructions, and the names of what they need.
set -eu
TOP=$(cd "${0%/*}/../.." && pwd -P)
exec "${HWFLAVOR_TEST_BUILD:-$TOP/build-tests}/tests/unit/t-isa"
