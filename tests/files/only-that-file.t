#!/bin/sh
# SPDX-License-Identifier: MIT
# A Files paragraph adds its flags to the files that match, after all others, with every build system; to the flavors and architectures it
# names; every other command stays as it is. A changed paragraph configures anew.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc g++ autoconf automake cmake meson ninja readelf

# tuned LIBRARY-OR-PROGRAM: the options of the compile units that say so, "FILE: yes" or "FILE: no" a line.
tuned() {
    readelf --debug-dump=info "$1" 2>/dev/null | sed -n 's/^.*DW_AT_producer *: *\((.*): \)*//p; s/^ *<[0-9a-f]*> *DW_AT_name *: *\((.*): \)*\([^ ]*\.c\) *$/name \2/p' |
        awk '/^name/ { sub(/.*\//, "", $2); print $2 ": " (flags ~ /-funroll-loops/ ? "yes" : "no"); next } /GNU C/ { flags = $0 }' | sort -u | tr '\n' ' '
}

export CFLAGS='-O1 -g'
for system in autoconf cmake meson make; do
    twin "$system" "$system"
    printf 'Build-System: %s\n\nFiles: foo.c\nFlavors: x86-64-v3\nCflags: -funroll-loops -O3\n' "$system" >"$system/hwflavors"
    hwflavor build --source "$system" --build-dir "b-$system" --flavors x86-64-v3 -j2
    is "$status" 0 "$system: builds"
    for flavor in baseline x86-64-v3; do
        library=$(find "b-$system/$flavor/tree" -name 'libfoo.so.10*' -type f ! -name '*.symbols')
        expected_tuned=no
        [ "$flavor" = baseline ] || expected_tuned=yes
        is "$(tuned "$library")" "foo.c: $expected_tuned " "$system, $flavor: foo.c"
        is "$(tuned "$(find "b-$system/$flavor/tree" -name foo-info -type f)")" 'foo-info.c: no ' "$system, $flavor: not foo-info.c"
        is "$(cd "${library%/*}" && LD_LIBRARY_PATH=. ./foo-info)" "libfoo: $flavor" "$system, $flavor: works"
    done
    is "$(readelf --debug-dump=info "$library" | grep -c -e '-march=x86-64-v3.*-O1.*-O3\|-O1.*-march=x86-64-v3.*-O3')" 1 "$system: the flags come last"
    sed -i 's/-funroll-loops -O3/-O3/' "$system/hwflavors"
    hwflavor build --source "$system" --build-dir "b-$system" --flavors x86-64-v3 -j2
    is "$(sed -n 's/^hwflavor: \(.*\): configure done.*/\1/p' stderr)" x86-64-v3 "$system: a changed paragraph configures that flavor anew"
    is "$(tuned "$library")" 'foo.c: no ' "$system: and has its flags"
done

printf 'Files: foo.c\nArchitectures: ia64 armhf\nCflags: -funroll-loops\n' >make/hwflavors
hwflavor build --source make --build-dir b-ia64 --flavors baseline
twin make plain
hwflavor build --source plain --build-dir b-plain --flavors baseline
sed -i '/DW_AT/d' stderr
ok 'another architecture: the object is the same, bit by bit' cmp b-ia64/baseline/tree/foo.o b-plain/baseline/tree/foo.o
is "$(grep -c hwflavor-cc b-ia64/baseline/build.log)" 0 'and no launcher is in front of its compiler'
