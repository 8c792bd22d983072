#!/bin/sh
# SPDX-License-Identifier: MIT
# With the add-on alone, and nothing else in the package, each of debhelper's build systems gives a package with the flavors' copies. The
# baseline's files, dh_strip and dh_makeshlibs having passed over them, are bit for bit those of a build without hwflavor.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need autoconf cmake meson ninja
. "$TOP/tests/debhelper/packages.sh"

# try_system NAME SYSTEM [DH-OPTION]
try_system() {
    package "$2" "$1" "${3-}"
    build_both "$1"
    cp log "log.$1"
    is "$status $(copies "$1" libfoo10)" "0 $(both_copies)" "$1: both flavors are in the package of the baseline"
    for flavor in x86-64-v2 x86-64-v3; do
        is "$(strings "$1/foo/debian/libfoo10/$libdir/glibc-hwcaps/$flavor/libfoo.so.10" | grep -x 'x86-64-v.')" "$flavor" \
            "$1: $flavor is built with its flags"
        like "$(cat log)" "^hwflavor: $flavor: test done" "$1: and tested"
    done
    same_baseline "$1" libfoo10 "$1: the baseline's files are unchanged"
    same_baseline "$1" libfoo-dev "$1: so is the other package"
}

try_system autoconf autoconf
try_system autoconf-elsewhere autoconf --builddirectory=build
try_system cmake cmake
try_system cmake-ninja cmake --buildsystem=cmake+ninja
try_system meson meson
try_system makefile make --buildsystem=makefile
compat=14 try_system compat-14 cmake
