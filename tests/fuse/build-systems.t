#!/bin/sh
# SPDX-License-Identifier: MIT
# The link is recorded with every build system, whatever it is that calls the compiler.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc autoconf automake libtool cmake meson ninja ccache

for system in cmake meson make; do
    twin "$system" "$system"
    hwflavor fuse --source "$system" --build-dir "build-$system" --flavors x86-64-v2 -j2
    library=$(find "build-$system/fused/root" -name 'libfoo.so.10*' -type f)
    program=$(find "build-$system/fused/root" -name foo-info)
    is "$status $(LD_LIBRARY_PATH=${library%/*} "$program") $(LD_LIBRARY_PATH=${library%/*} HWFLAVOR_DISABLE=x86-64-v2 "$program")" \
        '0 libfoo: x86-64-v2 libfoo: baseline' "$system"
done

# Libtool, with a version script, a library of the program's own and a module, and a compiler given by its path.
libfoo libtool
CC=$(command -v gcc) hwflavor fuse --source libtool --build-dir build-libtool --flavors x86-64-v2 -j2
lib=build-libtool/fused/root/usr/local/lib
is "$status $(LD_LIBRARY_PATH=$lib:$lib/foo build-libtool/fused/root/usr/local/bin/foo-info)" '0 libfoo: x86-64-v2
libfoo-private: x86-64-v2' 'libtool'
like "$(readelf -p .comment -W "$lib/libfoo.so.10.0.0"; grep -r "$TMP/build-libtool/baseline/bin" build-libtool/baseline/root || echo none)" \
    '^none$' 'nothing that is installed names the recorder'

# A compiler behind a launcher.
export CCACHE_DIR="$TMP/cache"
twin make behind
CC='ccache gcc' hwflavor fuse --source behind --build-dir build-behind --flavors x86-64-v2
is "$status" 0 'ccache'
