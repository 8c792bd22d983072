#!/bin/sh
# SPDX-License-Identifier: MIT
# bench runs the benchmarks with each flavor's copy, as the loader finds it, and says which pays; the record has it, and build obeys.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/bench/bench.sh"
need gcc jq

spin src
sed -i 's/TIMES 3/TIMES 16/' src/spin.c
cat >src/hwflavors <<'END'
Flavors: x86-64-v2 x86-64-v3 x86-64-v4
Benchmark: ./work
Benchmark-Name: cpu
Benchmark-Build: test -f "$HWFLAVOR_FOLDER/hwflavors" && test -f "$HWFLAVOR_SOURCE/spin.c" && $CC --version
Threshold: 10 %

Flavor: x86-64-v2
Cflags: -DTIMES=2

Flavor: x86-64-v3
Cflags: -DTIMES=64
Benchmark: echo start; ./work
Benchmark-Name: printed
Metric: rate ops/s
END
bench() {
    hwflavor bench --source src --file src/hwflavors --build-dir build -j2 --budget 60 "$@"
}

bench --json
is "$status" 0 'it measures'
is "$(value '.verdicts | to_entries[] | .key + ": " + .value')" 'x86-64-v2: gain
x86-64-v3: loss' 'one pays, the other does not'
is "$(value '.measurements[] | [.flavor, .benchmark, .metric, .verdict] | join(", ")')" 'x86-64-v2, cpu, cpu time, gain
x86-64-v3, cpu, cpu time, loss
x86-64-v3, printed, ops/s, loss' 'a benchmark of one flavor is for that flavor'
is "$(value '.measurements[] | select(.benchmark == "printed") | [.ratio, .low, .high] | map(. * 1000 | round) | join(" ")')" '242 242 242' \
    'the number before the unit is taken (62 to 15)'
ok 'the gain is what an eighth of the work makes, less what a start costs' jq -e '.measurements[] | select(.flavor == "x86-64-v2") | .ratio > 2 and .ratio < 9 and .low <= .ratio and .high >= .ratio' stdout
if [ "$(value '.sentences | map(select(test("v4"))) | length')" = 1 ]; then
    like "$(value '.sentences[]')" '^x86-64-v4: not measured: this CPU lacks avx512' 'what this CPU does not run is said'
else
    ok 'this CPU has AVX-512' grep -q avx512f /proc/cpuinfo
fi

is "$(jq -r '[.architecture, .flavor, .benchmark, .verdict] | join(" ")' src/hwflavors.bench | grep -v v4)" 'amd64 x86-64-v2 cpu gain
amd64 x86-64-v3 cpu loss
amd64 x86-64-v3 printed loss' 'the record has them, sorted'
is "$(jq -r 'keys_unsorted | join(" ")' src/hwflavors.bench | sort -u)" \
    'package-version architecture flavor variant benchmark metric verdict ratio low high rounds threshold cpu features compiler loader date' 'with all that is known'
is "$(jq -r .date src/hwflavors.bench | sort -u)" "$(date -u +%F)" 'of today'

hwflavor build --source src --build-dir build --flavors x86-64-v2,x86-64-v3
is "$status $(sed 's/: [0-9.]* on .*) in/: N) in/' stderr | tap_plain | grep 'not built')" \
    '0 hwflavor: x86-64-v3: not built: recorded as loss (printed: N) in $TMP/src/hwflavors.bench; Keep: yes builds it all the same' 'build obeys the record, and says so'
sed -i 's/^Cflags: -DTIMES=64/Keep: yes\n&/' src/hwflavors
hwflavor plan --source src --build-dir build --flavors x86-64-v3
is "$(cat stderr)$(sed -n 's/^FLAVORS := //p' stdout)" 'baseline x86-64-v3' 'Keep: yes'

# Records of several CPUs lie side by side, and one that gains is enough.
sed -i '/^Keep/d' src/hwflavors
sed -n 's/"verdict":"loss"/"verdict":"gain"/; s/"cpu":"[^"]*"/"cpu":"Other"/; /v3.*printed/p' src/hwflavors.bench >other
cat other >>src/hwflavors.bench
hwflavor plan --source src --build-dir build --flavors x86-64-v3
is "$(sed -n 's/^FLAVORS := //p' stdout)" 'baseline x86-64-v3' 'a gain on another CPU: it is built'
bench --flavors x86-64-v3
is "$status $(jq -r '[.cpu, .verdict] | join(" ")' src/hwflavors.bench | grep -c '^Other gain')" '0 1' 'a new measurement leaves the other CPU alone'
is "$(jq -r 'select(.cpu != "Other") | [.flavor, .benchmark] | join(" ")' src/hwflavors.bench | grep -v v4)" 'x86-64-v2 cpu
x86-64-v3 cpu
x86-64-v3 printed' 'and takes the place of the old one'
cp src/hwflavors.bench before
bench --flavors x86-64-v3 --no-record
is_file src/hwflavors.bench before '--no-record'
