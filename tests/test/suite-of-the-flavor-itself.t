#!/bin/sh
# SPDX-License-Identifier: MIT
# Natively each flavor's own suite runs in its own tree, on its own copy; a suite that fails is exit status 1, with the end of its log.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc autoconf automake libtoolize cmake meson ninja
grep -q 'avx2.*movbe\|movbe.*avx2' /proc/cpuinfo || skip_all 'this CPU does not run x86-64-v3'

for system in autoconf cmake meson make; do
    case $system in
    autoconf) libfoo autoconf ;;
    *) twin "$system" "$system" ;;
    esac
    unset FOO_EXPECT_FLAVOR
    expected=0
    hwflavor test --source "$system" --build-dir "build-$system" --flavors x86-64-v3 -j2
    is "$status $(plain_table stdout)" '0 FLAVOR STEP TIME COPIES
baseline test T - tested on this CPU
x86-64-v3 test T - tested on this CPU' "$system: passes"
    export FOO_EXPECT_FLAVOR=x86-64-v3
    expected=1
    hwflavor test --source "$system" --build-dir "build-$system" --flavors x86-64-v3 -j2
    is "$status $(plain_table stdout)" '1 FLAVOR STEP TIME COPIES
baseline test FAILED T - see $TMP/build-'"$system"'/baseline/test.log
x86-64-v3 test T - tested on this CPU' "$system: with the expectation of x86-64-v3 the baseline fails, and x86-64-v3 does not"
    is "$(grep -c "^hwflavor: baseline: test failed; the end of $TMP/build-$system/baseline/test.log:\$" stderr)" 1 "$system: the log is named"
    is "$(grep '^    ' stderr | sed 's/^    //')" "$(tail -n 20 "build-$system/baseline/test.log")" "$system: and its end shown"
done
