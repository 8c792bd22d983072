#!/bin/sh
# SPDX-License-Identifier: MIT
# A flavor that fails in any step does not stop the others and is not installed. The exit status is 1, and the end of its log is shown,
# and where it is.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc autoconf automake libtoolize

libfoo source
echo 'Flavors: x86-64-v2 breaks-configure breaks-build breaks-test breaks-install' >source/hwflavors
for step in configure build test install; do
    printf '\nFlavor: breaks-%s\nArchitecture: amd64\nDirectory: glibc-hwcaps/breaks-%s\nCflags: -O1 -funroll-loops\nConfigure: --enable-break=%s\nFeatures: baseline\n' \
        "$step" "$step" "$step" >>source/hwflavors
done
expected=1

# shows FLAVOR STEP LINE: standard error has a failed step's log, its end, and where it is.
shows() {
    is "$(grep -c "^hwflavor: $1: $2 failed; the end of $TMP/build/$1/$2.log:\$" stderr)" 1 "$1: the log is named"
    like "$(cat stderr)" "^    .*$3" "$1: its end is shown"
}

hwflavor build --source source --build-dir build -j2 -- --without-gmp
is "$status $(plain_table stdout)" '1 FLAVOR STEP TIME COPIES
baseline build T -
x86-64-v2 build T -
breaks-configure configure FAILED T - see $TMP/build/breaks-configure/configure.log
breaks-build build FAILED T - see $TMP/build/breaks-build/build.log
breaks-test build T -
breaks-install build T -' 'build: the others are built'
shows breaks-configure configure 'error: configure fails because of --enable-break=configure'
shows breaks-build build 'error: #error "the build fails because of --enable-break=build"'

hwflavor test --source source --build-dir build -j2 -- --without-gmp
is "$status $(plain_table stdout)" '1 FLAVOR STEP TIME COPIES
baseline test T - tested on this CPU
x86-64-v2 test T - tested on this CPU
breaks-configure configure FAILED T - see $TMP/build/breaks-configure/configure.log
breaks-build build FAILED T - see $TMP/build/breaks-build/build.log
breaks-test test FAILED T - see $TMP/build/breaks-test/test.log
breaks-install test T - tested on this CPU' 'test: the others are tested'
shows breaks-test test 'make.*check.*Error'
like "$(cat build/breaks-test/test.log)" 't-flavor: fails because of --enable-break=test' 'and the log says which test'

hwflavor install --source source --build-dir build --destdir out -j2 -- --without-gmp
is "$status $(plain_table stdout)" '1 FLAVOR STEP TIME COPIES
baseline install T -
x86-64-v2 install T 2, S KiB
breaks-configure configure FAILED T - see $TMP/build/breaks-configure/configure.log
breaks-build build FAILED T - see $TMP/build/breaks-build/build.log
breaks-test install T 2, S KiB
breaks-install install FAILED T - see $TMP/build/breaks-install/install.log' 'install: the others are installed'
shows breaks-install install 'install fails because of --enable-break=install'
is "$(find out -path '*glibc-hwcaps*' -name 'libfoo*' -type f | sort)" "out/usr/local/lib/foo/glibc-hwcaps/breaks-test/libfoo-private.so
out/usr/local/lib/foo/glibc-hwcaps/x86-64-v2/libfoo-private.so
out/usr/local/lib/glibc-hwcaps/breaks-test/libfoo.so.10.0.0
out/usr/local/lib/glibc-hwcaps/x86-64-v2/libfoo.so.10.0.0" 'and nothing of those that failed'
