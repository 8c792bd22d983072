#!/bin/sh
# SPDX-License-Identifier: MIT
# A copy with the baseline's own code is left out, and that is said.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc jq

twin make source
cat >source/hwflavors <<'END'
Flavors: nothing x86-64-v3

Flavor: nothing
Architecture: amd64
Directory: glibc-hwcaps/nothing
Cflags: -DCHANGES_NOTHING
END
hwflavor install --source source --build-dir build --destdir out -j2
is "$status $(cd out && find . -name '*.so*' | sort | tr '\n' ' ')" "0 ./usr/local/lib/glibc-hwcaps/x86-64-v3/libfoo.so.10 ./usr/local/lib/glibc-hwcaps/x86-64-v3/libfoo.so.10.0.0 ./usr/local/lib/libfoo.so ./usr/local/lib/libfoo.so.10 ./usr/local/lib/libfoo.so.10.0.0 " \
    'only the copy that differs is delivered'
is "$(grep 'no copy' stderr)" "hwflavor: nothing: no copy of /usr/local/lib/libfoo.so.10.0.0: has the same code and data as the baseline's" 'the other is named'
is "$(plain_table stdout)" 'FLAVOR STEP TIME COPIES
baseline install T -
nothing install T -
x86-64-v3 install T 1, S KiB' 'and counts as none'
hwflavor install --source source --build-dir build --destdir out --json -j2
is "$(jq -c '.copies[] | [.flavor, .state, .installed]' stdout)" '["nothing","identical",null]
["x86-64-v3","delivered","/usr/local/lib/glibc-hwcaps/x86-64-v3/libfoo.so.10.0.0"]' 'the JSON says so'
