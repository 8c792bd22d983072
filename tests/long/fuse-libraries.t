#!/bin/sh
# SPDX-License-Identifier: MIT
# Real C libraries of different habits, fused: their own tests pass with each flavor chosen; and one that is refused for the right reason.
# About 10 minutes on two idle cores: prove -v tests/long/fuse-libraries.t
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc g++ cmake
grep -q avx2 /proc/cpuinfo || skip_all 'this CPU has no AVX2'

# fused PACKAGE HWFLAVORS LIBRARY HABIT [ARGUMENT...]
fused() {
    package=$1 library=$3 habit=$4
    printf '%b' "Delivery: fuse\nFlavors: x86-64-v2 x86-64-v3\n$2" >"$package.hwflavors"
    tree=$(debian_package "$package") || skip_all "the source of $package cannot be fetched"
    shift 4
    hwflavor test --source "$tree" --file "$package.hwflavors" --build-dir "build-$package" -- "$@"
    is "$status" 0 "$package ($habit): its tests pass"
    like "$(readelf -SW "build-$package/fused/root/usr/local/lib/$library" 2>/dev/null)" note.hwflavor.fused "$package: $library is fused"
    for flavor in baseline x86-64-v2 x86-64-v3; do
        like "$(cat "build-$package/$flavor/test.log")" '^\+ cp .*fused/root' "$package, $flavor: with the fused library"
    done
}

export CFLAGS='-g -O2' CXXFLAGS='-g -O1'
fused json-c 'Build-System: cmake\n' libjson-c.so.5.2.0 'CMake, symbol versions, data of threads' -DCMAKE_INSTALL_LIBDIR=lib
fused jansson 'Build-System: cmake\n' libjansson.so.4.14.0 'CMake, symbol versions' -DJANSSON_BUILD_SHARED_LIBS=ON -DCMAKE_INSTALL_LIBDIR=lib
fused libgpg-error '' libgpg-error.so.0.33.1 'a constructor, symbol versions'
fused libmd '' libmd.so.0.0.5 'Autoconf, symbol versions'

tree=$(debian_package snappy) || skip_all 'the source of snappy cannot be fetched'
expected=1 hwflavor fuse --source "$tree" --build-dir build-snappy --flavors x86-64-v2 -- -DSNAPPY_BUILD_TESTS=OFF \
    -DSNAPPY_BUILD_BENCHMARKS=OFF -DBUILD_SHARED_LIBS=ON -DCMAKE_INSTALL_LIBDIR=lib
like "$(cat stderr)" 'libsnappy\.so.*cannot be fused: .*\.o is C\+\+, whose tables' 'snappy is refused: C++'
tree=$(debian_package jansson)
CFLAGS='-g -O2 -flto' expected=1 hwflavor fuse --source "$tree" --file jansson.hwflavors --build-dir build-lto --flavors x86-64-v2 -- \
    -DJANSSON_BUILD_SHARED_LIBS=ON -DCMAKE_INSTALL_LIBDIR=lib
like "$(cat stderr)" 'libjansson\.so.*cannot be fused: .*\.o was compiled for link-time optimization' 'jansson with -flto is refused'
