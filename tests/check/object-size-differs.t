#!/bin/sh
# SPDX-License-Identifier: MIT
# object-size-differs: programs hold copies of exported objects, as large as they were when linked.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

differs() {
    echo "E: object-size-differs: /$V3/libfoo.so.1.0: exports objects of another size: $1; give them one size in every flavor"
}
baseline '-DMORE=int foo_state[4]; __thread int foo_errno;'
copy '-DMORE=int foo_state[8]; __thread int foo_errno;' -g0
finds 'an array of another length' "$(differs 'foo_state (32 bytes, not 16)')" \
    "N: not-checked: /$V3/libfoo.so.1.0: has no debug information, so types and compiler flags are not compared; check before stripping"
baseline '-DMORE=int foo_state[4]; __thread int foo_errno;' -g0
copy '-DMORE=int foo_state[4]; __thread long foo_errno;' -g0
finds 'thread-local too' "$(differs 'foo_errno (8 bytes, not 4)')" \
    "N: not-checked: /$V3/libfoo.so.1.0: has no debug information, so types and compiler flags are not compared; check before stripping"
baseline '-DMORE=int foo_state[4];'
copy '-DMORE=int foo_state[4] = {1};'
finds 'other contents are fine'
