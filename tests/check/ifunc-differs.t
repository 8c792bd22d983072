#!/bin/sh
# SPDX-License-Identifier: MIT
# ifunc-differs: a function that is chosen at load time in one of the two only.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

ifunc='-DMORE=static int one(void) { return 1; } static int (*resolve(void))(void) { return one; } int foo_pick(void) __attribute__((ifunc("resolve")));'
plain='-DMORE=int foo_pick(void) { return 1; }'
baseline "$ifunc"
copy "$plain"
finds 'lost in the copy' \
    "W: ifunc-differs: /$V3/libfoo.so.1.0: differs in IFUNCs: foo_pick (in the baseline only); see whether link-time optimisation lost them"
copy "$ifunc"
finds 'in both it is fine'
baseline "$plain"
finds 'lost in the baseline' \
    "W: ifunc-differs: /$V3/libfoo.so.1.0: differs in IFUNCs: foo_pick (in the copy only); see whether link-time optimisation lost them"
