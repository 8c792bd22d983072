#!/bin/sh
# SPDX-License-Identifier: MIT
# Every *.case: the files it lists, one question, and the exact answer. A case is named after the rule of the loader it proves.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/which/case.sh"

for case in "$here"/*.case; do
    make_root "$case"
    run_case "$case" --glibc "$glibc"
    {
        field Answer "$case"
        field Says "$case"
        echo "status $(field Status "$case")"
    } >"$TMP/expected"
    {
        cat "$TMP/stdout"
        sed 's/^hwflavor: //' "$TMP/stderr"
        echo "status $status"
    } | sed "s|$root||g" >"$TMP/got"
    is_file "$TMP/got" "$TMP/expected" "$name"
done
