#!/bin/sh
# SPDX-License-Identifier: MIT
# Under ccache, distcc and icecc, and through libtool, the flags reach the compiler, and no stale object comes back when they change.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc g++ ccache distcc icecc libtool

twin make make
export CFLAGS=-g CCACHE_DIR="$TMP/cache" DISTCC_HOSTS=localhost DISTCC_DIR="$TMP/distcc" DISTCC_FALLBACK=1 ICECC=disable
mkdir distcc

flags() {
    readelf --debug-dump=info "$1" | grep -o -e '-fno-ivopts\|-fno-gcse' | sort -u | tr '\n' ' '
}

for compiler in 'ccache gcc' 'distcc gcc' '/usr/lib/icecc/bin/gcc' 'ccache distcc gcc'; do
    [ -x /usr/lib/icecc/bin/gcc ] || skip_all 'icecc has no /usr/lib/icecc/bin/gcc'
    name=$(echo "$compiler" | tr ' /' '--')
    for flag in -fno-ivopts -fno-gcse -fno-ivopts; do
        printf 'Files: foo.c\nCflags: %s\n' "$flag" >make/hwflavors
        CC=$compiler hwflavor build --source make --build-dir "b$name" --flavors baseline
        is "$status $(flags "b$name/baseline/tree/foo.o")" "0 $flag " "$compiler: $flag"
    done
done
like "$(ccache -s)" 'Hits: +[1-9]' 'ccache has answered, too'

libfoo libfoo
printf 'Files: src/powmod.c src/answers.c\nCflags: -fno-gcse\n' >libfoo/hwflavors
hwflavor build --source libfoo --build-dir b-libtool --flavors x86-64-v3 -j2
is "$status" 0 'a libtool library'
for object in $(cd b-libtool/baseline/tree && find . -name 'libfoo_la-*.o' -o -path '*src/*.o' | grep -v '/tests/' | sort -u); do
    case $object in
    *powmod* | *answers*) is "$(flags "b-libtool/baseline/tree/$object")" '-fno-gcse ' "$object has the flag" ;;
    *) is "$(flags "b-libtool/baseline/tree/$object")" '' "$object has not" ;;
    esac
done
