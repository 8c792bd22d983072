#!/bin/sh
# SPDX-License-Identifier: MIT
# isa-beyond-baseline for ARM's versions, of which Linux reports nothing: ARMv8's loads and stores on armhf, ARMv6 and ARMv7 on armel.
set -eu
. "${0%/*}/../tap.sh"
need arm-linux-gnueabihf-gcc

cat >foo.c <<'END_OF_C'
int foo_count(int *at) { return __atomic_add_fetch(at, 1, __ATOMIC_SEQ_CST); }
int foo_number(int x) { return x ? 0x12345678 : 0x76543210; }
long long foo_product(int a, int b) { return (long long)a * b; }
END_OF_C
# needs GCC-ARG...: what the functions of the library need beyond their architecture's baseline, as check tells it.
needs() {
    arm-linux-gnueabihf-gcc -shared -fPIC -O2 -nostdlib -Wl,-soname,libfoo.so.1 "$@" -o libfoo.so foo.c
    run "$HWFLAVOR" check libfoo.so
    sed 's/^E: isa-beyond-baseline: libfoo.so: \([a-z_]*\)+.* needs* \([a-z0-9-]*\), which the baseline of \([a-z]*\) does.*/\3 \1 \2/' stdout | sort
}
armel=-mfloat-abi=soft
for mode in arm thumb; do
    is "$(needs "-m$mode" -march=armv8-a -mfpu=fp-armv8)" 'armhf foo_count armv8-a' "-m$mode: ARMv8 on armhf"
    is "$(needs "-m$mode" -march=armv7-a+fp)" '' "-m$mode: ARMv7 is its baseline"
done
is "$(needs -marm "$armel" -march=armv7-a)" 'armel foo_count armv6
armel foo_count armv7-a
armel foo_number armv6t2' 'ARMv7 on armel'
is "$(needs -mthumb "$armel" -march=armv7-a)" 'armel foo_count armv6t2
armel foo_count armv7-a
armel foo_number armv6t2
armel foo_product armv6t2' 'and in Thumb-2'
is "$(needs -marm "$armel" -march=armv5te)" '' 'ARMv5TE is its baseline'
