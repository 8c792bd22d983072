#!/bin/sh
# SPDX-License-Identifier: MIT
# With Delivery: fuse it is the fused library that is measured, in the baseline's place, with each flavor inside; the loader's search does not
# matter then.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/bench/bench.sh"
need gcc jq qemu-x86_64 qemu-arm arm-linux-gnueabihf-gcc

spin src
cat >src/hwflavors <<'EOF'
Delivery: auto
Flavors: x86-64-v2 x86-64-v3 armv7-neon
Benchmark: ./work

Flavor: x86-64-v2
Cflags: -DTIMES=6

Flavor: x86-64-v3
Cflags: -DTIMES=1

Flavor: armv7-neon
Cflags: -DTIMES=1
EOF
# ratios: of each flavor, in tenths.
ratios() {
    value '[.measurements[] | .flavor + " " + (.ratio * 10 | round | tostring)] | join(", ")'
}
hwflavor bench --source src --build-dir build -j2 --instructions --glibc 2.31 --no-record --json
is "$status $(ratios)" '0 x86-64-v2 5, x86-64-v3 30' 'each flavor inside is measured, on a CPU that would choose the best'
is "$(readlink build/bench/00/lib/libspin.so.1 build/bench/01/lib/libspin.so.1 build/bench/02/lib/libspin.so.1 | sed "s,^$TMP/,,")" \
    'build/baseline/root/usr/lib/libspin.so.1
build/fused/root/usr/lib/libspin.so.1
build/fused/root/usr/lib/libspin.so.1' 'against the baseline as it is without hwflavor'
is "$(find build/bench -name '*hwcaps*')" '' 'without directories'

hwflavor bench --source src --build-dir build -j2 --instructions --glibc 2.31 --no-record --ablate --json
is "$status $(value '[.measurements[] | select(.variant == null) | .flavor] | join(" ")')" '0 x86-64-v2 x86-64-v3' 'with --ablate'
is "$(cat build/fused/flavors)" 'baseline
x86-64-v2
x86-64-v3' 'of which nothing goes into the library'

hwflavor bench --source src --build-dir build-36 -j2 --arch armhf --glibc 2.36 --instructions --no-record --json
is "$status $(value '.measurements[0].flavor') $([ -e build-36/fused ] && echo fused)" '0 armv7-neon ' 'armhf up to glibc 2.36: the copy in its directory'
hwflavor bench --source src --build-dir build-41 -j2 --arch armhf --glibc 2.41 --instructions --no-record --json
is "$status $(value '.measurements[0].flavor') $(cd build-41 && ls -d fused)" '0 armv7-neon fused' 'and since then: the fused library'
ok 'near three times fewer' jq -e '.measurements[0].ratio > 2.9 and .measurements[0].ratio < 3.05' stdout

if jq -e '.features | index("avx2")' <<EOF >/dev/null
$("$HWFLAVOR" cpu --json)
EOF
then
    hwflavor bench --source src --build-dir build -j2 --glibc 2.31 --no-record --json --budget 20
    is "$status $(value '[.measurements[] | .flavor + " " + .verdict] | join(", ")')" '0 x86-64-v2 loss, x86-64-v3 gain' 'time'
else
    skip 'time' 'this CPU has no AVX2'
fi
