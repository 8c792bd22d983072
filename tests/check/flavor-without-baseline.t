#!/bin/sh
# SPDX-License-Identifier: MIT
# flavor-without-baseline: only CPUs that select the directory find the library.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

baseline
copy
rm "root/$LIBDIR"/libfoo.so.1*
finds 'no baseline above' \
    "E: flavor-without-baseline: /$V3/libfoo.so.1.0: /$LIBDIR has no libfoo.so.1; install the baseline there"
mkdir -p root/usr/lib/foo
library root/usr/lib/foo/libfoo.so.1.0
finds 'one in another folder does not count' \
    "E: flavor-without-baseline: /$V3/libfoo.so.1.0: /$LIBDIR has no libfoo.so.1; install the baseline there"
baseline
finds 'the baseline in its place does'
