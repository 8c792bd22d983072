#!/bin/sh
# SPDX-License-Identifier: MIT
# flags-from-build-machine: -march=native, or CPU options that nobody chose.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

baseline
copy -g0
echo 'int foo_bar(void) { return 1; }' >bar.c
"$CC" -g -O2 -march=native -fPIC -c bar.c
baseline bar.o
copy bar.o
native='was compiled for the build machine'\''s CPU (-march=native): bar.c; take the option out, or name the CPU'
finds 'native, in baseline and copy' "E: flags-from-build-machine: /$V3/libfoo.so.1.0: $native" \
    "E: flags-from-build-machine: /$LIBDIR/libfoo.so.1.0: $native"
"$CC" -g -O2 -fPIC -c bar.c
baseline bar.o
"$CC" -g -O2 -march=x86-64-v3 -maes -fPIC -c bar.c
copy bar.o
finds 'an option that neither has' \
    "E: flags-from-build-machine: /$V3/libfoo.so.1.0: was compiled with options that neither x86-64-v3 nor the baseline has: -maes (bar.c); take them out"
"$CC" -g -O2 -maes -fPIC -c bar.c
baseline bar.o
finds 'what the baseline has for that file is fine'
"$CC" -g -O2 -march=x86-64-v3 -mtune=haswell -fPIC -c bar.c
copy bar.o
finds 'tuning is fine'
