#!/bin/sh
# SPDX-License-Identifier: MIT
# A flag that the compiler does not take is left out where it may be, and said; elsewhere, as for a pattern that matches nothing, the build
# fails with the reason.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc g++

twin make make
export CFLAGS=-g
printf 'Build-System: make\n\nFiles: foo.c\nCflags-If-Supported: -fno-such-flag --param max-unroll-times=2 -funroll-loops\n' >make/hwflavors
for turn in first second; do
    hwflavor build --source make --build-dir b --flavors baseline -j2
    is "$status $(sed "s|$TMP/||; s/ (no newline.*//" stderr | grep 'does not take')" \
        '0 hwflavor: baseline: make/hwflavors:3: the compiler does not take -fno-such-flag: foo.c is compiled without it' "the $turn time: it is said"
done
like "$(readelf --debug-dump=info b/baseline/tree/foo.o | grep producer)" '--param.*max-unroll-times=2.*-funroll-loops|-funroll-loops.*--param.*max-unroll-times=2' 'the others are used'

sed -i 's/-If-Supported//' make/hwflavors
expected=1
hwflavor build --source make --build-dir b --flavors baseline -j2
is "$status $(tail -n 1 b/baseline/probe.log | sed 's/: cc1.*\|: gcc.*/.../')" \
    "1 hwflavor: $TMP/make/hwflavors:3: the compiler does not take -fno-such-flag for foo.c..." 'where it must be taken, the build fails'

printf 'Files: foo.c nofile.c lib/*.c\nCflags: -O3\n' >make/hwflavors
hwflavor build --source make --build-dir b --flavors baseline -j2
is "$status $(grep matches b/baseline/build.log)" "1 hwflavor: $TMP/make/hwflavors:1: Files: nofile.c matches no file that was compiled; correct the pattern, or take it out
hwflavor: $TMP/make/hwflavors:1: Files: lib/*.c matches no file that was compiled; correct the pattern, or take it out" 'each pattern that matches nothing'
printf 'Files: foo.c\nCflags: -O3\n' >make/hwflavors
expected=0
for turn in first second; do
    hwflavor build --source make --build-dir b --flavors baseline -j2
    is "$status" 0 "corrected, the $turn time"
done
printf 'Files: foo.c\nCflags: -O3\n' >make/hwflavors
expected=1
CFLAGS='-flto' hwflavor build --source make --build-dir b-lto --flavors baseline -j2
is "$status $(grep -c 'hwflavor-cc: foo.c: -flto would merge it' b-lto/baseline/build.log)" '1 1' 'with -flto the build fails with the reason'
