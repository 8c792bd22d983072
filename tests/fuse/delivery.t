#!/bin/sh
# SPDX-License-Identifier: MIT
# Delivery: directory, fuse or auto, in the package's file; install puts the fused library in the baseline's place, and which and check
# know it.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc jq

twin make source
# delivery TEXT ARG...: what plan says of a package with that Delivery.
delivery() {
    printf '%s\n' "$1" >source/hwflavors
    shift
    hwflavor plan --json --source source "$@"
    jq -r '.delivery + ": " + ([.flavors[].flavor] | join(" "))' stdout
}

is "$(delivery 'Flavors: x86-64-v2')" 'directory: baseline x86-64-v2' 'directories are the default'
is "$(delivery 'Delivery: fuse
Flavors: x86-64-v2')" 'fuse: baseline x86-64-v2' 'fuse'
is "$(delivery 'Delivery: auto
Flavors: x86-64-v2 x86-64-v3')" 'directory: baseline x86-64-v2 x86-64-v3' 'auto: the loader searches the directories'
is "$(delivery 'Delivery: auto
Flavors: x86-64-v2 x86-64-v3' --glibc 2.31)" 'fuse: baseline x86-64-v2 x86-64-v3' 'auto: a loader that knows none'
if command -v arm-linux-gnueabihf-gcc >/dev/null; then
    is "$(delivery 'Delivery: auto' --arch armhf --glibc 2.36)" 'directory: baseline armv7-neon' 'auto: armhf up to 2.36'
    is "$(delivery 'Delivery: auto' --arch armhf --glibc 2.41)" 'fuse: baseline armv7-neon' 'auto: armhf since'
else
    skip 'auto: armhf' 'there is no cross compiler'
fi
printf 'Delivery: melt\n' >source/hwflavors
hwflavor_refuses 'another word is refused' plan --source source <<END
hwflavor: $TMP/source/hwflavors:1: no delivery melt is known; write directory, fuse or auto
END

expected=1 hwflavor fuse --source source --build-dir alone --flavors baseline --file /dev/null
is "$status $(tail -n 1 stderr)" \
    '1 hwflavor: /usr/local/lib/libfoo.so.10.0.0: there is no flavor beside the baseline to put inside' 'the baseline alone is nothing to fuse'

printf 'Delivery: fuse\nFlavors: x86-64-v2 x86-64-v3\n' >source/hwflavors
hwflavor install --source source --destdir dest
lib=dest/usr/local/lib
is "$status $(cd "$lib" && find . -name '*hwcaps*' -o -type f)" '0 ./libfoo.so.10.0.0' 'install: one library, and no directories'
is "$(LD_LIBRARY_PATH=$lib HWFLAVOR_DISABLE=x86-64-v3,x86-64-v2 dest/usr/local/bin/foo-info)" 'libfoo: baseline' 'which has the baseline inside'
is "$(LD_LIBRARY_PATH=$lib HWFLAVOR_DISABLE=x86-64-v3 dest/usr/local/bin/foo-info)" 'libfoo: x86-64-v2' 'and the flavors'
hwflavor_is 'check finds nothing' 0 check dest </dev/null
strip "$lib/libfoo.so.10.0.0"
hwflavor_is 'nor when it is stripped' 0 check dest </dev/null

program=$TMP/dest/usr/local/bin/foo-info
hwflavor which --cpu Nehalem --env LD_LIBRARY_PATH="$TMP/$lib" "$program"
is "$(sed -n 2p stdout)" "  libfoo.so.10 => $TMP/$lib/libfoo.so.10 (x86-64-v2 inside)" 'which says what a CPU runs'
hwflavor which --cpu Haswell --env HWFLAVOR_DISABLE=x86-64-v3 --env LD_LIBRARY_PATH="$TMP/$lib" --json "$program"
is "$(jq -r '.. | objects | select(.name == "libfoo.so.10") | .inside' stdout)" x86-64-v2 'with HWFLAVOR_DISABLE, as JSON'
hwflavor which --matrix --cpu qemu64 --cpu Haswell --env LD_LIBRARY_PATH="$TMP/$lib" libfoo.so.10
is "$(sed 's/  */ /g' stdout | tail -n 2)" 'qemu64 baseline
Haswell x86-64-v3' 'and of many CPUs'

# Each flavor's own tests, run with the fused library in its tree; the tree is as it was afterwards.
# shellcheck disable=SC2016 # make expands it
sed -i 's/LD_LIBRARY_PATH=. .*/readelf -SW libfoo.so.10 | grep -o note.hwflavor.fused\n\tcp libfoo.so.10 tested\n\t&/' source/Makefile
hwflavor test --source source --build-dir tested
for flavor in baseline x86-64-v2 x86-64-v3; do
    is "$(grep -x -e note.hwflavor.fused -e "libfoo: .*" "tested/$flavor/test.log")" "note.hwflavor.fused
libfoo: $flavor" "$flavor is tested inside the fused library"
    ok "$flavor: which is the one that is installed" cmp "tested/$flavor/tree/tested" tested/fused/root/usr/local/lib/libfoo.so.10.0.0
    ok "$flavor: and its own library is back" cmp "tested/$flavor/tree/libfoo.so.10" "tested/$flavor/root/usr/local/lib/libfoo.so.10.0.0"
done

# A flavor's code that its CPUs cannot run is found inside, too.
printf 'Delivery: fuse\nFlavors: x86-64-v2\n\nFlavor: x86-64-v2\nCflags: -mavx2 -O3\n' >source/hwflavors
echo 'void foo_triple(int *a) { for (int i = 0; i < 64; i++) a[i] *= 3; }' >>source/foo.c
expected=1 hwflavor install --source source --build-dir beyond --destdir dest2
like "$(cat stderr)" '^E: isa-beyond-baseline: .*needs? avx2?, which x86-64-v2 does not promise' 'check looks into each flavor'
is "$([ -e dest2 ] && echo installed)" '' 'and nothing is installed'
