#!/bin/sh
# SPDX-License-Identifier: MIT
# isa-marker-missing, isa-marker-above: with a marker the loader refuses by name, with too high a one it refuses what it should take.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

baseline
V3FLAGS=-march=x86-64-v3
copy
finds 'no marker on a copy' \
    "W: isa-marker-missing: /$V3/libfoo.so.1.0: has no ISA marker for x86-64-v3, so the loader cannot refuse it by name; link it with -Wl,-z,x86-64-v3"
copy -Wl,-z,x86-64-v4
finds 'one above the directory' \
    "E: isa-marker-above: /$V3/libfoo.so.1.0: its ISA marker asks for x86-64-v4, its place promises x86-64-v3: the loader refuses it and tries no other copy; link it without that marker"
copy -Wl,-z,x86-64-v2
finds 'one below is harmless'
baseline -Wl,-z,x86-64-v2
finds 'one on the baseline' \
    "E: isa-marker-above: /$LIBDIR/libfoo.so.1.0: its ISA marker asks for x86-64-v2, its place promises the baseline: the loader refuses it and tries no other copy; link it without that marker"
