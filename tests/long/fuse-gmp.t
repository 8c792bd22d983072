#!/bin/sh
# SPDX-License-Identifier: MIT
# GMP 6.3.0 fused: its own tests pass with each flavor chosen: natively on amd64, and emulated on armhf, with the C libraries of Debian 12
# and 13 and of sid. With an idle machine of two cores about 15 minutes for amd64 and an hour and a half for armhf, so by hand:
#     prove -v tests/long/fuse-gmp.t
# HWFLAVOR_FUSE_ARCHITECTURES=amd64 does that one alone. GMP_CHECK_REPFACTOR=0.1 is GMP's own way to have each of its tests do less.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc qemu-arm qemu-x86_64 abidiff

mkdir -p "$HWFLAVOR_TEST_BUILD/sources"
gmp=$(flock "$HWFLAVOR_TEST_BUILD/sources/gmp-trixie.lock" "$TOP/scripts/fetch-gmp" --suite trixie "$HWFLAVOR_TEST_BUILD/sources/gmp-trixie") ||
    skip_all 'the source cannot be fetched'
sed 's/^Build-System: .*/&\nDelivery: fuse/' "$TOP/examples/gmp/hwflavors" >hwflavors
export CFLAGS='-g -O2'

# On emulated CPUs of amd64, of which each is what the flavor is for: nothing is switched off, the library itself chooses.
emulated_amd64() {
    while read -r flavor cpu; do
        own=$(sed -n "s/^$flavor	\([^	]*\)	.*libgmp[.]so.*/\1/p" build-amd64/fused/places)
        mv "$own" own
        cp "$library" "$own"
        # shellcheck disable=SC2016 # for GMP's make
        status=0
        HWFLAVOR_EMULATOR="qemu-x86_64 -cpu $cpu" GMP_CHECK_REPFACTOR=0.1 make -C "build-amd64/$flavor/tree" -j2 check VERBOSE=1 \
            LOG_COMPILER='$(SHELL) $(top_builddir)/libtool --mode=execute '"$TOP/scripts/emulate" >"$flavor.log" 2>&1 || status=$?
        mv own "$own"
        is "$status $(grep -h -E '^# (FAIL|XPASS|ERROR): +[1-9]' "$flavor.log")" '0 ' "amd64, $flavor on $cpu: all tests pass"
        ok "amd64, $flavor on $cpu: many are run" test "$(awk '/^# PASS:/ { n += $3 } END { print n }' "$flavor.log")" -gt 150
        hwflavor which --cpu "$cpu" --env LD_LIBRARY_PATH="$TMP/${library%/*}" libgmp.so.10
        like "$(cat stdout)" "\\($flavor inside\\)" "amd64: a $cpu runs $flavor"
    done <<'END'
baseline qemu64
x86-64-v2 Nehalem
x86-64-v3 Haswell
END
}

for arch in ${HWFLAVOR_FUSE_ARCHITECTURES:-amd64 armhf}; do
    suites=native
    [ "$arch" = amd64 ] || suites='bookworm trixie sid'
    for suite in $suites; do
        # One build serves all: only the tests run again.
        [ "$suite" = native ] || {
            QEMU_LD_PREFIX=$(root "$suite" "$arch")
            export QEMU_LD_PREFIX
        }
        hwflavor test --source "$gmp" --file hwflavors --build-dir "build-$arch" --arch "$arch" -- --prefix=/usr --disable-cxx
        is "$status" 0 "$arch, $suite: all tests pass"
        while read -r flavor; do
            log=build-$arch/$flavor/test.log
            diag "$suite, $flavor: $(cat "build-$arch/$flavor/emulated-cpu" 2>/dev/null || echo 'this CPU'), $(awk '/^# PASS:/ { n += $3 } END { print n }' "$log") pass"
            is "$(grep -h -E '^# (FAIL|XPASS|ERROR): +[1-9]' "$log")" '' "$arch, $suite, $flavor: none fails"
            ok "$arch, $suite, $flavor: many are run" test "$(awk '/^# PASS:/ { n += $3 } END { print n }' "$log")" -gt 150
            like "$(cat "$log")" '^\+ cp .*fused/root' "$arch, $suite, $flavor: with the fused library"
        done <"build-$arch/fused/flavors"
    done
    library=$(find "build-$arch/fused/root" -name 'libgmp.so.10.*' -type f)
    [ "$arch" != amd64 ] || emulated_amd64
    ok "$arch: abidiff sees no difference from the baseline" abidiff "build-$arch/baseline/root${library#"build-$arch/fused/root"}" "$library"
    hwflavor check "build-$arch/fused/root"
    # GMP's assembly for ARM has no sizes and no unwind information everywhere.
    is "$status $(grep -v '^N: not-checked: .* of its .* bytes of code are in no function' stdout)" '0 ' "$arch: check finds nothing"
done
