#!/bin/sh
# SPDX-License-Identifier: MIT
# development-file: only shared libraries and their links belong into a hwcap directory (fault 3 of packaging: a flavor installed with its own --libdir).
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

baseline
copy
ln -s libfoo.so.1.0 "root/$LIBDIR/libfoo.so"
finds 'a development link beside the baseline is fine'
is_a() {
    echo "E: development-file: /$V3/$1: is $2 in a hwcap directory; deliver only shared libraries and their SONAME links"
}
ln -s libfoo.so.1.0 "root/$V3/libfoo.so"
ln -s libfoo.so.1.0 "root/$V3/libfoo.so.1.0.0"
mkdir "root/$V3/pkgconfig"
: | tee "root/$V3/libfoo.a" "root/$V3/libfoo.la" >"root/$V3/pkgconfig/foo.pc"
echo 'int main(void) { return 0; }' | "$CC" -x c -o "root/$V3/foo-info" -
echo 'int a;' | "$CC" -x c -c -o "root/$V3/foo.o" -
finds 'everything else is said' "$(is_a foo-info 'a program')" "$(is_a foo.o 'an object file')" \
    "$(is_a libfoo.a 'no shared library')" "$(is_a libfoo.la 'no shared library')" \
    "$(is_a libfoo.so 'a link that no loader follows')" "$(is_a pkgconfig/foo.pc 'no shared library')"
