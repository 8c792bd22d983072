#!/bin/sh
# SPDX-License-Identifier: MIT
# A flavor that the build machine's CPU cannot run is tested in an emulator, in its own copy of the source; one that no emulator runs is said to
# be untested. The features that are missing here are missing in every CPU of today together.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need cmake meson ninja qemu-x86_64
[ "$(dpkg --print-architecture)" = amd64 ] || skip_all 'the flavors are of amd64'
. "$TOP/tests/debhelper/packages.sh"

for system in cmake meson; do
    package "$system" "$system"
    cat >"$system/foo/debian/hwflavors" <<'END'
Flavors: x86-64-v3 nowhere

Flavor: x86-64-v3
Features: amx-fp16 avx5124fmaps

Flavor: nowhere
Architecture: amd64
Directory: glibc-hwcaps/x86-64-v4
Cflags: -march=x86-64-v3
Features: x86-64-v3 amx-fp16 avx5124fmaps
END
    build "$system"
    is "$status" 0 "$system: the package is built"
    like "$(cat "$system/foo/debian/.debhelper/hwflavor/x86-64-v3/emulated-cpu")" '^Haswell' "$system: the tests ran on an emulated CPU"
    like "$(cat log)" '^hwflavor: nowhere: NOT TESTED: this CPU lacks (amx-fp16|avx5124fmaps), and no emulator is known to run the flavor' \
        "$system: what no emulator runs is said to be untested"
done
