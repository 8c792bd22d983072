#!/bin/sh
# SPDX-License-Identifier: MIT
# A copy with the baseline's interface, compiled for its flavor and marked: nothing to say.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

baseline
copy
finds 'a good tree has no findings'
hwflavor_is 'nor have the two files' 0 check "root/$LIBDIR/libfoo.so.1.0" "root/$V3/libfoo.so.1.0" </dev/null
hwflavor_is 'nor has the baseline alone' 0 check "root/$LIBDIR/libfoo.so.1.0" </dev/null
hwflavor_is 'nor the copy alone' 0 check "root/$V3/libfoo.so.1.0" </dev/null
hwflavor_is 'nothing is as JSON an empty list' 0 check --json root <<'END'
{
  "findings": []
}
END
is "$(cat stderr)" '' 'and nothing else is said'
mkdir empty
hwflavor_is 'a tree without libraries has none either' 0 check empty </dev/null
is "$(cat stderr)" 'hwflavor: empty: has no shared libraries, so nothing was checked' 'but it is said that nothing was checked'
