#!/bin/sh
# SPDX-License-Identifier: MIT
# The same for other architectures, emulated: each flavor is chosen by what the CPU has.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/fuse/fuse.sh"

# architecture ARCH COMPILER FLAVOR EMULATOR SYSROOT CPU-WITHOUT CPU-WITH
architecture() {
    if ! command -v "$2" >/dev/null || ! command -v "$4" >/dev/null; then
        skip "$1" "$2 or $4 is not installed"
        return
    fi
    fused "$1" "$3"
    is "$status" 0 "$1: is fused"
    for flags in '-fPIE -pie -Wl,-z,lazy' '-fPIE -pie -Wl,-z,now' '-fno-pie -no-pie'; do
        # shellcheck disable=SC2086 # a list of words
        program "$2" "use-$1" $flags
        says baseline "$1, $flags: an old CPU" "$4" -L "$5" -cpu "$6" -E LD_LIBRARY_PATH="$many" "./use-$1"
        says "$3" "$1, $flags: a new CPU" "$4" -L "$5" -cpu "$7" -E LD_LIBRARY_PATH="$many" "./use-$1"
    done
    # The emulator shows the program its own environment as that of the process.
    says baseline "$1: HWFLAVOR_DISABLE" env HWFLAVOR_DISABLE="$3" "$4" -L "$5" -cpu "$7" -E LD_LIBRARY_PATH="$many" "./use-$1"
}

architecture i386 i686-linux-gnu-gcc i386-sse2 qemu-i386 /usr/i686-linux-gnu pentium2 max
architecture armhf arm-linux-gnueabihf-gcc armv7-neon qemu-arm /usr/arm-linux-gnueabihf cortex-a9,neon=off cortex-a7
architecture arm64 aarch64-linux-gnu-gcc armv8-lse qemu-aarch64 /usr/aarch64-linux-gnu cortex-a53 max

# What AT_HWCAP does not tell on ARM: the kernel is asked for AT_HWCAP2.
if command -v arm-linux-gnueabihf-gcc >/dev/null && command -v qemu-arm >/dev/null; then
    cat >crc.hwflavors <<'END'
Flavor: armv8-crc
Architecture: armhf
Directory: neon/vfp
Cflags: -march=armv8-a+crc -mfpu=neon-fp-armv8
Features: baseline neon vfpd32 crc32
END
    hwflavor fuse --source armhf --file crc.hwflavors --build-dir build-crc --arch armhf --flavors armv8-crc -j2
    many=build-crc/fused/root/usr/local/lib
    says baseline 'armhf: a CPU with NEON and without CRC32' qemu-arm -L /usr/arm-linux-gnueabihf -cpu cortex-a7 \
        -E LD_LIBRARY_PATH="$many" ./use-armhf
    says armv7-neon 'armhf: a CPU with both' qemu-arm -L /usr/arm-linux-gnueabihf -cpu max -E LD_LIBRARY_PATH="$many" ./use-armhf
fi
