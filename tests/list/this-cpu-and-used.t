#!/bin/sh
# SPDX-License-Identifier: MIT
# Which flavors this CPU runs, and which copy this machine would therefore use: list itself, run on emulated CPUs.
set -eu
. "${0%/*}/../tap.sh"
need qemu-x86_64 jq
case $(od -An -tx1 -N 20 "$HWFLAVOR" | tr -d ' \n') in
7f454c460201*3e00) ;;
*) skip_all 'hwflavor is no amd64 program' ;;
esac
if grep -q __asan_init "$HWFLAVOR"; then
    HWFLAVOR_TEST_REQUIRE=0
    skip_all 'qemu-user runs no program with sanitizers'
fi

# listed CPU <EXPECTED: the table on that CPU.
listed() {
    tap_plain >expected
    run qemu-x86_64 -cpu "$1" "$HWFLAVOR" list --glibc 2.36
    is_file stdout expected "$1"
}

listed qemu64 <<'END'
FLAVOR     DIRECTORY               GLIBC 2.36  THIS CPU      USED
baseline   .                       searched    runs it       yes
x86-64-v2  glibc-hwcaps/x86-64-v2  searched    lacks popcnt
x86-64-v3  glibc-hwcaps/x86-64-v3  searched    lacks popcnt
x86-64-v4  glibc-hwcaps/x86-64-v4  searched    lacks popcnt
END
listed Nehalem <<'END'
FLAVOR     DIRECTORY               GLIBC 2.36  THIS CPU   USED
baseline   .                       searched    runs it
x86-64-v2  glibc-hwcaps/x86-64-v2  searched    runs it    yes
x86-64-v3  glibc-hwcaps/x86-64-v3  searched    lacks avx
x86-64-v4  glibc-hwcaps/x86-64-v4  searched    lacks avx
END
listed SandyBridge <<'END'
FLAVOR     DIRECTORY               GLIBC 2.36  THIS CPU    USED
baseline   .                       searched    runs it
x86-64-v2  glibc-hwcaps/x86-64-v2  searched    runs it     yes
x86-64-v3  glibc-hwcaps/x86-64-v3  searched    lacks avx2
x86-64-v4  glibc-hwcaps/x86-64-v4  searched    lacks avx2
END
listed Haswell <<'END'
FLAVOR     DIRECTORY               GLIBC 2.36  THIS CPU        USED
baseline   .                       searched    runs it
x86-64-v2  glibc-hwcaps/x86-64-v2  searched    runs it
x86-64-v3  glibc-hwcaps/x86-64-v3  searched    runs it         yes
x86-64-v4  glibc-hwcaps/x86-64-v4  searched    lacks avx512bw
END
run qemu-x86_64 -cpu Haswell "$HWFLAVOR" list --glibc 2.31
is "$(sed -n 's/ *yes$//p' stdout)" 'baseline   .                       searched      runs it' \
    'a loader that searches no directory uses the baseline, whatever the CPU'
run qemu-x86_64 -cpu Nehalem "$HWFLAVOR" list --json --glibc 2.36
is "$(jq -c '.flavors[] | [.flavor, ."cpu-runs", ."cpu-lacks", .used]' <stdout)" '["baseline",true,null,false]
["x86-64-v2",true,null,true]
["x86-64-v3",false,"avx",false]
["x86-64-v4",false,"avx",false]' 'the same as JSON'
run qemu-x86_64 -cpu qemu64 "$HWFLAVOR" list --arch i386 --glibc 2.36
is "$(tail -n 1 stdout)" 'i386-sse2  sse2       searched    runs it   yes' 'an amd64 machine runs i386 too'
