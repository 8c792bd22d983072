# shellcheck shell=sh
# What the .t scripts share: TAP output, a private folder, roots with a real loader, exact comparison of hwflavor's output.
#
# A test sources it and states its checks; the plan is printed at the end, or first with `plan N`:
#
#     #!/bin/sh
#     set -eu
#     . "${0%/*}/../tap.sh"
#     need qemu-arm
#
#     hwflavor_is 'an unknown glibc is refused' 2 list --glibc nonsense <<'EOF'
#     EOF
#     is "$(cat "$TMP/stderr")" "hwflavor: ..." 'and says why'
#
# Checks number themselves in the shell that runs them: call them from the script itself, never from a subshell or a pipe. A check that
# fails does not end the script; any other command that fails does (set -e), and then the test counts as failed.
#
# For the test:
#   $TMP       a private folder, the current folder at the start, removed at exit; HWFLAVOR_TEST_KEEP=1 keeps it when a check failed
#   $TOP       the top of the source
#   $HWFLAVOR  the program, by absolute path
# From the caller (scripts/run-tests and `make check` set them):
#   HWFLAVOR               the program; default: the one in build-tests/, which scripts/run-tests builds
#   HWFLAVOR_DATADIR       where the program finds flavors/ and scripts/; default: $TOP
#   HWFLAVOR_TEST_BUILD    the folder for what tests share (roots); default: build-tests/ in the source
#   HWFLAVOR_TEST_REQUIRE  1: a missing tool or an unreachable archive is a failure, not a skip

LC_ALL=C.UTF-8
export LC_ALL
TOP=$(cd "${0%/*}" && while [ ! -e tests/tap.sh ] && [ "$PWD" != / ]; do cd ..; done && pwd -P)
: "${HWFLAVOR_TEST_BUILD:=$TOP/build-tests}" "${HWFLAVOR_TEST_REQUIRE:=0}" "${HWFLAVOR_TEST_KEEP:=0}"
: "${HWFLAVOR:=$HWFLAVOR_TEST_BUILD/hwflavor}" "${HWFLAVOR_DATADIR:=$TOP}"
export HWFLAVOR HWFLAVOR_DATADIR HWFLAVOR_TEST_BUILD HWFLAVOR_TEST_REQUIRE HWFLAVOR_TEST_KEEP
TMP=$(mktemp -d "${TMPDIR:-/tmp}/hwflavor-test.XXXXXX")
TMP=$(cd "$TMP" && pwd -P)
cd "$TMP" || exit

tap_count=0
tap_failed=0
tap_planned=
trap tap_exit EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# plan N: says how many checks follow. Without it the number is printed at the end.
plan() {
    tap_planned=$1
    echo "1..$1"
}

# diag TEXT...: a remark for the reader, beside the TAP.
diag() {
    printf '%s\n' "$*" | sed 's/^/# /' >&2
}

# pass NAME, fail NAME: a check whose outcome is already known.
pass() {
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $1"
}

fail() {
    tap_count=$((tap_count + 1))
    tap_failed=$((tap_failed + 1))
    echo "not ok $tap_count - $1"
}

# skip NAME REASON: a check that this machine cannot make. Failed instead if everything is required.
skip() {
    if [ "$HWFLAVOR_TEST_REQUIRE" = 1 ]; then
        fail "$1"
        diag "required, but: $2"
    else
        tap_count=$((tap_count + 1))
        echo "ok $tap_count - $1 # SKIP $2"
    fi
}

# same_copy FILE COPY: is COPY the flavor's FILE, but for the note that install appends?
same_copy() {
    objcopy -R .note.hwflavor "$1" "$TMP/same-file" && objcopy -R .note.hwflavor "$2" "$TMP/same-copy" && cmp "$TMP/same-file" "$TMP/same-copy"
}

# ok NAME COMMAND...: passes if the command succeeds. Its output is shown if it does not.
ok() {
    tap_name=$1
    shift
    if "$@" >"$TMP/.tap-output" 2>&1; then
        pass "$tap_name"
    else
        fail "$tap_name"
        diag "failed: $*"
        diag "$(tail -n 40 "$TMP/.tap-output")"
    fi
}

# not_ok NAME COMMAND...: passes if the command fails.
not_ok() {
    tap_name=$1
    shift
    if "$@" >"$TMP/.tap-output" 2>&1; then
        fail "$tap_name"
        diag "succeeded, and should not have: $*"
    else
        pass "$tap_name"
    fi
}

# is GOT EXPECTED NAME: passes if both texts are the same; shows the difference otherwise.
is() {
    if [ "$1" = "$2" ]; then
        pass "$3"
    else
        printf '%s\n' "$1" >"$TMP/.tap-got"
        printf '%s\n' "$2" >"$TMP/.tap-expected"
        fail "$3"
        tap_diff
    fi
}

# is_file GOT EXPECTED NAME: the same for two files.
is_file() {
    tap_plain <"$1" >"$TMP/.tap-got"
    tap_plain <"$2" >"$TMP/.tap-expected"
    if cmp -s "$TMP/.tap-got" "$TMP/.tap-expected"; then
        pass "$3"
    else
        fail "$3"
        tap_diff
    fi
}

# like TEXT REGEX NAME, unlike TEXT REGEX NAME: passes if some line matches (does not match) the extended regular expression.
like() {
    if printf '%s\n' "$1" | grep -Eq -e "$2"; then
        pass "$3"
    else
        fail "$3"
        diag "no line matches: $2"
        diag "$1"
    fi
}

unlike() {
    if printf '%s\n' "$1" | grep -Eq -e "$2"; then
        fail "$3"
        diag "a line matches, and should not: $2"
        diag "$1"
    else
        pass "$3"
    fi
}

# run COMMAND...: runs it and never ends the script; leaves $status, and the files $TMP/stdout and $TMP/stderr.
run() {
    status=0
    "$@" >"$TMP/stdout" 2>"$TMP/stderr" </dev/null || status=$?
}

# hwflavor_is NAME STATUS ARGS... <EXPECTED: runs hwflavor; passes if exit status and standard output are exactly these. In the
# comparison the private folder reads $TMP and the top of the source $TOP. Leaves what `run` leaves.
hwflavor_is() {
    tap_name=$1
    tap_status=$2
    shift 2
    tap_plain >"$TMP/.tap-expected"
    run "$HWFLAVOR" "$@"
    tap_plain <"$TMP/stdout" >"$TMP/.tap-got"
    tap_verdict
}

# hwflavor_refuses NAME ARGS... <EXPECTED: passes if hwflavor exits with 2, prints nothing on standard output, and exactly these
# lines on standard error.
hwflavor_refuses() {
    tap_name=$1
    tap_status=2
    shift
    tap_plain >"$TMP/.tap-expected"
    run "$HWFLAVOR" "$@"
    cat "$TMP/stdout" "$TMP/stderr" | tap_plain >"$TMP/.tap-got"
    tap_verdict
}

# skip_all REASON: ends the script: nothing more of it can be tested here.
skip_all() {
    if [ "$HWFLAVOR_TEST_REQUIRE" = 1 ]; then
        diag "required, but: $1"
        exit 1
    fi
    if [ "$tap_count" != 0 ]; then
        skip 'the rest' "$1"
        exit 0
    fi
    tap_planned=0
    echo "1..0 # SKIP $1"
    exit 0
}

# need TOOL...: skip_all if a tool is not installed.
need() {
    for tap_tool; do
        command -v "$tap_tool" >/dev/null || skip_all "$tap_tool is not installed"
    done
}

# root SUITE ARCH [PACKAGE...]: prints the path of a root with that suite's loader (see scripts/make-root for the packages). Made once,
# shared by all tests: read it, do not write into it (copy it first: cp -a). Use as `dir=$(root trixie armhf)`: if the
# archive cannot be reached, that ends the script as skip_all does.
root() {
    tap_id=$(echo "$*" | tr ' :' '--')
    tap_dir=$HWFLAVOR_TEST_BUILD/roots/$tap_id
    mkdir -p "$HWFLAVOR_TEST_BUILD/roots"
    tap_suite=$1
    tap_arch=$2
    shift 2
    (
        flock 9
        [ -d "$tap_dir" ] || "$TOP/scripts/make-root" --suite "$tap_suite" --arch "$tap_arch" "$tap_dir" "$@" >&2
    ) 9>"$tap_dir.lock" || return 77
    echo "$tap_dir"
}

# The rest is for the functions above.

# Replaces the paths that differ from run to run by the variables' names.
tap_plain() {
    sed -e "s|$TMP|\$TMP|g" -e "s|$TOP|\$TOP|g"
}

tap_diff() {
    diag "$(diff -u --label expected --label got "$TMP/.tap-expected" "$TMP/.tap-got" || :)"
}

tap_verdict() {
    if [ "$status" = "$tap_status" ] && cmp -s "$TMP/.tap-expected" "$TMP/.tap-got"; then
        pass "$tap_name"
        return
    fi
    fail "$tap_name"
    [ "$status" = "$tap_status" ] || diag "exit status $status, expected $tap_status"
    cmp -s "$TMP/.tap-expected" "$TMP/.tap-got" || tap_diff
    [ ! -s "$TMP/stderr" ] || diag "standard error:
$(tail -n 20 "$TMP/stderr")"
}

tap_exit() {
    tap_status=$?
    trap - EXIT
    cd /
    if [ "$tap_status" = 77 ] && [ "$HWFLAVOR_TEST_REQUIRE" != 1 ]; then
        [ "$tap_count" != 0 ] || echo "1..0 # SKIP cannot make a root"
        tap_status=0
        tap_planned=${tap_planned:-$tap_count}
    fi
    if [ "$tap_status" != 0 ]; then
        diag "${0##*/} ended after check $tap_count with exit status $tap_status"
    elif [ -z "$tap_planned" ] && [ "$tap_count" = 0 ]; then
        diag "${0##*/} checked nothing"
        tap_status=1
    elif [ -z "$tap_planned" ]; then
        echo "1..$tap_count"
    fi
    [ "$tap_status" != 0 ] || [ "$tap_failed" = 0 ] || tap_status=1
    if [ "$tap_status" != 0 ] && [ "$HWFLAVOR_TEST_KEEP" = 1 ]; then
        diag "kept: $TMP"
    else
        chmod -R u+w "$TMP" 2>/dev/null || :
        rm -rf "$TMP"
    fi
    exit "$tap_status"
}
