#!/bin/sh
# SPDX-License-Identifier: MIT
# isa-in-constructor: what runs when the library is loaded runs on every CPU.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

body='__attribute__((target("adx"))) static void add(void) { __asm__ volatile("adcx %%rbx, %%rax" ::: "rax"); }'
baseline "-DMORE=$body __attribute__((constructor)) static void start(void) { if (foo_table[0] == 5) add(); }"
run "$HWFLAVOR" check root
is "$(sed 's/+0x[0-9a-f]* (0x[0-9a-f]*)/+N/' stdout)" \
    "E: isa-in-constructor: /$LIBDIR/libfoo.so.1.0: add+N, run by the constructor start: adcx rax, rbx needs adx, which the baseline of amd64 does not promise; compile what runs before main() for the baseline" \
    'a constructor, guarded or not'
baseline "-DMORE=$body static int one(void) { return 1; } static int (*resolve(void))(void) { add(); return one; } int foo_pick(void) __attribute__((ifunc(\"resolve\")));"
run "$HWFLAVOR" check root
is "$(sed 's/+0x[0-9a-f]* (0x[0-9a-f]*)/+N/' stdout)" \
    "E: isa-in-constructor: /$LIBDIR/libfoo.so.1.0: add+N, run by the IFUNC resolver foo_pick: adcx rax, rbx needs adx, which the baseline of amd64 does not promise; compile what runs before main() for the baseline" \
    'an IFUNC resolver'
baseline '-DMORE=__attribute__((constructor)) static void start(void) { unsigned a, d; __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0)); foo_table[0] = a; }'
finds 'asking the CPU is fine'
copy '-DMORE=__attribute__((constructor)) static void start(void) { foo_sum(foo_table, 4); }'
finds 'what the flavor promises is fine in a constructor of the copy'
baseline '-DMORE=__attribute__((constructor)) static void start(void) { unsigned a, d; char area[4096] __attribute__((aligned(64))); __asm__ volatile("xgetbv\n\txsave %2" : "=a"(a), "=d"(d), "=m"(area) : "c"(0)); foo_table[0] = a; }'
run "$HWFLAVOR" check root
like "$(cat stdout)" '^E: isa-in-constructor: .*: start\+.*, run by the constructor start: xsave \[.*\] and 1 more need osxsave, ' 'what follows the question is not'
