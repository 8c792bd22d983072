#!/bin/sh
# SPDX-License-Identifier: MIT
# --instructions counts what an emulated CPU executes, of flavors and architectures that this machine does not run; no time is made of it,
# and build does not decide by it.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/bench/bench.sh"
need gcc jq qemu-x86_64 qemu-arm arm-linux-gnueabihf-gcc

spin src
cat >src/hwflavors <<'END'
Flavors: x86-64-v3 armv7-neon
Benchmark: ./work
Benchmark-Name: work

Flavor: x86-64-v3
Cflags: -DTIMES=6

Flavor: armv7-neon
Cflags: -DTIMES=1
END
hwflavor bench --source src --build-dir build -j2 --instructions
is "$status $(sed -E 's/ +/ /g; s/ $//; s/[0-9]{7,}/N/g; s/ 0.50[0-9] / 0.50 /' stdout | tap_plain)" '0 BENCHMARK FLAVOR TIMES FEWER INSTRUCTIONS INSTRUCTIONS BASELINE'"'"'S VERDICT
work x86-64-v3 0.50 N N loss
x86-64-v3: loss (instructions, not time)
recorded in $TMP/src/hwflavors.bench' 'it counts, and says what it counts'
# Three million turns of a loop of at least 4 instructions.
ok 'about what the loop has' jq -e '.instructions - ."baseline-instructions" > 12000000 and .instructions - ."baseline-instructions" < 18100000' src/hwflavors.bench
jq -r '[.instructions, ."baseline-instructions"] | join(" ")' src/hwflavors.bench >first
hwflavor bench --source src --build-dir build -j2 --instructions --json
is "$(value '.measurements[0] | [.instructions, ."baseline-instructions"] | map(. / 10000 | round) | join(" ")')" \
    "$(tr ' ' '\n' <first | sed 's/.*/&\/10000/' | while read -r n; do echo "$(((${n%/*} + 5000) / 10000))"; done | tr '\n' ' ' | sed 's/ $//')" 'the same again'
hwflavor plan --source src --build-dir build
is "$(sed -n 's/^FLAVORS := //p' stdout)" 'baseline x86-64-v3' 'build does not go by instructions'

hwflavor bench --source src --build-dir build-armhf -j2 --arch armhf --instructions --json
is "$status $(value '.measurements[0] | [.flavor, .metric, .verdict, .cpu] | join(", ")')" '0 armv7-neon, instructions, gain, qemu-arm cortex-a8 (emulated)' 'for armhf'
ok 'near three times fewer' jq -e '.measurements[0].ratio > 2.9 and .measurements[0].ratio < 3.05' stdout
expected=2
hwflavor bench --source src --build-dir build-armhf -j2 --arch armhf
is "$status $(tail -n 1 stderr)" '2 hwflavor: this machine does not run armhf; --instructions counts in an emulator' 'time cannot be measured there'
