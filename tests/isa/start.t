#!/bin/sh
# SPDX-License-Identifier: MIT
# What runs while a library is loaded: constructors, _init and IFUNC resolvers, and what they call in the same library.
set -eu
. "${0%/*}/../tap.sh"
need gcc strip
gcc -dumpmachine | grep -q '^x86_64' || skip_all 'the compiler makes no x86-64 code'
isa=$HWFLAVOR_TEST_BUILD/tests/unit/t-isa

cat >start.c <<'EOF'
#define POPCNT(name) __attribute__((noinline)) unsigned name(unsigned x) { __asm__("popcnt %0, %0" : "+r"(x)); return x; }
POPCNT(by_call)
POPCNT(by_plt)
POPCNT(by_jump)
POPCNT(by_resolver)
POPCNT(never)
static POPCNT(chosen)
extern unsigned elsewhere(unsigned);
unsigned counter;
__attribute__((noinline)) static unsigned jumps(unsigned x) { return by_jump(x); }
__attribute__((constructor)) static void begin(void) { counter = by_plt(1) + jumps(2) + elsewhere(3); }
__attribute__((visibility("hidden"))) unsigned by_call(unsigned);
__attribute__((constructor)) static void second(void) { counter += by_call(4); }
static unsigned (*resolve(void))(unsigned) { return by_resolver(1) ? chosen : never; }
unsigned dispatched(unsigned) __attribute__((ifunc("resolve")));
unsigned later(unsigned x) { return never(x) + dispatched(x); }
EOF
expected='by_call popcnt 1 popcnt eax, eax <- the constructor second
by_jump popcnt 1 popcnt eax, eax <- the constructor begin
by_plt popcnt 1 popcnt eax, eax <- the constructor begin
by_resolver popcnt 1 popcnt eax, eax <- the IFUNC resolver dispatched
chosen popcnt 1 popcnt eax, eax
never popcnt 1 popcnt eax, eax'
baseline='cmov cx8 fpu fxsr mmx syscall sse sse2'

for options in -O1 -O2 '-O1 -fno-plt' '-O1 -Wl,-z,now' '-O1 -fcf-protection=full' '-O1 -m32' '-O1 -m32 -fno-plt'; do
    # shellcheck disable=SC2086 # a list of options
    if ! gcc $options -shared -fPIC -nostdlib -o start.so start.c 2>/dev/null; then
        skip "followed with $options" "the compiler has no such code"
        continue
    fi
    is "$("$isa" --start --allow "$baseline" start.so | sed -e '$d' -e 's/popcnt e.x, e.x/popcnt eax, eax/' | sort)" "$expected" \
        "followed with $options"
done

gcc -O1 -shared -fPIC -o whole.so start.c
like "$("$isa" --start --allow "$baseline" whole.so)" '^by_call .* <- the constructor second$' 'with the start files of the C library'
strip whole.so
like "$("$isa" --start --allow "$baseline" whole.so)" '^by_plt .* <- the constructor at 0x' 'a stripped constructor has an address'

cat >init.S <<'EOF'
        .text
        .globl  _init, work
        .type   _init,@function
_init:  call    work@PLT
        ret
        .size   _init,.-_init
        .type   work,@function
work:   popcnt  %eax, %eax
        ret
        .size   work,.-work
        .section .note.GNU-stack,""
EOF
gcc -shared -nostdlib -o init.so init.S
is "$("$isa" --start init.so | sed '$d')" 'work popcnt 1 popcnt eax, eax <- the initializer _init' 'DT_INIT'
