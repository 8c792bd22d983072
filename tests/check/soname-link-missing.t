#!/bin/sh
# SPDX-License-Identifier: MIT
# soname-link-missing: a library is found by the name that is its SONAME.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

baseline
copy
rm "root/$V3/libfoo.so.1"
finds 'no link' \
    "E: soname-link-missing: /$V3/libfoo.so.1.0: has no link libfoo.so.1 beside it, so the loader never finds it; make the link"
ln -s libfoo.so.1.9 "root/$V3/libfoo.so.1"
finds 'a dangling link' \
    "E: soname-link-missing: /$V3/libfoo.so.1.0: the link libfoo.so.1 beside it leads nowhere; make it lead to libfoo.so.1.0"
cp "root/$V3/libfoo.so.1.0" "root/$V3/libfoo.so.1.1"
ln -sf libfoo.so.1.1 "root/$V3/libfoo.so.1"
finds 'a link to another file' \
    "E: soname-link-missing: /$V3/libfoo.so.1.0: libfoo.so.1 beside it is libfoo.so.1.1, so the loader takes that; remove one of them"
rm "root/$V3/libfoo.so.1.1"
ln -sf "/$V3/libfoo.so.1.0" "root/$V3/libfoo.so.1"
finds 'an absolute link means the installed system'
rm "root/$V3/libfoo.so.1"
mv "root/$V3/libfoo.so.1.0" "root/$V3/libfoo.so.1"
finds 'a file called like its SONAME needs no link'
rm "root/$LIBDIR/libfoo.so.1"
finds 'the baseline needs its link as well' \
    "E: soname-link-missing: /$LIBDIR/libfoo.so.1.0: has no link libfoo.so.1 beside it, so the loader never finds it; make the link"
