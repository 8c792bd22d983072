#!/bin/sh
# SPDX-License-Identifier: MIT
# Systems of Debian 12 and 13 for amd64, with 300 or more shared libraries each, many of them with code for several CPUs: nothing is found but
# what is truly wrong. flavors/dispatched is the list that this tries. What made each line: the library was disassembled and has CPUID, or it
# imports the question from the library that has; the function that a line names is upstream's name for it, as most are stripped. And an
# armhf system, where libvpx lies in vfp/neon. Fetches two gigabytes; half an hour on two cores. By hand:
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

# libraries: how many different ones $dir has.
libraries() {
    find "$dir" -name '*.so*' -type f | wc -l
}

# wrong: what is found in $dir, errors and warnings, one line for a tag and file.
wrong() {
    run "$HWFLAVOR" check "$dir"
    sed -n 's/^[EW]: \([a-z-]*\): \([^ ]*\): .*/\1 \2/p' stdout | uniq
}

lib=/usr/lib/x86_64-linux-gnu
system bookworm amd64 base-files apt procps udev bash openssh-server gnupg git vim mariadb-client ffmpeg libgl1-mesa-dri mesa-vulkan-drivers \
    librsvg2-2 libqt5widgets5 libqt6widgets6 libfftw3-double3 libfftw3-single3 lib32gcc-s1 libomp5-14 libnode108 libboost-log1.74.0 \
    libvolk2.5 libsimdjson14 libopenblas0-pthread libcrypto++8 libblosc1 libgegl-0.4-0 libgtk-4-1 libnss3 libmbedcrypto7 libopencv-core406 \
    default-jre-headless gstreamer1.0-plugins-good librhash0 libgcrypt20 libnettle8 libatomic1 libgfortran5 libitm1 libheif1 libjxl0.7 libpsm2-2
ok "bookworm: $(libraries) libraries" [ "$(libraries)" -ge 300 ]
is "$(wrong)" "isa-in-constructor $lib/libpsm2.so.2.2
isa-beyond-baseline $lib/libpsm2.so.2.2" 'bookworm: libpsm2 is compiled for AVX, its constructor too; nothing else is wrong'

system trixie amd64 base-files apt procps udev bash openssh-server gnupg git vim ffmpeg libgl1-mesa-dri mesa-vulkan-drivers librsvg2-2 \
    libqt6widgets6 libfftw3-double3 libfftw3-single3 lib32gcc-s1 libsimdjson-dev libopenblas0-pthread libcrypto++8 libb2-1 libgegl-0.4-0 libnss3 \
    gstreamer1.0-plugins-base libgcrypt20 libnettle8t64 libatomic1 libgfortran5 libitm1
ok "trixie: $(libraries) libraries" [ "$(libraries)" -ge 300 ]
is "$(wrong)" "isa-beyond-baseline $lib/libcodec2.so.1.2" 'trixie: the LPCNet in libcodec2 is compiled for AVX and asks nobody; nothing else is wrong'

system bookworm armhf base-files bash libvpx7 libx264-164 libavcodec59 libssl3 libgcrypt20 libnettle8 libsodium23
is "$(wrong)" 'dead-directory /usr/lib/arm-linux-gnueabihf/vfp/neon/libvpx.so.7.1.0' 'armhf: libvpx lies in vfp/neon, and nothing else is wrong'
