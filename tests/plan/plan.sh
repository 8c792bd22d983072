# shellcheck shell=sh
# What the tests of plan share; sourced after tap.sh and sources.sh. Nothing here builds: a source is one empty file.

# A compiler that is never run, the same on every machine, and an emulator that is only looked for.
mkdir "$TMP/bin"
echo '#!/bin/sh' | tee "$TMP/bin/cc" >"$TMP/bin/qemu-arm"
chmod +x "$TMP/bin/cc" "$TMP/bin/qemu-arm"
touch -d @0 "$TMP/bin/cc"
PATH=$TMP/bin:$PATH
export PATH CC="$TMP/bin/cc"

# plain_source: an Autoconf source in src/. source_with LINE...: with these lines as its hwflavors file.
plain_source() {
    rm -rf src
    mkdir src
    : >src/configure
}

source_with() {
    plain_source
    printf '%s\n' "$@" >src/hwflavors
}

# planned NAME EXPRESSION ARGS... <EXPECTED: what jq's EXPRESSION picks out of plan's JSON, as compact JSON or, for a string, plain.
planned() {
    planned_name=$1
    planned_expression=$2
    shift 2
    run "$HWFLAVOR" plan --json --source src "$@"
    jq -rc "$planned_expression" <stdout >got || cp stderr got
    tap_plain >expected
    is_file got expected "$planned_name"
}
