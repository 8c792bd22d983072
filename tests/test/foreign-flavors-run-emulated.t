#!/bin/sh
# SPDX-License-Identifier: MIT
# Where this machine cannot run a flavor its own suite runs in qemu-user, on a CPU that has the flavor's features and no more; and it
# tests that flavor's copy.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need arm-linux-gnueabihf-gcc qemu-arm autoconf automake libtoolize cmake meson ninja jq

# The suite under the expectation that the copy is of a flavor: right for that flavor, and wrong for the other.
expects() {
    FOO_EXPECT_FLAVOR=$1
    export FOO_EXPECT_FLAVOR
    hwflavor test --arch armhf --glibc 2.36 --source "$system" --build-dir "build-$system" -j2 -- $arguments
    unset FOO_EXPECT_FLAVOR
}

for system in autoconf cmake meson; do
    arguments=
    case $system in
    autoconf)
        libfoo autoconf
        arguments=--without-gmp
        log=tree/tests/t-flavor.log
        ;;
    cmake)
        twin cmake cmake
        log=test.log
        ;;
    meson)
        twin meson meson
        log=test.log
        ;;
    esac
    hwflavor test --arch armhf --glibc 2.36 --source "$system" --build-dir "build-$system" -j2 -- $arguments
    is "$status $(plain_table stdout | sed 's/(.*)/(CPU)/')" '0 FLAVOR STEP TIME COPIES
baseline test T - tested on an emulated CPU (CPU)
armv7-neon test T - tested on an emulated CPU (CPU)' "$system: both suites pass, emulated"
    like "$(grep ^armv7-neon stdout)" '\(cortex-a8' "$system: the table says on which CPU"
    [ "$system" != autoconf ] || is "$(cat "build-autoconf/baseline/$log" "build-autoconf/armv7-neon/$log" | grep -E '^(baseline|armv7-neon)$' | tr '\n' ' ')" \
        'baseline armv7-neon ' "$system: each tested its own copy"

    expected=1
    expects armv7-neon
    is "$status $(awk 'NR > 1 { print $1, $3 == "FAILED" ? "fails" : "passes" }' stdout | tr '\n' ' ')" '1 baseline fails armv7-neon passes ' \
        "$system: with the expectation of NEON only the baseline fails"
    expects baseline
    like "$status $(grep ^armv7-neon stdout)" '^1 armv7-neon +test FAILED' "$system: and the other way round"
    expected=0
done

# The emulated baseline really has no NEON: a suite that uses it faults there.
twin cmake faults
cat >faults/foo.c <<'END'
#include "foo.h"
const char *foo_flavor(void)
{
	__asm__ volatile(".fpu neon\n\tvadd.i32 q0, q0, q0");
	return "faults";
}
END
expected=1
hwflavor test --arch armhf --glibc 2.36 --source faults --build-dir build-faults -j2
is "$status $(plain_table stdout | sed 's/ T .*//')" '1 FLAVOR STEP TIME COPIES
baseline test FAILED
armv7-neon test' 'the emulated baseline CPU has no NEON'

# With another release's loader and C library, where qemu's own variable names a root that has them.
twin cmake release
cat >release/glibc.c <<'END'
#include <gnu/libc-version.h>
#include <stdlib.h>
#include <string.h>
int main(void) { return strcmp(gnu_get_libc_version(), getenv("FOO_EXPECT_GLIBC")) != 0; }
END
printf 'add_executable(glibc glibc.c)\nadd_test(NAME glibc COMMAND glibc)\n' >>release/CMakeLists.txt
export FOO_EXPECT_GLIBC=2.36
expected=0
hwflavor test --arch armhf --glibc 2.36 --source release --build-dir build-release -j2
is "$status" 0 "the cross compiler's glibc is the usual one"
dir=$(root trixie armhf)
export FOO_EXPECT_GLIBC=2.41 QEMU_LD_PREFIX="$dir"
hwflavor test --arch armhf --glibc 2.36 --source release --build-dir build-release -j2
is "$status" 0 "the one that QEMU_LD_PREFIX names is taken, without building anew"
