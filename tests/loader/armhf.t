#!/bin/sh
# SPDX-License-Identifier: MIT
# glibc up to 2.36 takes the NEON copy from neon/vfp on a CPU that has NEON; later ones search no such directory, and list says so.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need arm-linux-gnueabihf-gcc autoconf automake libtoolize qemu-arm
bookworm=$(root bookworm armhf)
trixie=$(root trixie armhf)
cp -a "$bookworm" bookworm
cp -a "$trixie" trixie

without_neon=cortex-a9,neon=off,vfp-d32=off
qemu-arm -cpu "$without_neon" "$bookworm/lib/ld-linux-armhf.so.3" --version >/dev/null 2>&1 || without_neon=cortex-a9,neon=off

libfoo source
usr=usr/lib/arm-linux-gnueabihf
for suite in bookworm trixie; do
    hwflavor install --arch armhf --glibc 2.36 --source source --build-dir build --destdir "$suite" -j2 -- --prefix=/usr --libdir=/$usr --without-gmp
    is "$status $(cd $suite && find . -path '*neon*' -type f | sort | tr '\n' ' ')" \
        "0 ./$usr/foo/neon/vfp/libfoo-private.so ./$usr/neon/vfp/libfoo.so.10.0.0 " "$suite: the copies are in neon/vfp"
done

# loads SUITE CPU FLAVOR WAY
loads() {
    run qemu-arm -L "$1" -cpu "$2" "$1/usr/bin/foo-info"
    is "$(cat stdout stderr)" "libfoo: $3
libfoo-private: $3" "$1, $2, $4: $3"
}
for way in path cache; do
    for suite in bookworm trixie; do
        rm -f "$suite/etc/ld.so.cache"
        # The suite's own: a later one does not know neon/vfp.
        [ "$way" = path ] || qemu-arm -L "$suite" "$suite/sbin/ldconfig" -r "$suite"
    done
    loads bookworm cortex-a7 armv7-neon "$way"
    loads bookworm "$without_neon" baseline "$way"
    loads trixie cortex-a7 baseline "$way"
    loads trixie "$without_neon" baseline "$way"
done

hwflavor_is 'list says what glibc 2.36 searches' 0 list --arch armhf --glibc 2.36 <<'END'
FLAVOR      DIRECTORY  GLIBC 2.36  THIS CPU  USED
baseline    .          searched    -
armv7-neon  neon/vfp   searched    -
END
run "$HWFLAVOR" list --arch armhf --glibc 2.41
is "$(sed '$d' stdout)" 'FLAVOR      DIRECTORY  GLIBC 2.41    THIS CPU  USED
baseline    .          searched      -
armv7-neon  neon/vfp   not searched  -' 'and that 2.41 does not search it'
like "$(tail -n 1 stdout)" '^armv7-neon: .*2\.37' 'and why'
hwflavor build --arch armhf --glibc 2.41 --source source --build-dir later -n -- --without-gmp
like "$(cat stderr)" '^hwflavor: armv7-neon: not built: .*2\.37' 'a flavor that no loader would search is not built'
