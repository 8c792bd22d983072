#!/bin/sh
# SPDX-License-Identifier: MIT
# In ARM code, mapping symbols tell ARM, Thumb and data; where they are stripped, the symbols of functions tell Thumb.
set -eu
. "${0%/*}/../tap.sh"
need arm-linux-gnueabihf-gcc arm-linux-gnueabihf-strip
isa=$HWFLAVOR_TEST_BUILD/tests/unit/t-isa
[ -x "$isa" ] || skip_all 'tests/unit/t-isa is not built'
baseline='edsp fastmult half thumb tls vfp vfpv3'

cat >mixed.S <<'EOF'
        .syntax unified
        .arch   armv7-a
        .arch_extension idiv
        .fpu    neon-vfpv4
        .eabi_attribute Tag_ABI_VFP_args, 1
        .text
        .globl  in_arm, in_thumb
        .type   in_arm,%function
        .arm
in_arm: ldr     r0, =0xf2000840         @ reads as vadd.i8 q0, q0, q0
        sdiv    r0, r0, r1
        bx      lr
        .ltorg
        .size   in_arm,.-in_arm
        .thumb
        .thumb_func
        .type   in_thumb,%function
in_thumb:
        ldr     r0, =0x0840ef00         @ the same in Thumb
        vadd.i8 q0, q1, q2
        bx      lr
        .balign 4
        .ltorg
        .size   in_thumb,.-in_thumb
        .section .note.GNU-stack,"",%progbits
EOF
arm-linux-gnueabihf-gcc -shared -nostdlib -o mixed.so mixed.S
is "$("$isa" --allow "$baseline" mixed.so)" 'in_arm idiva 1 sdiv r0, r0, r1
in_thumb neon 1 vadd.i8 q0, q1, q2
mixed.so armhf decoded 20 unknown 0 undecoded 0' 'mapping symbols cut functions'

arm-linux-gnueabihf-strip -o stripped.so mixed.so
is "$("$isa" --allow "$baseline" stripped.so)" 'in_arm idiva 1 sdiv r0, r0, r1
in_thumb neon 1 vadd.i8 q0, q1, q2
stripped.so armhf decoded 20 unknown 0 undecoded 0' 'stripped: data is told by the instructions that load it'

cat >plain.c <<'EOF'
float plain(float *x, int n) { float s = 0; for (int i = 0; i < n; i++) s += x[i] * 3.14159f; return s; }
int choose(int n) { switch (n) { case 0: return 12345678; case 1: return 7; case 2: return 987654321; case 3: return 5; case 4: return 2; case 5: return n * 7; } return 1; }
EOF
for options in '-O2 -s' '-O2 -marm -s' '-O2' '-O2 -marm' '-O3 -ffast-math'; do
    # shellcheck disable=SC2086 # a list of options
    arm-linux-gnueabihf-gcc $options -shared -nostdlib -fPIC -o plain.so plain.c
    like "$("$isa" --allow "$baseline" plain.so)" '^plain.so armhf decoded [0-9]+ unknown [0-9]+ undecoded 0$' "nothing beyond the baseline: $options"
    unlike "$("$isa" --allow "$baseline" plain.so)" '^(plain|choose) ' "no finding: $options"
done
arm-linux-gnueabihf-gcc -O3 -mfpu=neon -ffast-math -shared -nostdlib -fPIC -o neon.so plain.c
like "$("$isa" --allow "$baseline" neon.so)" '^plain neon ' 'NEON by the compiler'
