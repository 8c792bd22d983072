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

# Inside the library: hidden by name, and where the names are gone, by what the loader is told to do.
hidden='-DMORE=static int one(void) { return 1; } static int (*resolve(void))(void) { return one; } static int foo_inner(void) __attribute__((ifunc("resolve"))); int foo_outer(void) { return foo_inner(); }'
direct='-DMORE=static int foo_inner(void) { return 1; } int foo_outer(void) { return foo_inner(); }'
baseline "$hidden"
copy "$direct"
finds 'one that is not exported' \
    "W: ifunc-differs: /$V3/libfoo.so.1.0: differs in IFUNCs: foo_inner (in the baseline only); see whether link-time optimisation lost them"
printf 'Allow:\n ifunc-differs *:foo_inner -- plain code at v3\n' >hwflavors
check_options='--file hwflavors'
finds 'and it can be allowed by name'
check_options=
copy "$hidden"
finds 'in both it is fine'
baseline "$hidden" -flto
finds 'under the name that link-time optimisation gives it too'
strip "root/$LIBDIR/libfoo.so.1.0"
run "$HWFLAVOR" check root
unlike "$(cat stdout)" ifunc 'with one of the two stripped too'
copy "$direct"
run "$HWFLAVOR" check root
is "$(grep ifunc stdout)" \
    "W: ifunc-differs: /$V3/libfoo.so.1.0: differs in IFUNCs: 0 that it does not export (the baseline has 1); see whether link-time optimisation lost them" \
    'stripped, their number tells'
baseline "$hidden"
copy "$hidden"
remove_section_headers "root/$V3/libfoo.so.1.0"
run "$HWFLAVOR" check root
unlike "$(cat stdout)" ifunc 'without section headers nothing is said'
exported='-DMORE=static int one(void) { return 1; } static int (*resolve(void))(void) { return one; } int foo_pick(void) __attribute__((ifunc("resolve"))); int foo_outer(void) { return foo_pick(); }'
baseline "$exported" -Wl,-Bsymbolic
strip "root/$LIBDIR/libfoo.so.1.0"
copy "$exported"
run "$HWFLAVOR" check root
unlike "$(cat stdout)" ifunc 'exported ones do not count twice, however they are bound'
