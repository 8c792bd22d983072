#!/bin/sh
# SPDX-License-Identifier: MIT
# exports-extra: what only the copy exports, someone will come to depend on.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

baseline
copy '-DMORE=int foo_fast(void) { return 1; }'
finds 'a function more' \
    "E: exports-extra: /$V3/libfoo.so.1.0: exports what the baseline does not: foo_fast; hide it, or add it to the baseline"
copy '-DMORE=__attribute__((visibility("hidden"))) int foo_fast(void) { return 1; }'
finds 'a hidden one is fine'
