#!/bin/sh
# SPDX-License-Identifier: MIT
# flavors/cpus against what qemu-user shows of its models of the same names. The list means the real CPUs, so that every difference is
# listed here with its reason; one that is not is a mistake in the list.
set -eu
. "${0%/*}/../tap.sh"
need jq

# What no model shows because TCG, or qemu-user, does not emulate it; newer versions emulate more. evtstrm is the kernel's, thumbee and
# swp are always shown by qemu-arm, though kernels show swp only where the CPU has it, and ppc64 is shown to all.
lacks='fsgsbase pku prfchw rdpid rdseed sha xsavec clwb cldemote gfni vaes vpclmulqdq movdir64b movdiri waitpkg clflushopt
    avx512bitalg avx512bw avx512cd avx512dq avx512er avx512f avx512ifma avx512pf avx512vbmi avx512vbmi2 avx512vl avx512vnni avx512vpopcntdq
    avx5124fmaps avx5124vnniw fma4 xop tbm java evtstrm ssbs true_le arch_2_05 htm htm-nosc htm-no-suspend ebb dscr scv'
shows='swp thumbee ppc64'

# words WORD...: one a line, sorted.
words() {
    printf '%s\n' "$@" | sort -u | sed '/^$/d'
}

# compare NAME: our features in $TMP/ours, qemu's in $TMP/qemu, apart from what is allowed: "+x" qemu has more, "-x" it has less.
compare() {
    compare_name=$1
    shift
    # shellcheck disable=SC2086 # words
    words $shows "$@" | sed -n 's/^+//p; /^[^+-]/p' >"$TMP/more"
    # shellcheck disable=SC2086 # words
    words $lacks "$@" | sed -n 's/^-//p; /^[^+-]/p' >"$TMP/less"
    sort -u "$TMP/ours" -o "$TMP/ours"
    sort -u "$TMP/qemu" -o "$TMP/qemu"
    compare_more=$(comm -13 "$TMP/ours" "$TMP/qemu" | grep -vxF -f "$TMP/more" | tr '\n' ' ' || :)
    compare_less=$(comm -23 "$TMP/ours" "$TMP/qemu" | grep -vxF -f "$TMP/less" | tr '\n' ' ' || :)
    is "qemu has more: $compare_more less: $compare_less" 'qemu has more:  less: ' "$compare_name"
}

# hwflavor itself looks at the emulated CPU.
x86() {
    cpu=$1
    shift
    "$HWFLAVOR" cpu --arch amd64 --json "$cpu" | jq -r '.features[]' >"$TMP/ours"
    qemu-x86_64 -cpu "$cpu" "$HWFLAVOR" cpu --json 2>/dev/null | jq -r '.features[]' >"$TMP/qemu"
    compare "amd64 $cpu" "$@"
}

if [ "$(dpkg --print-architecture)" = amd64 ] && command -v qemu-x86_64 >/dev/null; then
    x86 qemu64
    x86 kvm64
    # qemu means a later stepping; its models of this family leave out 3DNow, and some RDTSCP.
    x86 Opteron_G1 +sse3 -3dnow -3dnowext -mmxext
    x86 Opteron_G2 -3dnow -3dnowext -mmxext -rdtscp
    x86 Opteron_G3 -3dnow -3dnowext -mmxext
    x86 Opteron_G4 -3dnow -3dnowext -mmxext
    # Every Piledriver has BMI1.
    x86 Opteron_G5 -3dnow -3dnowext -mmxext -bmi1
    x86 core2duo
    # Every Core 2 has CMPXCHG16B; of 45 nm the later stepping has XSAVE.
    x86 Conroe -cx16
    x86 Penryn -xsave -osxsave
    # Intel's documents have RDTSCP from Nehalem on.
    x86 Nehalem -rdtscp
    x86 Westmere -rdtscp
    for cpu in Denverton Snowridge SandyBridge IvyBridge Haswell Broadwell Skylake-Client Skylake-Server Cascadelake-Server \
        Icelake-Server KnightsMill EPYC EPYC-Rome EPYC-Milan Dhyana; do
        x86 "$cpu"
    done
fi

# other ARCH EMULATOR LOADER CPU-OF-QEMU OURS ALLOWED...: the auxiliary vector, as the loader of bookworm shows it.
other() {
    arch=$1 emulator=$2 loader=$3 cpu=$4 name=$5
    shift 5
    if ! command -v "$emulator" >/dev/null || ! other_root=$(root bookworm "$arch" 2>"$TMP/stderr"); then
        skip "$arch $name" "$emulator, or the loader of $arch, cannot be had"
        return 0
    fi
    file=$(find "$other_root/usr/lib" -mindepth 2 -maxdepth 2 -name "$loader" -type f)
    "$HWFLAVOR" cpu --arch "$arch" --json "$name" >"$TMP/json"
    jq -r '.features[]' "$TMP/json" >"$TMP/ours"
    "$emulator" -cpu "$cpu" -E LD_SHOW_AUXV=1 "$file" --version 2>/dev/null >"$TMP/auxv" || :
    if [ "$arch" = arm64 ]; then
        # A number there: the bits of the kernel's asm/hwcap.h, in their order.
        bits=$(sed -n 's/^AT_HWCAP: *//p' "$TMP/auxv")
        bits=$((0x$bits))
        for bit in fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm jscvt fcma lrcpc dcpop sha3 sm3 sm4 asimddp \
            sha512 sve asimdfhm dit uscat ilrcpc flagm ssbs sb paca pacg; do
            [ $((bits & 1)) = 0 ] || echo "$bit"
            bits=$((bits >> 1))
        done >"$TMP/qemu"
    else
        sed -n 's/^AT_HWCAP2*: *//p' "$TMP/auxv" | tr -s ' ' '\n' | sed '/^$/d' >"$TMP/qemu"
    fi
    compare "$arch $name" "$@"
    platform=$(sed -n 's/^AT_PLATFORM: *//p' "$TMP/auxv")
    # qemu-user tells none on some architectures.
    [ -z "$platform" ] || is "$platform" "$(jq -r .platform "$TMP/json")" "$arch $name: AT_PLATFORM"
}

# With a VFP in qemu; those in the boards have none.
other armel qemu-arm ld-linux.so.3 arm926 arm926 +vfp
other armel qemu-arm ld-linux.so.3 arm1176 arm1176
other armhf qemu-arm ld-linux-armhf.so.3 cortex-a8 cortex-a8
other armhf qemu-arm ld-linux-armhf.so.3 cortex-a9 cortex-a9
other armhf qemu-arm ld-linux-armhf.so.3 cortex-a7 cortex-a7
other armhf qemu-arm ld-linux-armhf.so.3 cortex-a15 cortex-a15
# The boards of these names, Raspberry Pi 3 and 4, have no AES and no SHA.
other arm64 qemu-aarch64 ld-linux-aarch64.so.1 cortex-a53 cortex-a53 +aes +pmull +sha1 +sha2
other arm64 qemu-aarch64 ld-linux-aarch64.so.1 cortex-a72 cortex-a72 +aes +pmull +sha1 +sha2
other arm64 qemu-aarch64 ld-linux-aarch64.so.1 cortex-a57 cortex-a57
other arm64 qemu-aarch64 ld-linux-aarch64.so.1 cortex-a76 cortex-a76
other arm64 qemu-aarch64 ld-linux-aarch64.so.1 neoverse-n1 neoverse-n1
# Fujitsu's has no AES.
other arm64 qemu-aarch64 ld-linux-aarch64.so.1 a64fx a64fx +aes +pmull
other ppc64el qemu-ppc64le ld64.so.2 power8 POWER8
other ppc64el qemu-ppc64le ld64.so.2 power9 POWER9
other ppc64el qemu-ppc64le ld64.so.2 power10 POWER10
other s390x qemu-s390x ld64.so.1 qemu qemu
