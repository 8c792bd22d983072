#!/bin/sh
# SPDX-License-Identifier: MIT
# needed-differs: other libraries, or another order, mean other definitions.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

for name in a b x; do
    echo "int $name;" | "$CC" -shared -fPIC -Wl,-soname,lib$name.so.1 -x c -o lib$name.so -
done
baseline -L. -Wl,--no-as-needed -la -lb
copy -L. -Wl,--no-as-needed -la -lb -lx
finds 'a library more' \
    "W: needed-differs: /$V3/libfoo.so.1.0: needs what the baseline does not need: libx.so.1; link it as the baseline is linked"
copy -L. -Wl,--no-as-needed -la
finds 'a library less' \
    "W: needed-differs: /$V3/libfoo.so.1.0: does not need what the baseline needs: libb.so.1; link it as the baseline is linked"
copy -L. -Wl,--no-as-needed -lb -la
finds 'another order' \
    "W: needed-differs: /$V3/libfoo.so.1.0: needs libb.so.1, liba.so.1, libc.so.6, the baseline in the order liba.so.1, libb.so.1, libc.so.6; link it as the baseline is linked"
copy -L. -Wl,--no-as-needed -la -lb
finds 'the same is fine'
