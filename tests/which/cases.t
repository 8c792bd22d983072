#!/bin/sh
# Every *.case: the files it lists, one question, and the exact answer. A case is named after the rule of the loader it proves.
#
# Fields: Architecture, Glibc, Cpu, Environment (words NAME=VALUE), Options, Ask; Files in the notation of make-files.c; Status, and
# what is printed on standard output under Answer, and on standard error under Says.
set -eu
. "${0%/*}/../tap.sh"
here=$TOP/tests/which
maker=$HWFLAVOR_TEST_BUILD/tests/which/make-files
[ -x "$maker" ] || skip_all "tests/which/make-files is not built"

# field NAME FILE: its value; lines that go on have lost their blank, and "." is an empty line.
field() {
    awk -v name="$1" '
    /^#/ { next }
    /^[^ ]/ { in_it = index($0, name ":") == 1; if (in_it) { sub(/^[^:]*: */, ""); if ($0 != "") print }; next }
    in_it { sub(/^ /, ""); print }' "$2"
}

for case in "$here"/*.case; do
    name=$(basename "$case" .case | tr - ' ')
    root=$TMP/root
    rm -rf "$root"
    mkdir "$root"
    arch=$(field Architecture "$case")
    glibc=$(field Glibc "$case")
    field Files "$case" | "$maker" "$root" "$arch" "$glibc"
    set -- which --root "$root" --arch "$arch" --glibc "$glibc"
    for cpu in $(field Cpu "$case"); do
        set -- "$@" --cpu "$cpu"
    done
    for variable in $(field Environment "$case"); do
        set -- "$@" --env "$variable"
    done
    # shellcheck disable=SC2046 # options are words
    set -- "$@" $(field Options "$case") $(field Ask "$case")
    run "$HWFLAVOR" "$@"
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
