#!/bin/sh
# SPDX-License-Identifier: MIT
# Roots of Debian 12 and 13 with nothing wrong in them have no findings.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

for suite in bookworm trixie; do
    dir=$(root $suite amd64)
    hwflavor_is "$suite" 0 check "$dir" </dev/null
done
