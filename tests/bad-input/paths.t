#!/bin/sh
# SPDX-License-Identifier: MIT
# Blanks and quotes in paths: make and configure scripts do not survive them, which is said in one line; CMake and Meson do.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"

for system in configure Makefile; do
    for path in 'a b' "it's" 'a"b' 'a$b' 'a#b' 'a:b' 'a;b' 'a*b' 'a\b' 'a%b' 'a&b' 'a(b'; do
        mkdir "$path"
        : >"$path/$system"
        shown=$(printf '%s' "$path" | tr -d '[:alnum:]')
        [ "$shown" != ' ' ] || shown='a space'
        hwflavor_refuses "$path with $system" build --source "$path" <<END
hwflavor: \$TMP/$path: a path with $(printf '%.1s' "$shown" | sed 's/^a$/a space/') does not survive make and configure; give --source without it (a symbolic link will do)
END
        rm -r "$path"
    done
done
mkdir src
: >src/configure
hwflavor_refuses 'a build folder with a blank' build --source src --build-dir 'out of tree' <<'END'
hwflavor: $TMP/out of tree: a path with a space does not survive make and configure; give --build-dir without it (a symbolic link will do)
END
mkdir 'a b' && : >'a b/configure' && ln -s 'a b' link
run "$HWFLAVOR" plan --source link --build-dir out
is "$status $(cat stderr)" '0 ' 'a link helps'

for system in cmake meson; do
    command -v "$system" >/dev/null || {
        skip "$system" "$system is not installed"
        continue
    }
    mkdir "it's $system"
    twin "$system" "it's $system/the source"
    run "$HWFLAVOR" install --source "it's $system/the source" --build-dir "it's $system/out (of) tree" --destdir "it's $system/dest dir" \
        --flavors x86-64-v2 -j2
    is "$status" 0 "$system builds and installs" || tail -n 20 stderr
    [ "$status" = 0 ] || diag "$(tail -n 30 stderr)"
    is "$(find "it's $system/dest dir" -path '*glibc-hwcaps*' -name 'libfoo*.so.*' | wc -l)" 2 'with the copy and its link'
done
