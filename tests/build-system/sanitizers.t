#!/bin/sh
# The quick tests pass under the address and undefined-behaviour sanitizers too.
set -eu
. "${0%/*}/../tap.sh"
need gcc autoreconf prove

build=$TOP/build-sanitize
ok 'builds with --enable-sanitizers' "$TOP/scripts/build-in" "$build" --enable-sanitizers --enable-werror
mkdir -p "$HWFLAVOR_TEST_BUILD/roots"
ln -sfn "$HWFLAVOR_TEST_BUILD/roots" "$build/roots"

set --
for folder in unit plan list; do
    [ ! -d "$TOP/tests/$folder" ] || set -- "$@" "$TOP/tests/$folder"
done
HWFLAVOR=$build/hwflavor
HWFLAVOR_TEST_BUILD=$build
ok "passes the tests of the folders unit, plan and list" prove -r "$@"
