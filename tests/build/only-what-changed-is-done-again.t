#!/bin/sh
# SPDX-License-Identifier: MIT
# A second call does nothing; an edited source is compiled anew in every flavor; a changed hwflavors file, or other CFLAGS, configure anew
# only the flavors that they concern.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc autoconf automake cmake meson ninja

build() {
    hwflavor build --source "$system" --build-dir "build-$system" --flavors x86-64-v3 -j2
}

# configured: the flavors that the last call configured, by what it said.
configured() {
    sed -n 's/^hwflavor: \(.*\): configure done.*/\1/p' stderr | sort | tr '\n' ' '
}

# objects: when each flavor's object of foo.c was made.
objects() {
    find "build-$system" -name 'foo.o' -o -name 'foo.c.o' | sort | xargs stat -c '%n %y'
}

for system in autoconf cmake meson make; do
    twin "$system" "$system"
    build
    is "$status $(configured)" '0 baseline x86-64-v3 ' "$system: the first call configures all"
    objects >before
    is "$(wc -l <before)" 2 "$system: and compiles all"

    build
    is "$status $(configured)" '0 ' "$system: the second configures none"
    is "$(objects | diff before -)" '' "$system: and compiles none"

    sed -i 's/return FOO_FLAVOR;/return FOO_FLAVOR "!";/' "$system/foo.c"
    build
    is "$status $(configured)" '0 ' "$system: an edited source configures none"
    for flavor in baseline x86-64-v3; do
        library=$(find "build-$system/$flavor/tree" -name 'libfoo.so.10*' -type f ! -name '*.symbols')
        is "$(cd "${library%/*}" && LD_LIBRARY_PATH=. ./foo-info)" "libfoo: $flavor!" "$system: and is in $flavor"
    done

    printf 'Flavor: x86-64-v3\nCflags: -DONLY_V3\n' >"$system/hwflavors"
    build
    is "$status $(configured)" '0 x86-64-v3 ' "$system: a flavor's new flag configures that flavor"
    printf 'Modules: usr/lib/*/x.so\n\nFlavor: x86-64-v3\nCflags: -DONLY_V3\nDescription: other\n' >"$system/hwflavors"
    build
    is "$status $(configured)" '0 ' "$system: fields that do not matter to the build configure none"

    CFLAGS='-O1 -DALL'
    export CFLAGS
    build
    is "$status $(configured)" '0 baseline x86-64-v3 ' "$system: other CFLAGS configure all"
    unset CFLAGS
    [ "$system" = autoconf ] || continue
    build
    is "$status $(configured)" '0 baseline x86-64-v3 ' "$system: and so does the end of them"
done
