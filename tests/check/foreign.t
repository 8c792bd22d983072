#!/bin/sh
# SPDX-License-Identifier: MIT
# What cannot be judged does not pass in silence: instructions of other architectures, folders that are closed; and a finding is one line.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

limit='is of an architecture whose instructions are not known here'
rest='so what they need is not checked; try it on the oldest CPU it is for'
# The machine of an ELF header is at byte 18; 243 is RISC-V.
library riscv.so
printf '\363' | dd of=riscv.so bs=1 seek=18 conv=notrunc status=none
hwflavor_is 'RISC-V' 0 check riscv.so <<END
N: not-checked: riscv.so: $limit, $rest
END
"$CC" -mx32 -shared -nostdlib -fPIC -Wl,-soname,libx.so.1 -o x32.so -x c - <<'END'
int foo(void) { return 1; }
END
hwflavor_is 'x32' 0 check x32.so <<END
N: not-checked: x32.so: $limit, $rest
END
mkdir -p "root/$LIBDIR"
cp riscv.so "root/$LIBDIR/liba.so"
cp x32.so "root/$LIBDIR/libb.so"
finds 'many have one line' "N: not-checked: /$LIBDIR/libb.so: $limit (and 1 more files), $rest"
library amd64.so
objcopy --only-keep-debug amd64.so amd64.debug
run "$HWFLAVOR" check --isa amd64.debug
is "$(cat stderr)" 'hwflavor: amd64.debug: holds no code, as debug information taken from a library does not; name the library' \
    'debug information is not called free of needs'
rm -r root
mkdir -p root/"$LIBDIR"
library "root/$LIBDIR/$(printf 'libn\nE: x\033.so.1')" -march=x86-64-v3
run "$HWFLAVOR" check root
like "$(cat stdout)" "^E: isa-beyond-baseline: /$LIBDIR/libn\\\\x0aE: x\\\\x1b.so.1: foo_sum" 'a newline in a name'
is "$(grep -vc '^[EN]: [a-z-]*: /' stdout)" 0 'makes no line of its own'
