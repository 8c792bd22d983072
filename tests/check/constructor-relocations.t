#!/bin/sh
# SPDX-License-Identifier: MIT
# isa-in-constructor: the constructors are found as the loader finds them, by packed relocations too, and without section headers.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

body='__attribute__((noinline)) static void add(void) { __asm__ volatile("adcx %%rbx, %%rax" ::: "rax"); }'
said() {
    run "$HWFLAVOR" check root
    sed 's/+0x[0-9a-f]* (0x[0-9a-f]*)/+N/; s/ (0x[0-9a-f]*)//; s/ at 0x[0-9a-f]*//; s/: adcx.*//' stdout
}
start="-DMORE=$body __attribute__((constructor)) static void start(void) { add(); foo_table[1] = 1; }"
baseline "$start" -Wl,-z,pack-relative-relocs
like "$(readelf -Wd "root/$LIBDIR/libfoo.so.1.0")" '\(RELR\)' 'the linker packs relocations'
is "$(said)" "E: isa-in-constructor: /$LIBDIR/libfoo.so.1.0: add+N, run by the constructor start" 'packed relocations'
baseline "-DMORE=$body void foo_add(void) { add(); } void (*const foo_tables[200])(void) = { [3] = foo_add, [150] = foo_add }; __attribute__((constructor)) static void start(void) { foo_tables[150](); }" \
    -Wl,-z,pack-relative-relocs -Wl,-Bsymbolic
is "$(said)" "E: isa-in-constructor: /$LIBDIR/libfoo.so.1.0: add+N, run by the constructor start" 'one in the middle of many'
baseline "-DMORE=$body void foo_add(void) { add(); } __attribute__((constructor)) static void start(void) { foo_table[1] = 1; }" \
    -Wl,-z,pack-relative-relocs
is "$(said)" "E: isa-beyond-baseline: /$LIBDIR/libfoo.so.1.0: add+N" 'what no constructor calls is none'

baseline "$start"
remove_section_headers "root/$LIBDIR/libfoo.so.1.0"
is "$(said)" "E: isa-in-constructor: /$LIBDIR/libfoo.so.1.0: a function without name, run by the constructor" 'without section headers'
