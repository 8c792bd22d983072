#!/bin/sh
# SPDX-License-Identifier: MIT
# No flavor is built for the CPU that the build happens to run on, wherever -march=native and its like hide.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/plan/plan.sh"

for flag in -march=native -mtune=native -mcpu=native; do
    source_with 'Flavors: x86-64-v3' '' 'Flavor: x86-64-v3' "Cflags: -O3 $flag"
    hwflavor_refuses "$flag in a flavor's Cflags" plan --source src --arch amd64 <<END
hwflavor: \$TMP/src/hwflavors:4: $flag would build for the build machine's CPU only; name the CPU instead
END
done
for configure in 'CFLAGS="-O2 -march=native"' CFLAGS=-march=native "'CFLAGS=-O2 -march=native -g'" -Dc_args=-O2,-march=native \
    '-DCMAKE_C_FLAGS=-O2;-march=native' "--with-cflags=\"-g '-march=native'\"" '-march=na"tive"'; do
    source_with "Configure: --x $configure"
    hwflavor_refuses "Configure: $configure" plan --source src --arch amd64 <<'END'
hwflavor: $TMP/src/hwflavors:1: -march=native would build for the build machine's CPU only; name the CPU instead
END
done
source_with 'Flavor: x86-64-v3' 'Cflags: -O3 -march= native'
hwflavor_refuses 'also in two words' plan --source src --arch amd64 <<'END'
hwflavor: $TMP/src/hwflavors:2: -march= native would build for the build machine's CPU only; name the CPU instead
END
source_with 'Flavor: x86-64-v3' 'Ldflags: -march=native'
hwflavor_refuses Ldflags plan --source src --arch amd64 <<'END'
hwflavor: $TMP/src/hwflavors:2: -march=native would build for the build machine's CPU only; name the CPU instead
END

plain_source
for name in CFLAGS CXXFLAGS CPPFLAGS LDFLAGS ASFLAGS FFLAGS FCFLAGS OBJCFLAGS OBJCXXFLAGS; do
    run env "$name=-O2 -mtune=native" "$HWFLAVOR" plan --source src --arch amd64
    is "$status $(cat stderr)" "2 hwflavor: $name in the environment holds -mtune=native, which would build for this machine's CPU only; take it out" \
        "$name of the environment"
done
for name in CC CXX; do
    run env "$name=gcc -march=native" "$HWFLAVOR" plan --source src --arch amd64
    is "$status $(cat stderr)" "2 hwflavor: $name in the environment holds -march=native, which would build for this machine's CPU only; take it out" \
        "$name of the environment"
done
need dpkg-buildflags
run env DEB_CFLAGS_APPEND=-march=native "$HWFLAVOR" plan --source src --arch amd64
is "$status $(cat stderr)" "2 hwflavor: CFLAGS in the environment holds -march=native, which would build for this machine's CPU only; take it out" \
    "dpkg-buildflags'"
hwflavor_refuses 'after --' plan --source src --arch amd64 -- 'CFLAGS=-O2 -march=native' <<'END'
hwflavor: CFLAGS=-O2 -march=native: would build for this machine's CPU only; name the CPU instead
END

source_with "Configure: --native --arch=native -Xmarch=native --march=nativedge '-march =native' -Dnative=-march=x86-64"
run "$HWFLAVOR" plan --source src --arch amd64
is "$status $(cat stderr)" '0 ' 'what only looks like it passes'
