#!/bin/sh
# SPDX-License-Identifier: MIT
# gdb stops at a function in the flavor that was chosen, and shows source lines. (Where a function is bound late, gdb stops in its
# resolver first, once: it takes that for the function.)
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/fuse/fuse.sh"
need gcc gdb

fused amd64 x86-64-v2
program gcc use -g
for flavor in x86-64-v2 baseline; do
    disable=
    [ "$flavor" != baseline ] || disable=x86-64-v2
    run env LD_BIND_NOW=1 LD_LIBRARY_PATH="$many" HWFLAVOR_DISABLE="$disable" gdb -nx -batch -ex start \
        -ex 'break many_add if a == 1' -ex continue -ex bt -ex 'info symbol $pc' ./use
    like "$(cat stdout)" '^#0 .*many_add \(a=1, b=1\) at .*many\.c:[0-9]+' "$flavor: stops in the function, with its source line"
    like "$(cat stdout)" '^#1 .*main \(\) at .*use\.c:' "$flavor: and shows the caller"
    like "$(cat stdout)" "^many_add\\[?\\.?$flavor.* in section " "$flavor: which is the one that was chosen"
done
