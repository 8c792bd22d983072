#!/bin/sh
# SPDX-License-Identifier: MIT
# flags-not-applied, fault 1 of Debian tools: the flags of the flavor never reach the compiler, and every copy is a second baseline.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

unneeded="N: flavor-not-needed: /$V3/libfoo.so.1.0: uses nothing beyond the baseline of amd64; see whether the baseline could be built like it"
baseline
copy -O2 -march=x86-64
finds 'not at all' \
    "E: flags-not-applied: /$V3/libfoo.so.1.0: 1 of 1 units were compiled without -march=x86-64-v3: foo.c; see in the build's log where the flags are lost" \
    "$unneeded"
echo 'int foo_bar(void) { return 1; }' >bar.c
"$CC" -g -O2 -fPIC -c bar.c
baseline bar.o
copy bar.o
finds 'not in one file' \
    "E: flags-not-applied: /$V3/libfoo.so.1.0: 1 of 2 units were compiled without -march=x86-64-v3: bar.c; see in the build's log where the flags are lost"
printf 'Allow: flags-not-applied libfoo.so.1.0:bar.c -- no loop in it\n' >hwflavors
check_options='--file hwflavors'
finds 'a file can be allowed'
check_options=
"$CC" -g -O2 -march=x86-64-v3 -fPIC -c bar.c
copy bar.o
finds 'applied everywhere is fine'
printf '.globl foo_bar\n.type foo_bar,@function\nfoo_bar: xor %%eax,%%eax\nret\n.size foo_bar, .-foo_bar\n.section .note.GNU-stack,"",@progbits\n' >bar.s
"$CC" -g -fPIC -c bar.s
copy bar.o
finds 'assembly has no flags'

# Units that do not tell their options.
baseline -gno-record-gcc-switches
copy -gno-record-gcc-switches
silent="N: not-checked: /$V3/libfoo.so.1.0: 1 of its 1 units do not tell the options they were compiled with, so these are not compared; compile with GCC, and without -gno-record-gcc-switches"
finds 'without its switches GCC tells nothing' "$silent"
copy -malign-double
finds 'a baseline without them is no measure'
copy -malign-double -march=x86-64
finds 'but the flavor is' \
    "E: identical-to-baseline: /$V3/libfoo.so.1.0: has the code and data of /$LIBDIR/libfoo.so.1.0; see whether the flavor's flags reached the compiler, else leave the flavor out" \
    "E: flags-not-applied: /$V3/libfoo.so.1.0: 1 of 1 units were compiled without -march=x86-64-v3: foo.c; see in the build's log where the flags are lost" \
    "N: flavor-not-needed: /$V3/libfoo.so.1.0: uses nothing beyond the baseline of amd64; see whether the baseline could be built like it"
