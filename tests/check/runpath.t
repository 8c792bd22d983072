#!/bin/sh
# SPDX-License-Identifier: MIT
# runpath-into-hwcaps, runpath-into-build: paths that are wrong on other CPUs, or on other machines (fault 3 of packaging: libtool writes the first).
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

baseline "-Wl,-rpath,/$V3"
finds 'into a hwcap directory' \
    "E: runpath-into-hwcaps: /$LIBDIR/libfoo.so.1.0: RUNPATH /$V3 leads into a hwcap directory, for every CPU; configure with the standard libdir"
baseline '-Wl,-rpath,/opt/lib:/usr/lib/arm-linux-gnueabihf/tls'
finds 'of old as well' \
    "E: runpath-into-hwcaps: /$LIBDIR/libfoo.so.1.0: RUNPATH /opt/lib:/usr/lib/arm-linux-gnueabihf/tls leads into a hwcap directory, for every CPU; configure with the standard libdir"
baseline
mkdir -p root/usr/bin
echo 'int main(void) { return 0; }' | "$CC" -x c -o root/usr/bin/foo - -Wl,--disable-new-dtags "-Wl,-rpath,/$V3"
finds 'of a program, and as RPATH' \
    "E: runpath-into-hwcaps: /usr/bin/foo: RUNPATH /$V3 leads into a hwcap directory, for every CPU; configure with the standard libdir"
rm -r root/usr/bin
baseline "-Wl,-rpath,$TMP/root/usr/lib"
finds 'into the tree' \
    "E: runpath-into-build: /$LIBDIR/libfoo.so.1.0: RUNPATH \$TMP/root/usr/lib leads into the tree it was built in; relink without it"
baseline '-Wl,-rpath,lib:/usr/lib'
finds 'relative' \
    "E: runpath-into-build: /$LIBDIR/libfoo.so.1.0: RUNPATH lib:/usr/lib has an entry that is relative to the folder a program is started in; relink without it"
baseline '-Wl,-rpath,/usr/lib/foo:/opt/vfp:$ORIGIN/../foo'
finds 'any other is fine'
baseline '-Wl,-rpath,/usr/lib/x86_64-linux-gnu/haswell/'
finds 'a slash at the end hides nothing' \
    "E: runpath-into-hwcaps: /$LIBDIR/libfoo.so.1.0: RUNPATH /usr/lib/x86_64-linux-gnu/haswell/ leads into a hwcap directory, for every CPU; configure with the standard libdir"
baseline '-Wl,-rpath,$LIB/foo'
finds 'what $LIB stands for is relative too' \
    "E: runpath-into-build: /$LIBDIR/libfoo.so.1.0: RUNPATH \$LIB/foo has an entry that is relative to the folder a program is started in; relink without it"
baseline '-Wl,-rpath,/usr/$LIB/foo:${ORIGIN}/foo'
finds 'inside of a path it is fine'
