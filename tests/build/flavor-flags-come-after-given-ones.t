#!/bin/sh
# SPDX-License-Identifier: MIT
# A flavor's flags are appended to those of the environment: none is lost, and where both speak, the flavor's win.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc readelf autoconf automake cmake meson ninja

export CFLAGS='-g -O1 -fno-strict-aliasing -DX=1 -march=x86-64' CPPFLAGS=-DY=2 LDFLAGS=-Wl,-z,now

for system in autoconf cmake meson make; do
    twin "$system" "$system"
    BUILD=$TMP/build-$system
    hwflavor build --source "$system" --build-dir "$BUILD" --flavors x86-64-v3 -j2
    is "$status" 0 "$system: builds"
    for flavor in baseline x86-64-v3; do
        library=$(find "$BUILD/$flavor/tree" -name 'libfoo.so.10*' -type f ! -name '*.symbols')
        line=$(compile_lines "$flavor")
        like "$line" '-g -O1 -fno-strict-aliasing -DX=1 -march=x86-64' "$system, $flavor: the given CFLAGS"
        is "$(producers "$library" | grep -c -e '-O1 .*-fno-strict-aliasing')" 1 "$system, $flavor: reach the compiler"
        like "$line" '-DY=2' "$system, $flavor: the given CPPFLAGS"
        like "$(readelf -d "$library")" 'BIND_NOW' "$system, $flavor: the given LDFLAGS"
        case $flavor in
        baseline) level=x86-64 name=baseline marker=0 ;;
        *) level=x86-64-v3 name=x86-64-v3 marker=1 ;;
        esac
        like "$(producers "$library")" "-march=$level( |\$)" "$system, $flavor: the flavor's -march is the last"
        is "$(cd "${library%/*}" && LD_LIBRARY_PATH=. ./foo-info)" "libfoo: $name" "$system, $flavor: says what it is"
        is "$(readelf -n "$library" | grep -c 'ISA needed:.*x86-64-v3')" "$marker" "$system, $flavor: the flavor's LDFLAGS"
    done
done
