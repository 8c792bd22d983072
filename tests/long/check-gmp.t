#!/bin/sh
# SPDX-License-Identifier: MIT
# GMP for CPU names at the level that they are sometimes taken for: skylake, broadwell and zen at x86-64-v3 are refused, for their ADX; haswell
# at v3, core2 and nehalem at v2 pass; so does Debian's baseline of two suites. Seven builds of GMP, fifteen minutes on two cores. By hand:
#     scripts/run-tests --all   or, after make check PROVE_TESTS= in a build folder B,
#     HWFLAVOR=B/hwflavor HWFLAVOR_DATADIR=$PWD HWFLAVOR_TEST_BUILD=B prove -v tests/long/check-gmp.t
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/gmp/gmp.sh"
need gcc make m4 autoreconf dpkg
[ "$(dpkg --print-architecture)" = amd64 ] || skip_all 'this machine is no amd64'

gmp=$(gmp_source)

# build NAME: GMP's C library for the CPU, in a folder of its own. Kept for the next time.
build() {
    made=$HWFLAVOR_TEST_BUILD/sources/gmp-by-cpu/$1
    [ -e "$made/done" ] || make_gmp "$1"
    # The file itself, as examples/gmp/hwflavors names it.
    library=$(find "$made/.libs" -name 'libgmp.so.10.*' -type f)
}

make_gmp() {
    rm -rf "$made"
    mkdir -p "$made"
    (cd "$made" && SHELL=/bin/dash CONFIG_SHELL=/bin/dash "$gmp/configure" --build="$1-pc-linux-gnu" --disable-fat --disable-static \
        --prefix=/usr && make -j2 && touch "$made/done") >"$made.log" 2>&1 || {
        diag "$(tail -n 20 "$made.log")"
        exit 1
    }
}

# findings LEVEL: check's errors about the library as a copy at the level, beside the baseline.
findings() {
    run "$HWFLAVOR" check --file "$TOP/examples/gmp/hwflavors" --flavors "$1" "$baseline" "$library"
    grep '^E: ' stdout || [ "$status" = 0 ] || echo "no error, and the exit status $status"
}

build x86_64
baseline=$library
run "$HWFLAVOR" check "$baseline"
is "$status $(cat stdout)" '0 ' 'the baseline is one'
for cpu in skylake broadwell zen; do
    build "$cpu"
    like "$(findings x86-64-v3)" '^E: isa-beyond-flavor: .*: __gmpn_sqr_basecase\+0x[0-9a-f]* .*adx, which x86-64-v3 does not promise' \
        "$cpu at v3 is refused for sqr_basecase"
done
for pair in haswell:x86-64-v3 core2:x86-64-v2 nehalem:x86-64-v2; do
    build "${pair%:*}"
    is "$(findings "${pair#*:}")" '' "${pair%:*} at ${pair#*:} passes"
done
build haswell
like "$(findings x86-64-v2)" '^E: isa-beyond-flavor: .* needs? bmi2, which x86-64-v2 does not promise' 'and at v2 it does not'
for suite in bookworm trixie; do
    dir=$(root "$suite" amd64 libc6 libgmp10)
    hwflavor_is "Debian's own of $suite passes" 0 check "$dir" </dev/null
done
