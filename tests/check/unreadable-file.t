#!/bin/sh
# SPDX-License-Identifier: MIT
# A damaged library in a tree is a finding; the others are checked all the same.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

baseline
copy
for name in libbar.so.1 libbar.so libbaz.so.2 libbar.so.1-gdb.py; do
    echo text >"root/$LIBDIR/$name"
done
head -c 100 "root/$LIBDIR/libfoo.so.1.0" >"root/$LIBDIR/libbaz.so.2"
mkdir -p root/usr/bin
cp "root/$LIBDIR/libbaz.so.2" root/usr/bin/odd
chmod +x root/usr/bin/odd
finds 'what is called a library must be one' \
    "E: unreadable-file: /$LIBDIR/libbar.so.1: is not an ELF file; build or copy it anew" \
    "E: unreadable-file: /$LIBDIR/libbaz.so.2: is a damaged ELF file: its program headers lie outside the file; build or copy it anew"
rm "root/$LIBDIR"/libba*
finds 'a damaged program is of no concern'
head -c 3000 "root/$V3/libfoo.so.1.0" >half
mv half "root/$V3/libfoo.so.1.0"
run "$HWFLAVOR" check root
like "$(cat stdout)" "^E: unreadable-file: /$V3/libfoo.so.1.0: is a damaged ELF file: .*; build or copy it anew\$" 'a damaged copy'
is "$(wc -l <stdout)" 1 'has one finding'
