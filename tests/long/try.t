#!/bin/sh
# SPDX-License-Identifier: MIT
# README's first command: GMP's flavors pass GMP's own test suite, natively and emulated, and the real loader takes the right copies.
set -eu
. "${0%/*}/../tap.sh"

for arch in amd64 armhf; do
    run "$TOP/scripts/try" --arch "$arch"
    is "$status" 0 "scripts/try --arch $arch"
    [ "$status" = 0 ] || diag "$(tail -n 30 stderr)"
    # No flavor may pass by not being tested.
    is "$(grep -c 'tested on' stdout)" "$([ "$arch" = amd64 ] && echo 3 || echo 2)" "every flavor of $arch was tested"
    ok "the table of the copies that the loader takes is printed for $arch" grep -q 'as expected' stdout
done
