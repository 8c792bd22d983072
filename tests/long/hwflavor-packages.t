#!/bin/sh
# SPDX-License-Identifier: MIT
# hwflavor's packages build with their tests in clean roots of Debian 12 and 13, are good there, come out the same from two folders with 1 and 8
# jobs, leave nothing behind, build again, and cross; their autopkgtests pass in clean roots. Half an hour; run it as
# `prove tests/long/hwflavor-packages.t`, or for one of them `... :: trixie`.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/debian/packages.sh"

build() {
    "$TOP/scripts/build-package" --work "$work" "$@"
}

source_package source
[ $# -gt 0 ] || set -- bookworm trixie
for suite; do
    good_packages "$suite" --env "DEB_BUILD_OPTIONS=parallel=$(nproc)"
    ok "$suite: builds with one job" build --suite "$suite" --path /build/a --env 'DEB_BUILD_OPTIONS=nocheck parallel=1' source "$suite"
    ok "$suite: and in another folder with eight" build --suite "$suite" --path /build/another/folder/b --env 'DEB_BUILD_OPTIONS=nocheck parallel=8' source "$suite-b"
    for deb in "$suite"/*.deb; do
        ok "$suite: $(basename "$deb" | sed 's/_.*//') is the same" cmp "$deb" "$suite-b/${deb##*/}"
    done

    ok "$suite: nothing is left after two builds and clean" "$TOP/scripts/clean-root" --work "$work" --suite "$suite" --build-deps source \
        --profiles nocheck --in source=/build/hwflavor sh -euc 'cd hwflavor
            find . -mindepth 1 | sort >../before
            for n in 1 2; do DEB_BUILD_OPTIONS=nocheck dpkg-buildpackage -Pnocheck -us -uc -b; done
            debian/rules clean
            find . -mindepth 1 | sort | diff ../before -'

    ok "$suite: the cross build for armhf" build --suite "$suite" --arch armhf --profiles cross,nocheck --env DEB_BUILD_OPTIONS=nocheck source "$suite-armhf"
    is "$(dpkg-deb -f "$suite"-armhf/hwflavor_*_armhf.deb Architecture)" armhf "$suite: is for armhf"

    ok "$suite: the autopkgtests pass" in_root "$suite" --install autopkgtest --install build-essential --install libgmp-dev --install libtool \
        --in source=/build/source --as-root -- autopkgtest --ignore-restrictions=breaks-testbed source -- null
done
