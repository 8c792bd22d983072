#!/bin/sh
# SPDX-License-Identifier: MIT
# Package: the copies of a flavor go to a package of their own, which the baseline's can never be apart from.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need autoconf dpkg
. "$TOP/tests/debhelper/packages.sh"
export DEB_BUILD_OPTIONS='parallel=2 nocheck terse'

package autoconf own
sed -i '0,/^Depends: .*/s//&\nBreaks: ${hwflavor:Breaks}/' own/foo/debian/control
cat >>own/foo/debian/control <<'END'

Package: libfoo10-x86-64-v3
Architecture: amd64
Multi-Arch: same
Depends: ${hwflavor:Depends}, ${shlibs:Depends}, ${misc:Depends}
Description: test
 Test.
END
# The pattern matches in one of the packages only, and those without are no mistake.
printf 'Modules: %s/libfoo.so.10.*\n\nFlavor: x86-64-v3\nPackage: libfoo10-x86-64-v3\n' "$libdir" >own/foo/debian/hwflavors
for name in newer undeclared; do
    mkdir "$name"
    cp -a own/foo "$name/foo"
done
build own
is "$status $(copies own libfoo10-x86-64-v3)" "0 $(both_copies | grep v3)" 'the copies are in the package that is named'
is "$(copies own libfoo10)" "$(both_copies | grep v2)" 'those of the other flavor in that of the baseline'
like "$(dpkg-deb -f own/libfoo10-x86-64-v3_*.deb Depends)" '^libfoo10 \(= 10\)' 'it depends on the very version'
is "$(dpkg-deb -f own/libfoo10_*.deb Breaks)" 'libfoo10-x86-64-v3 (>> 10), libfoo10-x86-64-v3 (<< 10)' 'and the baseline breaks with every other'
unpack own libfoo10-x86-64-v3
is "$(cd own.libfoo10-x86-64-v3/DEBIAN && ls)" "$(printf 'control\nmd5sums\ntriggers')" 'it has no shlibs of its own'
like "$(cat own.libfoo10-x86-64-v3/DEBIAN/triggers)" '^activate-noawait ldconfig$' 'but the trigger of ldconfig'
is "$(cat own/foo/debian/libfoo10/DEBIAN/shlibs)" 'libfoo 10 libfoo10 (>= 10)' "the baseline's shlibs are its own"

# dpkg, with a database of its own.
sed -i '1s/(10)/(11)/' newer/foo/debian/changelog
build newer
mkdir -p db/updates db/info db/triggers target
: >db/status
: >db/available
try_dpkg() {
    run dpkg --admindir="$TMP/db" --instdir="$TMP/target" --force-not-root --force-depends --no-triggers "$@"
}
try_dpkg -i own/libfoo10_*.deb own/libfoo10-x86-64-v3_*.deb
is "$status" 0 'both are installed'
try_dpkg -i newer/libfoo10_*.deb
like "$status $(cat stderr)" 'libfoo10-x86-64-v3' 'dpkg -i of a newer baseline alone is refused'
is "$(dpkg-query --admindir="$TMP/db" -W -f '${Version}\n' libfoo10)" 10 'the old one stays'
try_dpkg --auto-deconfigure -i newer/libfoo10_*.deb newer/libfoo10-x86-64-v3_*.deb
is "$status" 0 'both together are not, with the option that apt gives dpkg'

sed -i 's/^Package: .*/Package: libfoo10-fast/' undeclared/foo/debian/hwflavors
expected=2 build undeclared
like "$(cat log)" 'error: hwflavor: Package: libfoo10-fast in debian/hwflavors is no package of debian/control' 'a package that is not declared ends the build'
