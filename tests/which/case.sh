# shellcheck shell=sh
# shellcheck disable=SC2034 # for who sources it
# SPDX-License-Identifier: MIT
# What the two runners of *.case share.
#
# Fields of a case: Architecture, Glibc, Cpu, Environment (words NAME=VALUE), Options, Ask; Files in the notation of make-files.c; Status,
# and what is printed on standard output under Answer, and on standard error under Says. Unasked says why cases-asked.t cannot ask the real
# loader.
here=$TOP/tests/which
maker=$HWFLAVOR_TEST_BUILD/tests/which/make-files
[ -x "$maker" ] || skip_all "tests/which/make-files is not built"

# field NAME FILE: its value; lines that go on have lost their blank.
field() {
    awk -v name="$1" '
    /^#/ { next }
    /^[^ ]/ { in_it = index($0, name ":") == 1; if (in_it) { sub(/^[^:]*: */, ""); if ($0 != "") print }; next }
    in_it { sub(/^ /, ""); print }' "$2"
}

# make_root CASE: its files, in $TMP/root; sets name, root, arch and glibc.
make_root() {
    name=$(basename "$1" .case | tr - ' ')
    root=$TMP/root
    rm -rf "$root"
    mkdir "$root"
    arch=$(field Architecture "$1")
    glibc=$(field Glibc "$1")
    field Files "$1" | "$maker" "$root" "$arch" "$glibc"
}

# run_case CASE OPTION...: asks its question; see run.
run_case() {
    case=$1
    shift
    for cpu in $(field Cpu "$case"); do
        set -- "$@" --cpu "$cpu"
    done
    for variable in $(field Environment "$case"); do
        set -- "$@" --env "$variable"
    done
    # shellcheck disable=SC2046 # options are words
    run "$HWFLAVOR" which --root "$root" --arch "$arch" "$@" $(field Options "$case") $(field Ask "$case")
}
