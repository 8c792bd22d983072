#!/bin/sh
# SPDX-License-Identifier: MIT
# With nothing given, what the source itself chooses stays, and the flavor's flags come after it: a flavor that loses a package's
# -fno-strict-aliasing computes wrong results.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc readelf autoconf automake cmake meson ninja

# builds SYSTEM: in a copy of the twin that was prepared.
builds() {
    system=$1
    BUILD=$TMP/build-$system
    hwflavor build --source "$system" --build-dir "$BUILD" --flavors x86-64-v3 -j2
    is "$status" 0 "$system: builds"
}

twin autoconf autoconf '-g -O1 -fno-strict-aliasing -DOWN=7'
builds autoconf
like "$(compile_lines baseline)" '-g -O1 -fno-strict-aliasing -DOWN=7 -fPIC' "autoconf, baseline: configure's own choice"
like "$(compile_lines x86-64-v3)" '-g -O1 -fno-strict-aliasing -DOWN=7 -march=x86-64-v3' "autoconf: and the flavor's after it"
is "$(producers "$BUILD/x86-64-v3/tree/libfoo.so.10")" "$(producers "$BUILD/baseline/tree/libfoo.so.10" | sed 's/-mtune=[^ ]* -march=[^ ]*/-march=x86-64-v3/')" \
    'autoconf: the compiler got the same otherwise'

twin cmake cmake
sed -i '/^project/aset(CMAKE_C_FLAGS "${CMAKE_C_FLAGS} -g -O1 -fno-strict-aliasing")' cmake/CMakeLists.txt
builds cmake
like "$(compile_lines baseline)" '-g -O1 -fno-strict-aliasing' 'cmake, baseline: what the project adds'
like "$(producers "$BUILD/x86-64-v3/tree/libfoo.so.10.0.0")" '-march=x86-64-v3 .*-O1 .*-fno-strict-aliasing' "cmake: and the flavor's"

twin meson meson
sed -i "/^foo =/iadd_project_arguments('-fno-strict-aliasing', language: 'c')" meson/meson.build
sed -i "s/'warning_level=2'/'warning_level=2', 'optimization=1'/" meson/meson.build
builds meson
like "$(compile_lines baseline)" '-O1 .*-fno-strict-aliasing' 'meson, baseline: what the project asks for'
like "$(producers "$BUILD/x86-64-v3/tree/libfoo.so.10.0.0")" '-march=x86-64-v3 .*-g .*-O1 .*-fno-strict-aliasing' "meson: and the flavor's"

twin make make
sed -i 's/^CFLAGS = .*/CFLAGS = -g -O1 -fno-strict-aliasing -fPIC/' make/Makefile
builds make
like "$(producers "$BUILD/baseline/tree/libfoo.so.10")" '-O1 .*-fno-strict-aliasing -fPIC' "make, baseline: the makefile's own"
like "$(producers "$BUILD/x86-64-v3/tree/libfoo.so.10")" '-march=x86-64-v3 -g -O1 .*-fno-strict-aliasing -fPIC' "make: and the flavor's"
