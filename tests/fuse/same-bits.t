#!/bin/sh
# SPDX-License-Identifier: MIT
# The bytes of a fused library do not depend on where, and with how many jobs, it was made.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc

export CFLAGS='-O2 -g'
for place in one another/place; do
    mkdir -p "$place"
    cp -R "$TOP/tests/fuse/libmany" "$place/libmany"
done
hwflavor fuse --source one/libmany --build-dir one/build --flavors x86-64-v2,x86-64-v3 -j1
hwflavor fuse --source another/place/libmany --build-dir another/place/libmany/debian/build --flavors x86-64-v2,x86-64-v3 -j4
ok 'the same bytes in another place' cmp one/build/fused/root/usr/local/lib/libmany.so.1 \
    another/place/libmany/debian/build/fused/root/usr/local/lib/libmany.so.1
