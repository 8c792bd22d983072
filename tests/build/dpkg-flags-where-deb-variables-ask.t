#!/bin/sh
# SPDX-License-Identifier: MIT
# Where DEB_* is in the environment, dpkg-buildflags fills what CFLAGS and its like leave open. The flavors keep its hardening.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc readelf autoconf automake cmake meson ninja dpkg-buildflags

export DEB_BUILD_MAINT_OPTIONS=hardening=+all DEB_CFLAGS_MAINT_APPEND=-DMAINT=1

for system in autoconf cmake meson make; do
    twin "$system" "$system"
    # A makefile that is fit for Debian takes the flags of the environment.
    [ "$system" != make ] || sed -i -e '/^LDFLAGS =/d' -e 's/^CFLAGS = .*/CFLAGS += -fPIC $(CPPFLAGS)/' make/Makefile
    BUILD=$TMP/build-$system
    hwflavor build --source "$system" --build-dir "$BUILD" --flavors x86-64-v3 -j2
    is "$status" 0 "$system: builds"
    for flavor in baseline x86-64-v3; do
        library=$(find "$BUILD/$flavor/tree" -name 'libfoo.so.10*' -type f ! -name '*.symbols')
        like "$(compile_lines "$flavor")" '-O2 .*-fstack-protector-strong .*-DMAINT=1' "$system, $flavor: CFLAGS"
        like "$(compile_lines "$flavor")" '-D_FORTIFY_SOURCE=2' "$system, $flavor: CPPFLAGS"
        like "$(readelf -d "$library")" 'BIND_NOW' "$system, $flavor: LDFLAGS"
        is "$(cd "${library%/*}" && LD_LIBRARY_PATH=. ./foo-info)" "libfoo: $flavor" "$system, $flavor: and its own flags"
        # dpkg's map of the build folder must not get the better of ours: it differs from flavor to flavor.
        unlike "$(readelf --debug-dump=info "$library" | grep DW_AT_comp_dir)" "$TMP" "$system, $flavor: no path of this machine"
    done
done

# What the environment sets is not asked of dpkg.
CFLAGS='-O1 -DMINE' "$HWFLAVOR" plan --source make --json >plan.json
like "$(cat plan.json)" '"base-cflags": "-O1 -DMINE"' 'CFLAGS of the environment comes first'
like "$(cat plan.json)" '"base-ldflags": ".*-z,now' 'and LDFLAGS still comes from dpkg'
