#!/bin/sh
# SPDX-License-Identifier: MIT
# identical-to-baseline, fault 4 of Debian tools: bit-identical flavors pass every one of them.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

said="E: identical-to-baseline: /$V3/libfoo.so.1.0: has the code and data of /$LIBDIR/libfoo.so.1.0; see whether the flavor's flags reached the compiler, else leave the flavor out"
unneeded="N: flavor-not-needed: /$V3/libfoo.so.1.0: uses nothing beyond the baseline of amd64; see whether the baseline could be built like it"
baseline -g0
copy -g0 -march=x86-64
nodebug="N: not-checked: /$V3/libfoo.so.1.0: has no debug information, so types and compiler flags are not compared; check before stripping"
finds 'the marker alone makes no other code' "$said" "$nodebug" "$unneeded"
copy -g0 -O2 -fno-tree-vectorize -march=x86-64
finds 'other code without new instructions is another matter' "$nodebug" "$unneeded"
copy -g0
finds 'code of the flavor is fine' "$nodebug"
