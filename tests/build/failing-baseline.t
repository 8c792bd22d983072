#!/bin/sh
# SPDX-License-Identifier: MIT
# A baseline that fails does not stop the flavors, nothing is installed, and a repaired source goes on from there.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc autoconf automake
expected=1

# Fails in the baseline only.
twin make source
sed -i '1i#if !defined __AVX2__\n#error broken baseline\n#endif' source/foo.c
hwflavor build --source source --build-dir build --flavors x86-64-v3 -j2
is "$status" 1 'build: exit status'
is "$(plain_table stdout)" 'FLAVOR STEP TIME COPIES
baseline build FAILED T - see $TMP/build/baseline/build.log
x86-64-v3 build T -' 'the flavor is built'
like "$(cat stderr)" '^    .*error: #error broken baseline' "the log's end is shown"

mkdir out
hwflavor install --source source --build-dir build --flavors x86-64-v3 --destdir out -j2
is "$status $(find out)" '1 out' 'install: nothing is installed'
like "$(cat stderr)" '^hwflavor: nothing is installed: the baseline is not done$' 'and it is said'

sed -i 1,3d source/foo.c
expected=0
hwflavor install --source source --build-dir build --flavors x86-64-v3 --destdir out -j2
is "$status $(find out -name 'libfoo.so.10.0.0' | wc -l)" '0 2' 'the repaired source is built and installed'
expected=1

# A configure that fails for the baseline: a flavor asks all questions itself.
twin autoconf autoconf '-O1 -DOWN'
sed -i '/^AC_PROG_CC/aAC_ARG_ENABLE([ok])\nAS_IF([test "x$enable_ok" != xyes], [AC_MSG_ERROR([baseline does not configure])])' autoconf/configure.ac
(cd autoconf && rm -f configure && autoconf -f)
printf 'Flavor: x86-64-v3\nConfigure: --enable-ok\n' >autoconf/hwflavors
export CFLAGS='-O1 -g' CXXFLAGS=-O1
hwflavor build --source autoconf --build-dir build-autoconf --flavors x86-64-v3 -j2
is "$status $(plain_table stdout)" '1 FLAVOR STEP TIME COPIES
baseline configure FAILED T - see $TMP/build-autoconf/baseline/configure.log
x86-64-v3 build T -' 'autoconf: the flavor goes on when the baseline does not configure'
unset CFLAGS CXXFLAGS
hwflavor build --source autoconf --build-dir build-autoconf --flavors x86-64-v3 -j2
is "$status" 1 "without given flags the flavor cannot know the baseline's choice"
is "$(plain_table stdout)" 'FLAVOR STEP TIME COPIES
baseline configure FAILED T - see $TMP/build-autoconf/baseline/configure.log
x86-64-v3 configure FAILED T - see $TMP/build-autoconf/x86-64-v3/configure.log' 'and fails rather than guess'
like "$(cat build-autoconf/x86-64-v3/configure.log)" '^hwflavor: the baseline is not configured, so what it chooses as CFLAGS is not known; repair it, or set CFLAGS in the environment' 'saying what to do'
