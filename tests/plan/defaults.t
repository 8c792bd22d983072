#!/bin/sh
# SPDX-License-Identifier: MIT
# Without a list, the baseline and the flavors marked Default are planned; another architecture than this machine's is a cross build.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/plan/plan.sh"
need jq
plain_source

planned 'amd64' '[.architecture, .cross, .flavors[].flavor]' --arch amd64 <<'END'
["amd64",false,"baseline","x86-64-v2","x86-64-v3"]
END
planned 'armhf for a glibc that searches neon/vfp' '[.architecture, .cross, .flavors[].flavor]' --arch armhf --glibc 2.36 <<'END'
["armhf",true,"baseline","armv7-neon"]
END
planned 'an architecture without default flavors' '[.flavors[].flavor]' --arch s390x <<'END'
["baseline"]
END
planned 'folders are absolute' '[.source, ."build-dir"]' --arch amd64 --build-dir x/../b <<'END'
["$TMP/src","$TMP/b"]
END
# dpkg-buildflags is asked too, and is no part of this: the environment says it all.
export CFLAGS='' CXXFLAGS='' CPPFLAGS='' LDFLAGS=''
DEB_HOST_ARCH=armhf
export DEB_HOST_ARCH
planned 'DEB_HOST_ARCH names the architecture' .architecture <<'END'
armhf
END
planned '--arch wins over it' .architecture --arch i386 <<'END'
i386
END
