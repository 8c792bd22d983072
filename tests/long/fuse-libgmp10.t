#!/bin/sh
# SPDX-License-Identifier: MIT
# Debian 13's libgmp10 for armhf, where the loader searches no directory: built from Debian's source with tests/packages/gmp.patch and Delivery:
# auto, cross, in a clean root; installed by dpkg; a CPU with NEON runs that flavor and one without the baseline, and powm of 256 bits takes
# little more than half the instructions that Debian's own package takes. On two idle cores about a quarter of an hour:
#     prove -v tests/long/fuse-libgmp10.t
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/debian/packages.sh"
need arm-linux-gnueabihf-gcc qemu-arm patch jq
clean_roots || skip_all 'no namespaces can be made here'
plugin=$HWFLAVOR_TEST_BUILD/count-instructions.so
triplet=arm-linux-gnueabihf

own=${PACKAGES_OWN:-own}
[ -n "${PACKAGES_OWN-}" ] || {
    source_package hwflavor
    "$TOP/scripts/build-package" --work "$work" --suite trixie --profiles nocheck --env DEB_BUILD_OPTIONS=nocheck hwflavor own
} || skip_all "hwflavor's own packages do not build in trixie"
tree=$(debian_package gmp trixie) || skip_all 'the source of gmp cannot be fetched'
cp -a "$tree" gmp
patch -s -d gmp -p1 <"$TOP/tests/packages/gmp.patch"
sed -i 's/^Flavors: .*/&\nDelivery: auto/' gmp/debian/hwflavors
status=0
"$TOP/scripts/build-package" --work "$work" --suite trixie --arch armhf --profiles cross,nocheck --env "DEB_BUILD_OPTIONS=nocheck parallel=$(nproc)" \
    --with "$own"/hwflavor_*_amd64.deb --with "$own"/dh-hwflavor_*_all.deb gmp out -- -B >build.out 2>&1 || status=$?
ok 'libgmp10 builds for armhf' [ "$status" = 0 ] || {
    diag "$(tail -n 40 out/build.log)"
    exit 1
}
like "$(cat out/build.log)" 'libgmp\.so\.10.*: has all flavors inside' 'with all flavors in the library, since the loader of Debian 13 searches no directory'

# Debian's own, and ours in its place.
theirs=$(root trixie armhf libc6 libgmp10)
cp -a "$theirs" machine
mkdir -p machine/var/lib/dpkg
touch machine/var/lib/dpkg/status
dpkg --root="$TMP/machine" --add-architecture armhf
run dpkg --root="$TMP/machine" --force-depends --force-script-chrootless --log=/dev/null -i out/libgmp10_*_armhf.deb
is "$status $(dpkg --root="$TMP/machine" -V libgmp10:armhf)" '0 ' 'dpkg installs it'
is "$(find machine -path '*neon*')" '' 'and no directory of a flavor is there'
for pair in cortex-a7:armv7-neon arm1176:baseline; do
    hwflavor which --root machine --cpu "${pair%:*}" libgmp.so.10
    like "$(cat stdout)" "\\(${pair#*:} inside\\)" "which: ${pair%:*} runs ${pair#*:}"
done
"$HWFLAVOR" check machine/usr/lib >findings 2>&1 || :
is "$(grep '^[EW]:' findings | grep libgmp || :)" '' 'check finds nothing wrong'

mkdir dev
dpkg-deb -x out/libgmp-dev_*_armhf.deb dev
# The C library of Debian 13 is newer than the cross compiler's.
$triplet-gcc -O2 -Wl,--allow-shlib-undefined -I"dev/usr/include/$triplet" -o work "$TOP/examples/gmp/work.c" "machine/usr/lib/$triplet/libgmp.so.10"

# counted ROOT CPU: instructions of powm.
counted() {
    rm -f count
    qemu-arm -cpu "$2" -L "$1" -plugin "$plugin,out=$TMP/count" ./work powm 256 200 >answer.new
    [ ! -e answer ] || cmp answer answer.new
    mv answer.new answer
    cat count
}
own_neon=$(counted "$TMP/machine" cortex-a7)
own_plain=$(counted "$TMP/machine" 'cortex-a9,neon=off')
debian_neon=$(counted "$theirs" cortex-a7)
debian_plain=$(counted "$theirs" 'cortex-a9,neon=off')
diag "instructions of powm, 256 bits: Debian's $debian_neon with NEON, $debian_plain without; this one's $own_neon and $own_plain"
ok 'with NEON 1.9 times fewer instructions at least' [ $((debian_neon * 10)) -ge $((own_neon * 19)) ]
ok "without NEON as many as Debian's, within one in a hundred" [ $((own_plain * 100)) -le $((debian_plain * 101)) ]
