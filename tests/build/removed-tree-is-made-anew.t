#!/bin/sh
# SPDX-License-Identifier: MIT
# A flavor's tree can be removed, as can the baseline's: the next build configures it again, and the others stay as they are.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc autoconf automake

for system in make autoconf; do
    twin "$system" "$system"
    hwflavor build --source "$system" --build-dir "$system/build" --flavors x86-64-v3 -j2
    for flavor in baseline x86-64-v3; do
        rm -rf "$system/build/$flavor/tree"
        hwflavor build --source "$system" --build-dir "$system/build" --flavors x86-64-v3 -j2
        is "$status $(grep 'configure done' stderr | sed 's/ after .*//') $(find "$system/build/$flavor/tree" -name foo-info -perm -1 | wc -l)" \
            "0 hwflavor: $flavor: configure done 1" "$system: $flavor"
    done
done
