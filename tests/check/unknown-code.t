#!/bin/sh
# SPDX-License-Identifier: MIT
# Code that nothing tells from data is not looked at, and that is said: stripped assembly without unwind information.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

# assembly FILE BEGIN END: a hidden function with AVX2 and 600 bytes that are no padding, between the two lines.
assembly() {
    cat >"$1" <<END
        .text
        .globl  inner
        .hidden inner
        .type   inner, @function
inner:
        $2
        vpaddd  %ymm0, %ymm1, %ymm2
        .rept   200
        addl    \$1, %eax
        .endr
        vzeroupper
        ret
        $3
        .size   inner, . - inner
        .section .note.GNU-stack,"",@progbits
END
}
assembly bare.S '' ''
assembly unwound.S .cfi_startproc .cfi_endproc
baseline bare.S
run "$HWFLAVOR" check root
like "$(cat stdout)" "^E: isa-beyond-baseline: /$LIBDIR/libfoo.so.1.0: inner\+0x0 .* avx2" 'with symbols it is found'
unlike "$(cat stdout)" 'not looked at' 'and nothing is left out'
strip "root/$LIBDIR/libfoo.so.1.0"
run "$HWFLAVOR" check root
like "$(cat stdout)" "^N: not-checked: /$LIBDIR/libfoo.so.1.0: [6-9][0-9][0-9] of its [0-9]+ bytes of code are in no function that symbols or unwind information tell of, and were not looked at; check before stripping\$" \
    'stripped, how much was not looked at is said'
is "$(wc -l <stdout)" 1 'and nothing else'
baseline unwound.S
strip "root/$LIBDIR/libfoo.so.1.0"
run "$HWFLAVOR" check root
like "$(cat stdout)" "^E: isa-beyond-baseline: /$LIBDIR/libfoo.so.1.0: a function without name .* avx2" 'unwind information is enough'
unlike "$(cat stdout)" 'not looked at' 'and then nothing is left out'
