#!/bin/sh
# SPDX-License-Identifier: MIT
# A source that itself compiles for the build machine's CPU is refused: its copies, the baseline's too, would run on such machines only.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc autoconf automake cmake meson ninja

twin autoconf autoconf '-g -O2 -march=native'
twin cmake cmake
sed -i '/^project/aadd_compile_options(-mtune=native)' cmake/CMakeLists.txt
twin meson meson
sed -i "/^project/aadd_project_arguments('-march=native', language: 'c')" meson/meson.build
twin make make
sed -i 's/^CFLAGS = /CFLAGS = -march=native /' make/Makefile

for case in 'autoconf -march=native' 'cmake -mtune=native' 'meson -march=native'; do
    system=${case% *}
    expected=1
    hwflavor build --source "$system" --build-dir "build-$system" --flavors x86-64-v2 -j2
    is "$status $(grep -c '^    hwflavor: ' stderr)" '1 2' "$system: both flavors fail"
    is "$(tail -n 1 "build-$system/baseline/configure.log")" \
        "hwflavor: the source compiles with ${case#* }, for this machine's CPU only; turn that off (often with -- --disable-native)" \
        "$system: and the baseline's log says why"
done
hwflavor build --source make --build-dir build-make --flavors x86-64-v2 -j2
is "$status" 1 'make: fails'
like "$(cat build-make/baseline/build.log)" "hwflavor: the makefile compiles with -march=native, for this machine's CPU only; turn that off" \
    'make: and says why'
