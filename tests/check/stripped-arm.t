#!/bin/sh
# SPDX-License-Identifier: MIT
# A stripped 32-bit ARM library: what its exported functions clearly need is found, what may be data is not, and the limit is said.
set -eu
. "${0%/*}/../tap.sh"
need arm-linux-gnueabihf-gcc arm-linux-gnueabihf-strip

cat >foo.c <<'END_OF_C'
void foo_add(int *restrict a, const int *restrict b, int n) { for (int i = 0; i < n; i++) a[i] = a[i] * b[i] + 3; }
static __attribute__((noinline)) void inner(int *a, int n) { for (int i = 0; i < n; i++) a[i] ^= a[n - i] * n; }
void foo_inner(int *a, int n) { inner(a, n); }
double foo_constant(double x) { return x * 3.14159 + 2.71828; }
END_OF_C
# Constants whose address is computed, so that no load shows where they lie: they read as NEON instructions.
cat >data.S <<'END_OF_S'
        .syntax unified
        .arch   armv7-a
        .eabi_attribute Tag_ABI_VFP_args, 1
        .text
        .thumb
        .globl  foo_table
        .type   foo_table,%function
        .thumb_func
foo_table:
        add     r0, pc, r0
        bx      lr
        .short  0xef00, 0x0840, 0xef00, 0x0840, 0xef00, 0x0840
        .size   foo_table,.-foo_table
        .section .note.GNU-stack,"",%progbits
END_OF_S
# library OUT GCC-ARG...
library() {
    library_out=$1
    shift
    arm-linux-gnueabihf-gcc -shared -fPIC -O3 -nostdlib -Wl,-soname,libfoo.so.1 "$@" -o "$library_out" foo.c data.S
    arm-linux-gnueabihf-strip "$library_out"
}
limit='has no symbols that tell ARM code from data, so only what its exported functions clearly need is checked; check before stripping'
library neon.so -march=armv7-a+neon
run "$HWFLAVOR" check neon.so
like "$(cat stdout)" '^E: isa-beyond-baseline: neon.so: foo_add\+0x.* more need neon, which the baseline of armhf does not promise' \
    'NEON in an exported function'
unlike "$(cat stdout)" foo_table 'constants that read as NEON are none'
like "$(cat stdout)" "^N: not-checked: neon.so: $limit\$" 'and the limit is said'
library plain.so -march=armv7-a+fp
hwflavor_is 'none' 0 check plain.so <<END_OF_LINE
N: not-checked: plain.so: $limit
END_OF_LINE
library tuned.so -march=armv7-a+fp -mtune=cortex-a7 -O2
run "$HWFLAVOR" check --arch armhf --flavors armv7-neon --glibc 2.36 plain.so tuned.so
unlike "$(cat stdout)" flavor-not-needed 'of code that was not looked at it is not said that it needs nothing'
