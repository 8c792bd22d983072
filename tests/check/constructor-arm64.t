#!/bin/sh
# SPDX-License-Identifier: MIT
# isa-in-constructor on AArch64, where a constructor calls an exported function through the PLT, with and without BTI.
set -eu
. "${0%/*}/../tap.sh"
need aarch64-linux-gnu-gcc

cat >foo.c <<'END_OF_C'
int foo_length(void) { long r; __asm__ volatile(".arch_extension sve\n\trdvl %0, #1" : "=r"(r)); return (int)r; }
#ifdef START
__attribute__((constructor)) static void start(void) { foo_length(); }
#endif
END_OF_C
# says GCC-ARG...: what check says about the library.
says() {
    aarch64-linux-gnu-gcc -shared -fPIC -O1 -nostdlib -Wl,-soname,libfoo.so.1 "$@" -o libfoo.so foo.c
    run "$HWFLAVOR" check libfoo.so
    sed 's/+0x[0-9a-f]* (0x[0-9a-f]*)/+N/; s/: [^:]* needs sve.*//' stdout
}
is "$(says -DSTART)" 'E: isa-in-constructor: libfoo.so: foo_length+N, run by the constructor start' 'through the PLT'
is "$(says -DSTART -mbranch-protection=standard -Wl,-z,force-bti)" \
    'E: isa-in-constructor: libfoo.so: foo_length+N, run by the constructor start' 'through a PLT for BTI'
is "$(says)" 'E: isa-beyond-baseline: libfoo.so: foo_length+N' 'without a constructor it is none'
