#!/bin/sh
# SPDX-License-Identifier: MIT
# Systems of Debian 12 and 13 for amd64, with 300 or more shared libraries each, many of them with code for several CPUs: nothing is found but
# what is truly wrong. flavors/dispatched is the list that this tries, and each of its lines must be needed. What made a line: from the
# exported functions and constructors the calls, jumps and pointers were followed, not through functions that have CPUID, that import the
# question, or that read what such a one wrote. Of what is reached even then, the callers of some functions of each library were read, or their
# names say it. Not followed: 32-bit libraries. The function that a line names is upstream's name for it, as most are stripped. And an armhf
# system, where libvpx lies in vfp/neon. Fetches two gigabytes; half an hour on two cores. By hand:
#     scripts/run-tests --all   or, after make check PROVE_TESTS= in a build folder B,
#     HWFLAVOR=B/hwflavor HWFLAVOR_DATADIR=$PWD HWFLAVOR_TEST_BUILD=B prove -v tests/long/check-debian-roots.t
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

# system SUITE ARCH PACKAGE...: a root with these and what they depend on, kept for the next time, in $dir.
system() {
    suite=$1
    arch=$2
    shift 2
    dir=$HWFLAVOR_TEST_BUILD/roots/system-$suite-$arch-$(echo "$*" | cksum | tr ' ' -)
    [ -d "$dir" ] || "$TOP/scripts/make-root" --suite "$suite" --arch "$arch" --depends "$dir" "$@" >&2 ||
        skip_all 'the archive cannot be reached'
}

# loose SUITE PACKAGE...: these without what they depend on, and what makes a system of them, in $dir.
loose() {
    suite=$1
    shift
    dir=$HWFLAVOR_TEST_BUILD/roots/loose-$suite-$(echo "$*" | cksum | tr ' ' -)
    [ -d "$dir" ] || "$TOP/scripts/make-root" --suite "$suite" --arch amd64 "$dir" "$@" >&2 || skip_all 'the archive cannot be reached'
}

# libraries: how many different ones $dir has.
libraries() {
    find "$dir" -name '*.so*' -type f | wc -l
}

# wrong: what is found in $dir, errors and warnings, one line for a tag and file.
wrong() {
    run "$HWFLAVOR" check "$dir"
    sed -n 's/^[EW]: \([a-z-]*\): \([^ ]*\): .*/\1 \2/p' stdout | awk '!seen[$0]++'
    HWFLAVOR_DATADIR=$TMP/unknown "$HWFLAVOR" check "$dir" |
        sed -n 's/^E: \([a-z-]*\): \([^ ]*\): .*/\1 \2/p' >>flagged
}

# The same flavors, and no list.
mkdir unknown
cp -R "$TOP/flavors" unknown/
: >unknown/flavors/dispatched

lib=/usr/lib/x86_64-linux-gnu
system bookworm amd64 base-files apt procps udev bash openssh-server gnupg git vim mariadb-client ffmpeg libgl1-mesa-dri mesa-vulkan-drivers \
    librsvg2-2 libqt5widgets5 libqt6widgets6 libfftw3-double3 libfftw3-single3 lib32gcc-s1 libomp5-14 libnode108 libboost-log1.74.0 \
    libvolk2.5 libsimdjson14 libopenblas0-pthread libcrypto++8 libblosc1 libgegl-0.4-0 libgtk-4-1 libnss3 libmbedcrypto7 libopencv-core406 \
    default-jre-headless gstreamer1.0-plugins-good librhash0 libgcrypt20 libnettle8 libatomic1 libgfortran5 libitm1 libheif1 libjxl0.7 libpsm2-2
ok "bookworm: $(libraries) libraries" [ "$(libraries)" -ge 300 ]
# libmfxhw64: beside what asks for each form of a function, others with SSE4.1 are called as they are.
is "$(wrong)" "isa-beyond-baseline $lib/libmfxhw64.so.1.35
isa-in-constructor $lib/libpsm2.so.2.2
isa-beyond-baseline $lib/libpsm2.so.2.2" 'bookworm: libmfxhw64 needs SSE4.1, libpsm2 is compiled for AVX, its constructor too; nothing else is wrong'

loose bookworm base-files libc6 procps libbotan-2-19 libfabric1 libmpeg2-4 libyuv0 libabsl20220623
is "$(wrong)" '' 'bookworm: what few programs need'

system trixie amd64 base-files apt procps udev bash openssh-server gnupg git vim ffmpeg libgl1-mesa-dri mesa-vulkan-drivers librsvg2-2 \
    libqt6widgets6 libfftw3-double3 libfftw3-single3 lib32gcc-s1 libsimdjson-dev libopenblas0-pthread libcrypto++8 libb2-1 libgegl-0.4-0 libnss3 \
    gstreamer1.0-plugins-base libgcrypt20 libnettle8t64 libatomic1 libgfortran5 libitm1
ok "trixie: $(libraries) libraries" [ "$(libraries)" -ge 300 ]
is "$(wrong)" "isa-beyond-baseline $lib/libcodec2.so.1.2" 'trixie: the LPCNet in libcodec2 is compiled for AVX and asks nobody; nothing else is wrong'

system bookworm armhf base-files bash libvpx7 libx264-164 libavcodec59 libssl3 libgcrypt20 libnettle8 libsodium23
is "$(wrong)" 'dead-directory /usr/lib/arm-linux-gnueabihf/vfp/neon/libvpx.so.7.1.0' 'armhf: libvpx lies in vfp/neon, and nothing else is wrong'

# A line is TAG PATTERN; a pattern meets a file's whole name or its last part.
sed -n 's/^ \([a-z-]* [^ ]*\) -- .*/\1/p' "$TOP/flavors/dispatched" >lines
while read -r tag pattern; do
    needed=no
    while read -r found file; do
        # shellcheck disable=SC2254 # it is a pattern
        [ "$found" != "$tag" ] || case $file in $pattern) needed=yes ;; esac
        # shellcheck disable=SC2254
        [ "$found" != "$tag" ] || case ${file##*/} in $pattern) needed=yes ;; esac
    done <flagged
    ok "needed: $tag $pattern" [ "$needed" = yes ]
done <lines
