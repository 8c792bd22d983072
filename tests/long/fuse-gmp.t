#!/bin/sh
# SPDX-License-Identifier: MIT
# GMP 6.3.0 fused: its own tests pass with each flavor chosen, natively on amd64 and emulated on armhf. About 15 minutes for amd64 and an
# hour for armhf on two idle cores: prove -v tests/long/fuse-gmp.t, with HWFLAVOR_FUSE_ARCHITECTURES=amd64 for the first alone.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc qemu-arm abidiff

mkdir -p "$HWFLAVOR_TEST_BUILD/sources"
gmp=$(flock "$HWFLAVOR_TEST_BUILD/sources/gmp-trixie.lock" "$TOP/scripts/fetch-gmp" --suite trixie "$HWFLAVOR_TEST_BUILD/sources/gmp-trixie") ||
    skip_all 'the source cannot be fetched'
sed 's/^Build-System: .*/&\nDelivery: fuse/' "$TOP/examples/gmp/hwflavors" >hwflavors
export CFLAGS='-g -O2'

for arch in ${HWFLAVOR_FUSE_ARCHITECTURES:-amd64 armhf}; do
    hwflavor test --source "$gmp" --file hwflavors --build-dir "build-$arch" --arch "$arch" -- --prefix=/usr --disable-cxx
    is "$status" 0 "$arch: all tests pass"
    while read -r flavor; do
        log=build-$arch/$flavor/test.log
        is "$(grep -h -E '^# (FAIL|XPASS|ERROR): +[1-9]' "$log")" '' "$arch, $flavor: none fails"
        ok "$arch, $flavor: many are run" test "$(awk '/^# PASS:/ { n += $3 } END { print n }' "$log")" -gt 150
        like "$(cat "$log")" '^\+ cp .*fused/root' "$arch, $flavor: with the fused library"
    done <"build-$arch/fused/flavors"
    library=$(find "build-$arch/fused/root" -name 'libgmp.so.10.*' -type f)
    ok "$arch: abidiff sees no difference from the baseline" abidiff "build-$arch/baseline/root${library#"build-$arch/fused/root"}" "$library"
    hwflavor_is "$arch: check finds nothing" 0 check "build-$arch/fused/root" </dev/null
done
