#!/bin/sh
# SPDX-License-Identifier: MIT
# Long: GMP. Its flavors and --enable-fat against the baseline, with what the gain is made of; for armhf, the instructions of the generic
# assembly, of cortexa7's and of cortexa7neon's. Numbers depend on the CPU, but for the instructions. Run it on a quiet machine:
#
#     scripts/run-tests tests/long/bench-gmp.t
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc jq qemu-arm arm-linux-gnueabihf-gcc gnutls-cli

source=$("$TOP/scripts/fetch-gmp" "$TMP") || skip_all 'the source of GMP cannot be fetched'
cp "$TOP/examples/gmp/hwflavors" "$TOP/examples/gmp/work.c" .
# What GMP's own table of the example does not ship: its choice at run time, and cortexa7 without NEON.
sed -i 's/^Flavors: .*/& fat cortexa7/' hwflavors
cat >>hwflavors <<'END'

Flavor: fat
Architecture: amd64
Directory: glibc-hwcaps/x86-64-v2
Features: x86-64-v2
Configure: --enable-fat --disable-cxx

Flavor: cortexa7
Architecture: armhf
Directory: neon/vfp
Features: armv7-neon
Emulator-Cpu: cortex-a7
Triplet: armcortexa7-unknown-linux-gnueabihf
Configure: --disable-cxx
END
cp hwflavors amd64-hwflavors
hwflavor bench --source "$source" --file amd64-hwflavors --build-dir build -j2 --ablate --html page.html
is "$status" 0 'it measures'
cat stdout >&2
is "$(grep -c -E '^(powm 3072|mul|gcd|pi|TLS handshakes)  .*(gain|loss|no decision)$' stdout)" 35 'five benchmarks, three flavors and the parts of two'
is "$(jq -r 'select(.variant == "flags" and .verdict == "gain") | .benchmark' hwflavors.bench)" '' 'the flags alone gain nothing'

# The same in few instructions: what was measured for this file, 256 and 3072 bits.
sed -e '/^Benchmark/,$d' -e 's/ fat / /' hwflavors >arm
sed -n '/^Flavor: cortexa7/,$p' hwflavors >>arm
cat >>arm <<'END'

Benchmark: ./hwflavor-work powm 256 100
Benchmark-Name: powm 256
Benchmark-Build: $CC -O2 -I. -o hwflavor-work "$HWFLAVOR_FOLDER/work.c" .libs/libgmp.so

Benchmark: ./hwflavor-work powm 3072 1
Benchmark-Name: powm 3072
END
hwflavor bench --source "$source" --file arm --build-dir build-armhf --arch armhf -j2 --instructions --ablate
is "$status" 0 'it counts for armhf'
cat stdout >&2
for flavor in armv7-neon cortexa7; do
    ok "$flavor: near 1.9 times fewer in powm of 256 bits" jq -e -s "map(select(.flavor == \"$flavor\" and .variant == null and .benchmark == \"powm 256\"))[0].ratio | . > 1.75 and . < 2.05" hwflavors.bench
    ok "$flavor: near 2.3 times fewer in powm of 3072 bits" jq -e -s "map(select(.flavor == \"$flavor\" and .variant == null and .benchmark == \"powm 3072\"))[0].ratio | . > 2.15 and . < 2.45" hwflavors.bench
done
like "$(cat stdout)" '^cortexa7: powm 3072: all of it comes from the choice of code .*, which the baseline could use too' 'the baseline could have the gain'
