#!/bin/sh
# SPDX-License-Identifier: MIT
# CC may be a compiler behind a launcher, as ccache is.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc ccache autoconf automake cmake meson ninja

export CCACHE_DIR="$TMP/cache" CC='ccache gcc' CFLAGS='-O1 -g'
for system in autoconf cmake meson make; do
    twin "$system" "$system"
    hwflavor build --source "$system" --build-dir "build-$system" --flavors x86-64-v3 -j2
    is "$status" 0 "$system: builds"
    for flavor in baseline x86-64-v3; do
        library=$(find "build-$system/$flavor/tree" -name 'libfoo.so.10*' -type f ! -name '*.symbols')
        is "$(cd "${library%/*}" && LD_LIBRARY_PATH=. ./foo-info)" "libfoo: $flavor" "$system, $flavor: says what it is"
    done
    is "$(find cache -name '*R' | wc -l)" "$(find cache -name '*R' | sort -u | wc -l)" "$system: the cache is readable"
done
like "$(ccache -s)" 'Misses: +[1-9]' 'ccache was asked'
before=$(ccache --print-stats | sed -n 's/^direct_cache_hit\t//p')

# Another place: the flavors' trees are mapped away, so that ccache knows the same commands there (base_dir apart).
hwflavor build --source make --build-dir build-make --flavors x86-64-v3 -j2
is "$status $(ccache --print-stats | sed -n 's/^direct_cache_hit\t//p')" "0 $before" 'a finished build asks no compiler again'
