#!/bin/sh
# SPDX-License-Identifier: MIT
# isa-beyond-flavor, isa-beyond-baseline: a CPU that takes the library may lack the instruction.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

# ADX is in no level, though CPUs of the age of x86-64-v3 have it; written as bytes no assembler sees it.
adx='-DMORE=__asm__(".globl foo_adx\n.type foo_adx,@function\nfoo_adx: ret\n.byte 0x66,0x48,0x0f,0x38,0xf6,0xc3\nret\n.size foo_adx,.-foo_adx");'
none='-DMORE=__asm__(".globl foo_adx\n.type foo_adx,@function\nfoo_adx: ret\n.size foo_adx,.-foo_adx\n.byte 0x66,0x48,0x0f,0x38,0xf6,0xc3");'
tail='keep it out, or allow a function that asks the CPU first'
at() {
    printf '0x%x\n' "$((0x$(nm "$1" | sed -n 's/ T foo_adx$//p') + 1))"
}
baseline "$none"
copy "$adx"
beyond="E: isa-beyond-flavor: /$V3/libfoo.so.1.0: foo_adx+0x1 ($(at "root/$V3/libfoo.so.1.0")): adcx rax, rbx needs adx, which x86-64-v3 does not promise; $tail"
finds 'ADX in a copy' "$beyond"
baseline "$adx"
copy "$none"
finds 'and in the baseline' \
    "E: isa-beyond-baseline: /$LIBDIR/libfoo.so.1.0: foo_adx+0x1 ($(at "root/$LIBDIR/libfoo.so.1.0")): adcx rax, rbx needs adx, which the baseline of amd64 does not promise; $tail"
baseline "$none"
finds 'the same bytes between functions are data'
copy "$adx"
cat >hwflavors <<'END'
Allow:
 isa-beyond-flavor libfoo.so.1.0:foo_a* -- asks CPUID first
END
check_options='--file hwflavors'
finds 'a function can be allowed'
is "$("$HWFLAVOR" check --file hwflavors --json root | grep -c allowed)" 0 'and is then no finding at all'

# Once stripped, nothing tells one function inside from another: what was allowed by name must not be an error of the finished package.
baseline
copy '-DMORE=__asm__(".type foo_adx,@function\nfoo_adx: .cfi_startproc\nret\n.byte 0x66,0x48,0x0f,0x38,0xf6,0xc3\nret\n.cfi_endproc\n.size foo_adx,.-foo_adx");'
finds 'one that is not exported too'
strip "root/$V3/libfoo.so.1.0"
finds 'without its name it may be the one that is allowed, which is said' \
    "N: not-checked: /$V3/libfoo.so.1.0: has no debug information, so types and compiler flags are not compared; check before stripping" \
    "N: not-checked: /$V3/libfoo.so.1.0: 1 function without a name needs what x86-64-v3 does not promise, and may be those that Allow names; check before stripping"
printf 'Allow:\n isa-beyond-flavor libbar.so.1.0:foo_a* -- of another library\n' >hwflavors
run "$HWFLAVOR" check --file hwflavors root
like "$(cat stdout)" "^E: isa-beyond-flavor: /$V3/libfoo.so.1.0: a function without name" 'where no line is about that library it is an error'
copy "$adx"
mv "root/$V3" "root/$LIBDIR/glibc-hwcaps/x86-64-v2"
check_options=
run "$HWFLAVOR" check root
like "$(cat stdout)" "^E: isa-beyond-flavor: .*x86-64-v2/libfoo.so.1.0: foo_sum\+.* need avx2, which x86-64-v2 does not promise" \
    'code of a higher level in a lower directory'
