#!/bin/sh
# SPDX-License-Identifier: MIT
# Files that are no libraries, or no longer: one line each; of one file among others a finding, of the one that is named an error.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

baseline
copy
good=root/$LIBDIR/libfoo.so.1.0
refused() {
    echo "hwflavor: $2" >expected
    hwflavor_refuses "$1" check "$3" <expected
}
: >empty
echo text >text
head -c 40 "$good" >forty
head -c 100 "$good" >hundred
size=$(stat -c %s "$good")
head -c $((size - 1)) "$good" >short
cp "$good" endian
printf '\002' | dd of=endian bs=1 seek=5 conv=notrunc 2>/dev/null
cp "$good" class
printf '\001' | dd of=class bs=1 seek=4 conv=notrunc 2>/dev/null
cp "$good" machine
printf '\377\377' | dd of=machine bs=1 seek=18 conv=notrunc 2>/dev/null
refused 'a missing file' 'nothing: cannot be read: No such file or directory' nothing
refused 'an empty file' 'empty: is not an ELF file; name a shared library' empty
refused 'a text' 'text: is not an ELF file; name a shared library' text
refused 'half a header' 'forty: is a damaged ELF file: its header is not whole; build or copy it anew' forty
refused 'cut in the program headers' 'hundred: is a damaged ELF file: its program headers lie outside the file; build or copy it anew' hundred
refused 'cut at the end' 'short: is a damaged ELF file: its section headers lie outside the file; build or copy it anew' short
refused 'the other byte order' 'endian: is a damaged ELF file: its program headers have a wrong size; build or copy it anew' endian
refused 'the other class' 'class: is an object file or debug information; name a shared library' class
unknown='is of an architecture whose instructions are not known here, so what they need is not checked; try it on the oldest CPU it is for'
hwflavor_is 'of an architecture that nobody knows it is said' 0 check machine <<END
N: not-checked: machine: $unknown
END
printf 'int main(void) { return 0; }' | "$CC" -x c -c -o object.o -
refused 'an object file' 'object.o: is an object file or debug information; name a shared library' object.o
hwflavor_refuses 'no path' check <<'END'
hwflavor: check needs a PATH: a folder, a .deb, or libraries; see hwflavor check --help
END
hwflavor_is 'a copy for another machine' 1 check "$good" machine <<END
E: unreadable-file: machine: is for another machine (unknown) than root/$LIBDIR/libfoo.so.1.0 (amd64); build both with one compiler
N: not-checked: machine: $unknown
END

# The same as libraries of a tree: one line each, and the good pair beside them is checked all the same.
for name in empty text forty hundred short endian class machine; do
    cp "$name" "root/$LIBDIR/lib$name.so.1"
done
finds 'a tree with all of them' \
    "E: unreadable-file: /$LIBDIR/libclass.so.1: is an object file or debug information, or has another class than its header says; build or copy it anew" \
    "E: unreadable-file: /$LIBDIR/libempty.so.1: is not an ELF file; build or copy it anew" \
    "E: unreadable-file: /$LIBDIR/libendian.so.1: is a damaged ELF file: its program headers have a wrong size; build or copy it anew" \
    "E: unreadable-file: /$LIBDIR/libforty.so.1: is a damaged ELF file: its header is not whole; build or copy it anew" \
    "E: unreadable-file: /$LIBDIR/libhundred.so.1: is a damaged ELF file: its program headers lie outside the file; build or copy it anew" \
    "N: not-checked: /$LIBDIR/libmachine.so.1: $unknown" \
    "E: unreadable-file: /$LIBDIR/libshort.so.1: is a damaged ELF file: its section headers lie outside the file; build or copy it anew" \
    "E: unreadable-file: /$LIBDIR/libtext.so.1: is not an ELF file; build or copy it anew"
