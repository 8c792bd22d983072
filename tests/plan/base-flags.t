#!/bin/sh
# SPDX-License-Identifier: MIT
# The flags that a flavor's own are appended to: those of the environment, else of dpkg-buildflags where a DEB_ variable is set, else
# the build system's choice. An empty variable is a choice too.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/plan/plan.sh"
need jq dpkg-buildflags
plain_source
unset CC
flags='."base-cflags", ."base-cxxflags", ."base-cppflags", ."base-ldflags"'

# of_dpkg NAME: what dpkg-buildflags, asked in the source, says.
of_dpkg() {
    (cd src && dpkg-buildflags --get "$1")
}

planned 'nothing given' "$flags" --arch amd64 <<'END'
null
null
null
null
END
run env CFLAGS='-O3  -g' CXXFLAGS= CPPFLAGS=-DX LDFLAGS='-Wl,-z,now' "$HWFLAVOR" plan --json --source src --arch amd64
jq -c "$flags" <stdout >got
printf '%s\n' '"-O3  -g"' '""' '"-DX"' '"-Wl,-z,now"' >expected
is_file got expected 'the environment, as it is'

export DEB_BUILD_OPTIONS=nocheck
for name in CFLAGS CXXFLAGS CPPFLAGS LDFLAGS; do
    of_dpkg $name
done >expected
run "$HWFLAVOR" plan --json --source src --arch amd64
jq -r "$flags" <stdout >got
is_file got expected 'dpkg-buildflags, asked by any DEB_ variable'
like "$(cat got)" '^-g -O2 .*-fstack-protector-strong' 'with its hardening'

export DEB_CFLAGS_APPEND=-fno-strict-aliasing DEB_BUILD_MAINT_OPTIONS=hardening=+all
planned 'DEB_CFLAGS_APPEND and hardening options are heard' '."base-cflags", ."base-ldflags"' --arch amd64 <<END
$(of_dpkg CFLAGS)
$(of_dpkg LDFLAGS)
END
like "$(of_dpkg CFLAGS)" ' -fno-strict-aliasing$' 'appended'
like "$(of_dpkg LDFLAGS)" '-z,now' 'hardened'

export CFLAGS=-O1
planned "the environment's CFLAGS win, the others stay dpkg's" '."base-cflags", ."base-ldflags"' --arch amd64 <<END
-O1
$(of_dpkg LDFLAGS)
END
unset CFLAGS DEB_CFLAGS_APPEND DEB_BUILD_MAINT_OPTIONS
CC=$TMP/bin/cc
export CC
planned 'for another architecture, its own flags' '."base-cflags"' --arch ppc64el <<END
$(cd src && DEB_HOST_ARCH=ppc64el dpkg-buildflags --get CFLAGS 2>/dev/null)
END

unset CC
mkdir only
for tool in env gcc g++; do
    [ ! -e "/usr/bin/$tool" ] || ln -s "/usr/bin/$tool" only/
done
run env PATH="$TMP/only" "$HWFLAVOR" plan --source src --arch amd64
is "$status $(tail -n 1 stderr)" \
    '2 hwflavor: DEB_ variables are set and dpkg-buildflags does not answer; install it (Debian: dpkg-dev), or unset them' \
    'without dpkg-buildflags'
