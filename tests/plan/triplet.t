#!/bin/sh
# SPDX-License-Identifier: MIT
# configure is told the triplet always: as --build natively, so that its tests run, and as --host when crossing. A flavor's Triplet
# stands in place of the plain one. CMake, Meson and make have no triplets.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/plan/plan.sh"
need jq

source_with '# the package' '' 'Flavor: x86-64-v2' 'Triplet: nehalem-pc-linux-gnu' '' 'Flavor: armv7-neon' \
    'Triplet: armcortexa7neon-unknown-linux-gnueabihf'
planned 'natively' '.flavors[] | .configure | join(" ")' --arch amd64 --flavors x86-64-v2 <<'END'
--build=x86_64-linux-gnu
--build=nehalem-pc-linux-gnu --disable-static
END
planned 'when crossing' '.flavors[] | .configure | join(" ")' --arch armhf --glibc 2.36 <<'END'
--build=x86_64-linux-gnu --host=arm-linux-gnueabihf
--build=x86_64-linux-gnu --host=armcortexa7neon-unknown-linux-gnueabihf --disable-static
END
for system in CMakeLists.txt:-DBUILD_SHARED_LIBS=ON meson.build:-Ddefault_library=shared; do
    rm src/*
    : >"src/${system%%:*}"
    planned "${system%%:*}" '.flavors[] | .configure | join(" ")' --arch amd64 --flavors x86-64-v2 <<END

${system#*:}
END
done
rm src/*
: >src/Makefile
planned Makefile '.flavors[] | .configure | join(" ")' --arch amd64 --flavors x86-64-v2 <<'END'


END
