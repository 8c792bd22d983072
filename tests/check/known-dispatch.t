#!/bin/sh
# SPDX-License-Identifier: MIT
# In a whole system libraries are known that ask the CPU first; in a package or a build the package answers for them.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

adx='-DMORE=__asm__(".globl foo_adx\n.type foo_adx,@function\nfoo_adx: .byte 0x66,0x48,0x0f,0x38,0xf6,0xc3\nret\n.size foo_adx,.-foo_adx");'
library "root/$LIBDIR/libzstd.so.1" -Wl,-soname,libzstd.so.1 "$adx"
run "$HWFLAVOR" check root
like "$(cat stdout)" "^E: isa-beyond-baseline: /$LIBDIR/libzstd.so.1: foo_adx\+0x0 .* needs adx" 'in a package it is said'
echo 'GLIBC_2.2.5 { }; GLIBC_2.36 { foo_sum; };' >libc.map
library "root/$LIBDIR/libc.so.6" -Wl,-soname,libc.so.6 -Wl,--version-script=libc.map
finds 'in a system it is known'
library "root/$LIBDIR/libown.so.1" -Wl,-soname,libown.so.1 "$adx"
run "$HWFLAVOR" check root
like "$(cat stdout)" "^E: isa-beyond-baseline: /$LIBDIR/libown.so.1: foo_adx\+0x0 .* needs adx" 'another library is not'
rm "root/$LIBDIR/libown.so.1"
copy
baseline
hwflavor_is 'the glibc of the system is the target' 0 check root </dev/null
sed -i 's/2.36/2.30/' libc.map
library "root/$LIBDIR/libc.so.6" -Wl,-soname,libc.so.6 -Wl,--version-script=libc.map
hwflavor_is 'whichever it is' 1 check root <<END
E: dead-directory: /$V3/libfoo.so.1.0: glibc before 2.33 does not search glibc-hwcaps/x86-64-v3 on amd64, and the target has 2.30; install it in a directory of hwflavor list, or leave it out
END
