#!/bin/sh
# SPDX-License-Identifier: MIT
# hwflavor's packages build in a clean root of Debian 12, and are good there. In containers that allow no such root: on this machine.
# tests/long/hwflavor-packages.t builds them with their tests, and for other suites.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/debian/packages.sh"

# good_here: they build on this machine, and the program works from where they are unpacked.
good_here() {
    ok 'the packages build' env -i PATH="$PATH" DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)" sh -c 'cd source && dpkg-buildpackage -d -us -uc -b -Pnocheck'
    is "$(find . -maxdepth 1 -name '*.deb' ! -name '*-dbgsym_*' | sed 's|^\./||; s|_.*||' | sort | xargs)" 'dh-hwflavor hwflavor' 'they are hwflavor and dh-hwflavor'
    for package in dh-hwflavor hwflavor; do
        ok "$package unpacks" dpkg-deb -x ${package}_*.deb installed
    done
    mkdir tmp
    ok 'the program works from there' env HWFLAVOR_DATADIR="$TMP/installed/usr/share/hwflavor" PATH="$TMP/installed/usr/bin:$PATH" AUTOPKGTEST_TMP="$TMP/tmp" \
        sh -c 'cd source && debian/tests/commands'
    ok 'the add-on is one that debhelper finds' perl -I installed/usr/share/perl5 -I /usr/share/perl5 -MDebian::Debhelper::Dh_Lib -c installed/usr/share/perl5/Debian/Debhelper/Sequence/hwflavor.pm
}

source_package source
if clean_roots; then
    good_packages bookworm --profiles nocheck --env "DEB_BUILD_OPTIONS=nocheck parallel=$(nproc)"
else
    diag 'no namespaces here: built on this machine'
    good_here
fi
