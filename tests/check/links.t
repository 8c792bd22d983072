#!/bin/sh
# SPDX-License-Identifier: MIT
# Links in hwcap directories: the loader and ldconfig follow them, so what they lead to is the copy.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

baseline -g0
copy -g0
nodebug="has no debug information, so types and compiler flags are not compared; check before stripping"
loses="where the loader opens a library, and fails; deliver the copy, or remove it"

# The folder.
mv "root/$V3" "root/$LIBDIR/v3"
ln -s ../v3 "root/$V3"
finds 'a folder that is a link holds copies of the flavor' \
    "N: not-checked: /$LIBDIR/v3/libfoo.so.1.0: $nodebug"
mkdir "root/$LIBDIR/real"
rm "root/$V3"
rmdir "root/$LIBDIR/glibc-hwcaps"
mv "root/$LIBDIR/v3" "root/$LIBDIR/real/x86-64-v3"
ln -s "/$LIBDIR/real" "root/$LIBDIR/glibc-hwcaps"
finds 'and so does glibc-hwcaps itself' \
    "N: not-checked: /$LIBDIR/real/x86-64-v3/libfoo.so.1.0: $nodebug"
rm "root/$LIBDIR/glibc-hwcaps"
mkdir "root/$LIBDIR/glibc-hwcaps"
mv "root/$LIBDIR/real/x86-64-v3" "root/$V3"
ln -s x86-64-v3 "root/$LIBDIR/glibc-hwcaps/x86-64-v2"
run "$HWFLAVOR" check --glibc 2.36 root
like "$(cat stdout)" "^E: isa-marker-above: /$LIBDIR/glibc-hwcaps/x86-64-v2/libfoo.so.1.0: " 'one folder that serves two flavors is judged for both'
rm "root/$LIBDIR/glibc-hwcaps/x86-64-v2"

# The file.
rm "root/$V3"/*
ln -s ../../libfoo.so.1.0 "root/$V3/libfoo.so.1"
run "$HWFLAVOR" check --glibc 2.36 root
like "$(cat stdout)" "^E: identical-to-baseline: /$V3/libfoo.so.1: " 'a link to the baseline is a copy of it'
is "$status" 1 'and an error'
ln -sf libfoo.so.1.0 "root/$V3/libfoo.so.1"
finds 'a link that dangles' \
    "E: soname-link-missing: /$V3/libfoo.so.1: is a link that leads nowhere, so the loader takes another copy or the baseline; deliver what it is to lead to, or remove it"
ln -sfn . "root/$V3/libfoo.so.1"
finds 'a link to a folder' \
    "E: unreadable-file: /$V3/libfoo.so.1: is a link to what is no file; make it lead to the copy"
rm "root/$V3/libfoo.so.1"
mkdir "root/$V3/libfoo.so.1"
finds 'a folder of that name' "E: unreadable-file: /$V3/libfoo.so.1: is a folder $loses"
rmdir "root/$V3/libfoo.so.1"
mkfifo "root/$V3/libfoo.so.1"
finds 'a pipe' "E: unreadable-file: /$V3/libfoo.so.1: is a pipe, a socket or a device $loses"
rm "root/$V3/libfoo.so.1"
: >"root/$V3/libfoo.so.1.0"
finds 'an empty file' "E: unreadable-file: /$V3/libfoo.so.1.0: is not an ELF file; build or copy it anew"
rm "root/$V3/libfoo.so.1.0"
mkdir "root/$V3/libfoo.so.d"
finds 'any other folder is of no concern'

# A library whose SONAME has no version.
rm -r "root/$LIBDIR"
library "root/$LIBDIR/libbar.so" -g0 -Wl,-soname,libbar.so
mkdir -p "root/$V3"
echo text >"root/$V3/libbar.so"
finds 'text called like the SONAME of a baseline' \
    "E: unreadable-file: /$V3/libbar.so: is no shared library $loses"

# A link that leads through a link to the top: it stays inside the tree, whatever lies on this machine.
rm -r root
baseline
copy
ln -s /usr root/system
ln -sf "/system/lib/../lib/x86_64-linux-gnu/glibc-hwcaps/x86-64-v3/libfoo.so.1.0" "root/$V3/libfoo.so.1"
ln -sf "/system/lib/x86_64-linux-gnu/libfoo.so.1.0" "root/$LIBDIR/libfoo.so.1"
finds 'absolute links to folders are links of the tree'
ln -sf /system/libfoo.so.1 "root/$V3/libfoo.so.1"
ln -s lib/../libfoo.so.1 root/usr/libfoo.so.1
finds 'a circle of links' \
    "E: soname-link-missing: /$V3/libfoo.so.1.0: the link libfoo.so.1 beside it leads nowhere; make it lead to libfoo.so.1.0"
