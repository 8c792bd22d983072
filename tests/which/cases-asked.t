#!/bin/sh
# SPDX-License-Identifier: MIT
# Every *.case that qemu-user can answer: the same files and question for the real loader of that glibc, which has to say the same.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/which/case.sh"
. "$TOP/tests/which/loader.sh"
unshare "-m$([ "$(id -u)" = 0 ] || echo r)" true 2>/dev/null || skip_all 'this user may make no namespaces'
need qemu-x86_64 qemu-arm

# add_loader DIR: the loader and the C library of the root DIR, where the case's root has them.
add_loader() {
    loader=$(loader_name "$arch")
    file=$(loader_file "$1" "$arch")
    multiarch=usr/lib/$(basename "${file%/*}")
    mkdir -p "$root/mnt" "$root/${loader%/*}" "$root/$multiarch"
    cp "$file" "$root/$loader"
    cp "${file%/*}/libc.so.6" "$root/$multiarch/"
}

for case in "$here"/*.case; do
    unasked=$(field Unasked "$case")
    [ -z "$unasked" ] || continue
    make_root "$case"
    case $glibc in
    2.36) suite=bookworm ;;
    2.41) suite=trixie ;;
    *) suite=sid ;;
    esac
    if ! dir=$(root "$suite" "$arch" 2>"$TMP/stderr"); then
        skip "$name" "$(tail -n 1 "$TMP/stderr")"
        continue
    fi
    add_loader "$dir"
    run_case "$case" --ask-loader
    # What it may say: that there is no cache yet, and what the case itself says.
    grep -v -e 'there is no cache yet' -e 'cannot be preloaded, which' "$TMP/stderr" >"$TMP/said" || :
    is "$status $(cat "$TMP/said")" "$(field Status "$case") " "$name: $suite"
done
