#!/bin/sh
# SPDX-License-Identifier: MIT
# Roots of Debian 12 and 13 with nothing wrong in them have no findings, libraries with code for many CPUs included.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

# clean_root SUITE PACKAGE...: no findings in a root of these packages.
clean_root() {
    suite=$1
    shift
    dir=$(root "$suite" amd64 libc6 "$@")
    hwflavor_is "$suite: $*" 0 check "$dir" </dev/null
}
clean_root bookworm libstdc++6 libatomic1 libgfortran5 libitm1 libgmp10 libpcre2-8-0
clean_root trixie libstdc++6 libatomic1 libgfortran5 libitm1 libgmp10 libpcre2-8-0
clean_root bookworm libssl3 libgcrypt20 libgnutls30 libnettle8 libsodium23 libnss3 librhash0
clean_root trixie libssl3t64 libgcrypt20 libgnutls30t64 libnettle8t64 libsodium23 libnss3 librhash1
clean_root bookworm libzstd1 liblzma5 libdeflate0 libxxhash0 libwebp7 libpixman-1-0
clean_root trixie libzstd1 liblzma5 libdeflate0 libxxhash0 libwebp7 libpixman-1-0
clean_root bookworm libaom3 libyuv0 libde265-0 libx265-199
clean_root trixie libaom3 libyuv0 libde265-0 libx265-215
