#!/bin/sh
# SPDX-License-Identifier: MIT
# soname-differs: the loader looks for the baseline's SONAME.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

baseline
copy -Wl,-soname,libfoo.so.2
finds 'another SONAME' \
    "E: soname-link-missing: /$V3/libfoo.so.1.0: has no link libfoo.so.2 beside it, so the loader never finds it; make the link" \
    "E: soname-differs: /$V3/libfoo.so.1.0: has SONAME libfoo.so.2, the baseline's has libfoo.so.1; build both from one source"
mv "root/$V3/libfoo.so.1.0" "root/$V3/libfoo.so.2"
rm "root/$V3/libfoo.so.1"
finds 'under another name too' \
    "E: soname-differs: /$V3/libfoo.so.2: has SONAME libfoo.so.2, the baseline's has libfoo.so.1; build both from one source"
rm "root/$V3/libfoo.so.2"
copy
mv "root/$V3/libfoo.so.1.0" "root/$V3/libfoo.so.1.0.7"
ln -sf libfoo.so.1.0.7 "root/$V3/libfoo.so.1"
finds 'another file name with the same SONAME is fine'
