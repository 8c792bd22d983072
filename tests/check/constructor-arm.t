#!/bin/sh
# SPDX-License-Identifier: MIT
# isa-in-constructor on armhf: in ARM and in Thumb code, by a call, by a jump at the end, through the PLT, and from one kind into the other.
set -eu
. "${0%/*}/../tap.sh"
need arm-linux-gnueabihf-gcc

cat >foo.c <<'END_OF_C'
float foo_data[4];
#ifdef HIDDEN
__attribute__((visibility("hidden")))
#endif
__attribute__((noinline, target(KIND))) void foo_add(float *at)
{
	__asm__ volatile(".fpu neon\n\tvadd.f32 q0, q0, q0");
	at[0] = 1;
}
#ifdef JUMP
__attribute__((constructor)) static void start(void) { foo_add(foo_data); }
#elif defined CALL
__attribute__((constructor)) static void start(void) { foo_add(foo_data); foo_data[1] = 2; }
#elif defined PICK
static int one(void) { return 1; }
static int (*resolve(void))(void) { foo_add(foo_data); return one; }
int foo_pick(void) __attribute__((ifunc("resolve")));
#else
void foo_start(void) { foo_add(foo_data); }
#endif
END_OF_C
# says KIND GCC-ARG...: what check says of a library in which foo_add is code of that kind.
says() {
    kind=$1
    shift
    arm-linux-gnueabihf-gcc -shared -fPIC -O2 -nostartfiles -Wl,-soname,libfoo.so.1 "-DKIND=\"$kind\"" "$@" -o libfoo.so foo.c
    run "$HWFLAVOR" check libfoo.so
    sed 's/+0x[0-9a-f]* (0x[0-9a-f]*)/+N/; s/: vadd.*//' stdout
}
started='E: isa-in-constructor: libfoo.so: foo_add+N, run by the constructor start'
for mode in arm thumb; do
    for how in CALL JUMP; do
        is "$(says "$mode" "-m$mode" "-D$how")" "$started" "-m$mode, $how through the PLT"
        is "$(says "$mode" "-m$mode" "-D$how" -DHIDDEN)" "$started" "-m$mode, $how inside"
    done
    is "$(says "$mode" "-m$mode" -DPICK -DHIDDEN)" 'E: isa-in-constructor: libfoo.so: foo_add+N, run by the IFUNC resolver foo_pick' "-m$mode, an IFUNC resolver"
    is "$(says "$mode" "-m$mode")" 'E: isa-beyond-baseline: libfoo.so: foo_add+N' "-m$mode, without a constructor it is none"
done
is "$(says thumb -marm -DCALL -DHIDDEN)" "$started" 'ARM code that calls Thumb code'
is "$(says arm -mthumb -DCALL -DHIDDEN)" "$started" 'Thumb code that calls ARM code'
is "$(says arm -mthumb -DCALL)" "$started" 'and through the PLT'

# Thumb code of which the first four bytes read as "bl foo_add" in ARM code.
cat >foo.s <<'END_OF_S'
	.syntax unified
	.arch armv7-a
	.fpu neon
	.eabi_attribute Tag_ABI_VFP_args, 1
	.thumb
	.type start, %function
	.thumb_func
	.balign 16
start:	.inst.n 0x0002
	add.w r0, r0, r0
	bx lr
	.size start, . - start
	.globl foo_add
	.type foo_add, %function
	.thumb_func
	.balign 16
foo_add: vadd.f32 q0, q0, q0
	bx lr
	.size foo_add, . - foo_add
	.section .init_array, "aw", %init_array
	.word start
	.section .note.GNU-stack, "", %progbits
END_OF_S
arm-linux-gnueabihf-gcc -shared -nostdlib -o libfoo.so foo.s
run "$HWFLAVOR" check libfoo.so
is "$(sed 's/ (0x.*//' stdout)" 'E: isa-beyond-baseline: libfoo.so: foo_add+0x0' 'Thumb code is not read as ARM code'
