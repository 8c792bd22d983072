#!/bin/sh
# SPDX-License-Identifier: MIT
# Code is looked at function by function: from symbols, or where they are stripped from .eh_frame; data between functions is none.
set -eu
. "${0%/*}/../tap.sh"
need gcc strip objcopy
gcc -dumpmachine | grep -q '^x86_64' || skip_all 'the compiler makes no x86-64 code'
isa=$HWFLAVOR_TEST_BUILD/tests/unit/t-isa

cat >code.S <<'EOF'
        .text
        .globl  first
        .type   first,@function
first:
        .cfi_startproc
        popcnt  %eax, %eax
        popcnt  %ecx, %eax
        ret
        .cfi_endproc
        .size   first,.-first
        .globl  alias
        .set    alias, first
        .type   alias,@function
        .balign 64
        # Data that reads as vaddps %ymm0, %ymm0, %ymm0.
        .rept   16
        .byte   0xc5, 0xfc, 0x58, 0xc0
        .endr
        .type   hidden,@function
hidden:
        .cfi_startproc
        lzcnt   %eax, %eax
        ret
        .cfi_endproc
        .size   hidden,.-hidden
        .section .note.GNU-stack,""
EOF
gcc -shared -nostdlib -o code.so code.S

is "$("$isa" code.so)" 'alias popcnt 2 popcnt eax, eax
hidden lzcnt 1 lzcnt eax, eax
code.so amd64 decoded 14 unknown 64 undecoded 0' 'symbols, each place once'

strip -o stripped.so code.so
is "$("$isa" stripped.so)" 'alias popcnt 2 popcnt eax, eax
- lzcnt 1 lzcnt eax, eax
stripped.so amd64 decoded 14 unknown 64 undecoded 0' 'stripped: dynamic symbols and .eh_frame'

cp code.so headless.so
# e_shoff, e_shnum and e_shstrndx are zero where section headers were removed.
printf '\0\0\0\0\0\0\0\0' | dd of=headless.so bs=1 seek=40 conv=notrunc 2>/dev/null
printf '\0\0\0\0' | dd of=headless.so bs=1 seek=60 conv=notrunc 2>/dev/null
is "$("$isa" headless.so)" '- popcnt 2 popcnt eax, eax
- lzcnt 1 lzcnt eax, eax
headless.so amd64 decoded 14 unknown 64 undecoded 0' 'no section headers: .eh_frame_hdr leads to .eh_frame'

objcopy --remove-section .eh_frame --remove-section .eh_frame_hdr stripped.so bare.so
is "$("$isa" bare.so)" 'alias popcnt 2 popcnt eax, eax
bare.so amd64 decoded 9 unknown 69 undecoded 0' 'what nothing describes is counted'

gcc -c -o code.o code.S
is "$("$isa" code.o)" 'alias popcnt 2 popcnt eax, eax
hidden lzcnt 1 lzcnt eax, eax
code.o amd64 decoded 14 unknown 64 undecoded 0' 'an object file'

is "$("$isa" --allow 'popcnt avx' code.so)" 'hidden lzcnt 1 lzcnt eax, eax
code.so amd64 decoded 14 unknown 64 undecoded 0' 'only what goes beyond what is allowed'

objcopy --only-keep-debug code.so code.debug
is "$("$isa" code.debug)" 'code.debug amd64 decoded 0 unknown 0 undecoded 0' 'detached debug information has no code'

cat >bad.S <<'EOF'
        .text
        .globl  bad
        .type   bad,@function
bad:    .byte   0x06, 0x06
        popcnt  %eax, %eax
        ret
        .size   bad,.-bad
        .section .note.GNU-stack,""
EOF
gcc -shared -nostdlib -o bad.so bad.S
is "$("$isa" bad.so)" 'bad popcnt 1 popcnt eax, eax
bad.so amd64 decoded 7 unknown 0 undecoded 2' 'bytes that are no instruction are counted'

echo text >text
is "$("$isa" text)" 'text -' 'a file that is not ELF'
head -c 100 code.so >short.so
is "$("$isa" short.so | tap_plain)" \
    'short.so: is a damaged ELF file: its program headers lie outside the file; build or copy it anew' 'a file cut short'
