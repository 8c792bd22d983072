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
# A system; as another user where this one may read everything, who gets a program and data that he can read.
rm -r root
mkdir -p root/etc root/proc root/sys "root/$LIBDIR/closed" data/flavors
cp amd64.so "root/$LIBDIR/libfoo.so.1"
cp "$TOP"/flavors/* data/flavors/
cp "$HWFLAVOR" data/
chmod 755 "$TMP"
as_user=
if [ "$(id -u)" = 0 ]; then
    as_user='setpriv --reuid 65534 --regid 65534 --clear-groups'
fi
# shellcheck disable=SC2086 # words
if HWFLAVOR_DATADIR=$TMP/data $as_user "$TMP/data/${HWFLAVOR##*/}" list >/dev/null 2>&1; then
    chmod 0 "root/$LIBDIR/closed"
    status=0
    HWFLAVOR_DATADIR=$TMP/data $as_user "$TMP/data/${HWFLAVOR##*/}" check root >stdout 2>&1 || status=$?
    chmod 755 "root/$LIBDIR/closed"
    is "$status $(cat stdout)" "0 N: not-checked: /$LIBDIR/closed: cannot be read, so what lies in it is not checked; check as a user who may" \
        'a closed folder of a system is passed over, and said'
else
    HWFLAVOR_TEST_REQUIRE=0
    skip 'a closed folder of a system is passed over, and said' 'another user than root cannot run the program here'
fi
rm -r root
mkdir -p root/"$LIBDIR"
library "root/$LIBDIR/$(printf 'libn\nE: x\033.so.1')" -march=x86-64-v3
run "$HWFLAVOR" check root
like "$(cat stdout)" "^E: isa-beyond-baseline: /$LIBDIR/libn\\\\x0aE: x\\\\x1b.so.1: foo_sum" 'a newline in a name'
is "$(grep -vc '^[EN]: [a-z-]*: /' stdout)" 0 'makes no line of its own'
