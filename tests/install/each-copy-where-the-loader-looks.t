#!/bin/sh
# SPDX-License-Identifier: MIT
# The baseline is installed whole, and of each flavor only the shared libraries, in the hwcap directory of their own folder: private
# folders too. Modules that are opened by path are left out, and that is said; Modules: delivers them.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc autoconf automake libtoolize jq

libfoo source
usr=usr/lib/x86_64-linux-gnu
install_libfoo() {
    hwflavor install --source source --build-dir build --destdir "out 'put'" -j2 "$@" -- --prefix=/usr --libdir=/$usr --without-gmp
}
install_libfoo
is "$status $(cd "out 'put'" && find . ! -type d | sort | sed 's|^\./||')" "0 usr/bin/foo-info
usr/include/foo.h
$usr/foo/glibc-hwcaps/x86-64-v2/libfoo-private.so
$usr/foo/glibc-hwcaps/x86-64-v3/libfoo-private.so
$usr/foo/libfoo-private.a
$usr/foo/libfoo-private.la
$usr/foo/libfoo-private.so
$usr/foo/modules/foo-module.la
$usr/foo/modules/foo-module.so
$usr/glibc-hwcaps/x86-64-v2/libfoo.so.10
$usr/glibc-hwcaps/x86-64-v2/libfoo.so.10.0.0
$usr/glibc-hwcaps/x86-64-v3/libfoo.so.10
$usr/glibc-hwcaps/x86-64-v3/libfoo.so.10.0.0
$usr/libfoo.a
$usr/libfoo.la
$usr/libfoo.so
$usr/libfoo.so.10
$usr/libfoo.so.10.0.0
$usr/pkgconfig/foo.pc" 'exactly these files, in a place with a space and quotes'
is "$(readlink "out 'put'/$usr/glibc-hwcaps/x86-64-v3/libfoo.so.10")" libfoo.so.10.0.0 'the SONAME link points to the copy beside it'
ok 'the baseline is its own build, byte for byte' diff -r --no-dereference build/baseline/root/usr/include "out 'put'/usr/include"
ok 'and so is a copy, but for the note that says its baseline' same_copy "build/x86-64-v3/root/$usr/libfoo.so.10.0.0" "out 'put'/$usr/glibc-hwcaps/x86-64-v3/libfoo.so.10.0.0"
is "$(grep 'no copy' stderr)" "hwflavor: x86-64-v2: no copy of /$usr/foo/modules/foo-module.so: nothing finds it by its SONAME: a module opened by path
hwflavor: x86-64-v3: no copy of /$usr/foo/modules/foo-module.so: nothing finds it by its SONAME: a module opened by path" 'the module is left out, and that is said'
is "$(plain_table stdout)" 'FLAVOR STEP TIME COPIES
baseline install T -
x86-64-v2 install T 2, S KiB
x86-64-v3 install T 2, S KiB' 'the table counts the copies'
# libtool writes the folder of private libraries into the program; never a hwcap directory.
unlike "$(readelf -d "out 'put'/usr/bin/foo-info" "out 'put'/$usr/glibc-hwcaps/x86-64-v3/libfoo.so.10")" 'R(UN)?PATH.*(hwcaps|hwflavor-test)' \
    'no RUNPATH tells of the build'

printf '\nModules: /%s/foo/modules/*.so /%s/none/*.so\n' "$usr" "$usr" >source/hwflavors
install_libfoo
is "$(grep pattern stderr | sed "s|$TMP|TMP|g")" "hwflavor: TMP/source/hwflavors:2: the pattern \"/$usr/none/*.so\" matches no shared object below TMP/build/baseline/root; correct or remove it" \
    'a pattern without a match is said with its line'
printf 'Modules: /%s/foo/modules/*.so\n' "$usr" >source/hwflavors
install_libfoo --json
is "$status $(cd "out 'put'" && find . -name 'foo-module.so' | sort | tr '\n' ' ')" \
    "0 ./$usr/foo/modules/foo-module.so ./$usr/foo/modules/glibc-hwcaps/x86-64-v2/foo-module.so ./$usr/foo/modules/glibc-hwcaps/x86-64-v3/foo-module.so " \
    'Modules: delivers them'
is "$(jq -r '.copies[] | select(.flavor == "x86-64-v3") | .library + " " + .installed + " " + .state' stdout)" \
    "/$usr/foo/libfoo-private.so /$usr/foo/glibc-hwcaps/x86-64-v3/libfoo-private.so delivered
/$usr/foo/modules/foo-module.so /$usr/foo/modules/glibc-hwcaps/x86-64-v3/foo-module.so delivered
/$usr/libfoo.so.10.0.0 /$usr/glibc-hwcaps/x86-64-v3/libfoo.so.10.0.0 delivered" 'and the JSON has each copy'
is "$(jq -r '.copies[] | select(.library == "/'$usr'/libfoo.so.10.0.0" and .flavor == "x86-64-v2") | .bytes' stdout)" \
    "$(stat -c %s "out 'put'/$usr/glibc-hwcaps/x86-64-v2/libfoo.so.10.0.0")" 'with its size'
is "$(jq -c '.flavors[] | [.flavor, .state, .step]' stdout)" '["baseline","done","install"]
["x86-64-v2","done","install"]
["x86-64-v3","done","install"]' 'and each flavor'
