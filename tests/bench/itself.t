#!/bin/sh
# SPDX-License-Identifier: MIT
# A copy that is measured against itself does not gain; gains in one benchmark and losses in another are mixed, and built.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/bench/bench.sh"
need gcc jq

spin src
printf 'Flavors: x86-64-v2\nBenchmark: ./work\nThreshold: 10 %%\n' >src/hwflavors
hwflavor bench --source src --build-dir build -j2 --budget 15 --json
is "$status" 0 'it measures'
like "$(value '.verdicts["x86-64-v2"]')" '^(no gain|no decision)$' 'no gain'
ok 'the interval holds 1' jq -e '.measurements[0] | .low <= 1.02 and .high >= 0.98' stdout

cat >src/hwflavors <<'END'
Flavors: x86-64-v2

Benchmark: echo "1 a/s"; test "$(echo $LD_LIBRARY_PATH | grep -c bench/00)" = 1 || echo "2 a/s"; ./work
Benchmark-Name: better
Metric: rate a/s

Benchmark: echo "1 s"; test "$(echo $LD_LIBRARY_PATH | grep -c bench/00)" = 1 || echo "2 s"; ./work
Benchmark-Name: worse
Metric: time s
END
hwflavor bench --source src --build-dir build -j2
is "$status $(sed -E 's/ +/ /g; s/ $//' stdout | tap_plain)" '0 BENCHMARK FLAVOR TIMES AS FAST 95 % INTERVAL ROUNDS VERDICT
better x86-64-v2 2.000 2.000 to 2.000 10 gain
worse x86-64-v2 0.500 0.500 to 0.500 10 loss
x86-64-v2: mixed: gain in better (2.00), loss in worse (0.50)
recorded in $TMP/src/hwflavors.bench' 'a loss stands beside the gain, and the verdict is mixed'
hwflavor plan --source src --build-dir build
is "$(sed -n 's/^FLAVORS := //p' stdout)" 'baseline x86-64-v2' 'which is built'
