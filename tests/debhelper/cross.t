#!/bin/sh
# SPDX-License-Identifier: MIT
# dpkg-buildpackage -aarmhf: the copies are for armhf, in the directory that its loader searches, and built as debhelper cross builds.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need autoconf cmake arm-linux-gnueabihf-gcc readelf
. "$TOP/tests/debhelper/packages.sh"
export DEB_BUILD_OPTIONS='parallel=2 nocheck'

for system in autoconf cmake make; do
    triplet=arm-linux-gnueabihf
    package "$system" "$system"
    # The shared libraries of armhf need not be installed here.
    printf '\noverride_dh_shlibdeps:\n' >>"$system/foo/debian/rules"
    build "$system" -aarmhf -b -Pcross,nocheck
    is "$status $(dpkg-deb -c "$system"/libfoo10_10_armhf.deb | sed -n 's|.*\./\(.*/neon/.*\.so[^ ]*\).*|\1|p' | sort)" \
        "0 usr/lib/$triplet/neon/vfp/libfoo.so.10 -> libfoo.so.10.0.0
usr/lib/$triplet/neon/vfp/libfoo.so.10.0.0" "$system: the copy is in neon/vfp"
    dpkg-deb -x "$system"/libfoo10_10_armhf.deb "$system.tree"
    like "$(readelf -A "$system.tree/usr/lib/$triplet/neon/vfp/libfoo.so.10.0.0")" 'Advanced_SIMD_arch' "$system: built with its flags"
    unlike "$(readelf -A "$system.tree/usr/lib/$triplet/libfoo.so.10.0.0")" 'Advanced_SIMD_arch' "$system: and the baseline without"
done
