#!/bin/sh
# SPDX-License-Identifier: MIT
# flavor-not-needed: whatever made it faster, the baseline could have it.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

baseline
copy -O1
finds 'nothing beyond the baseline' \
    "N: flavor-not-needed: /$V3/libfoo.so.1.0: uses nothing beyond the baseline of amd64; see whether the baseline could be built like it"
copy -O1 '-DMORE=unsigned foo_count(unsigned a) { return __builtin_clz(a); }'
baseline '-DMORE=unsigned foo_count(unsigned a) { return __builtin_clz(a); }'
finds 'one instruction is enough'
