#!/bin/sh
# SPDX-License-Identifier: MIT
# The copy that is measured is the one that the loader takes: programs of the build tree do not get past it, and where something else does,
# nothing is measured.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/bench/bench.sh"
need gcc jq libtool

spin src
file() {
    printf 'Flavors: x86-64-v3\nBenchmark: %s\nBenchmark-Build: %s\nMetric: rate ops/s\n\nFlavor: x86-64-v3\nCflags: -DTIMES=6\n' "$1" "${2:-:}" >src/hwflavors
}
bench() {
    hwflavor bench --source src --build-dir build -j2 --no-record "$@"
}

# A RUNPATH into the tree comes after LD_LIBRARY_PATH.
file ./runpath '$CC -o runpath work.c -L. -lspin -Wl,--enable-new-dtags,-rpath,$PWD'
bench --json
is "$status $(value '.measurements[0].ratio * 100 | round')" '0 50' 'a RUNPATH into the tree'

# An RPATH comes before it.
expected=2
file ./rpath '$CC -o rpath work.c -L. -lspin -Wl,--disable-new-dtags,-rpath,$PWD'
bench
is "$status $(tap_plain <stderr | tail -n 1)" "2 hwflavor: './rpath' loads \$TMP/build/baseline/tree/libspin.so.1, not the copy that is measured, \$TMP/build/bench/00/lib/libspin.so.1; keep it from that (an RPATH, or a script that sets LD_LIBRARY_PATH?)" 'an RPATH is noticed'
file 'LD_LIBRARY_PATH=. ./work'
bench
is "$status $(tail -n 1 stderr | grep -c "loads ./libspin.so.1, not the copy that is measured")" '2 1' 'and so is a script that sets LD_LIBRARY_PATH'
file './static' '$CC -DTIMES=2 -o static work.c spin.c'
bench
is "$status $(tail -n 1 stderr)" "2 hwflavor: './static' loads none of the libraries that are measured (libspin.so.1, ...); is it a program that uses them, and not linked statically?" 'a program without the library'
file './work; exit 3'
bench
is "$status $(tail -n 1 stderr)" "2 hwflavor: the benchmark './work; exit 3' fails (exit status 3): speed: 333 ops/s, in 7 steps" 'a benchmark that fails'
file './work | sed s/ops/things/'
bench
is "$status $(tail -n 1 stderr)" "2 hwflavor: the benchmark './work | sed s/ops/things/' prints no number before 'ops/s'; correct its Metric (its last line: speed: 333 things/s, in 7 steps)" 'one without its number'
file ./work 'echo broken; exit 4'
bench
is "$status $(tap_plain <stderr | tail -n 1)" '2 hwflavor: $TMP/src/hwflavors:2: Benchmark-Build of ./work fails (exit status 4): broken' 'a Benchmark-Build that fails'
printf 'Flavors: x86-64-v3\n' >src/hwflavors
bench
is "$status $(tap_plain <stderr | tail -n 1)" '2 hwflavor: $TMP/src/hwflavors: no Benchmark field is there; add one to the hwflavors file, with a command that uses the library' 'no benchmark'
is "$(grep -c probe stderr)" 0 'which is said before anything is built'
printf 'Flavors: baseline\nBenchmark: ./work\n' >src/hwflavors
bench
is "$status $(tail -n 1 stderr)" '2 hwflavor: there is nothing to measure but the baseline; name flavors with --flavors' 'no flavor'
echo '{"flavor": "x86-64-v3"}' >src/hwflavors.bench
hwflavor build --source src --build-dir build
is "$status $(tap_plain <stderr | tail -n 1)" '2 hwflavor: $TMP/src/hwflavors.bench:1: is no measurement of hwflavor bench; measure again, or take the line out' 'a damaged record'

# Libtool's wrapper scripts put the tree in front; the programs behind them are run.
expected=0
libfoo libfoo
cat >rate.c <<'END'
#include <stdio.h>
#include <string.h>
#include "foo.h"
int main(void) { printf("%d ops/s\n", strcmp(foo_flavor(), "baseline") == 0 ? 100 : 200); return 0; }
END
cat >libfoo/hwflavors <<'END'
Flavors: x86-64-v3
Benchmark: tests/rate | cat
Benchmark-Build: ./libtool --quiet --mode=link $CC -I"$HWFLAVOR_SOURCE/src" -o tests/rate "$HWFLAVOR_FOLDER/../rate.c" libfoo.la
Metric: rate ops/s
END
hwflavor bench --source libfoo --build-dir build-libtool -j2 --json
is "$status $(value '.measurements[0] | [(.ratio * 10 | round), .verdict] | join(" ")')" '0 20 gain' "a libtool wrapper's program"
ok 'which is one' grep -q libtool_execute_magic build-libtool/baseline/tree/tests/rate
