#!/bin/sh
# SPDX-License-Identifier: MIT
# --ablate tells the choice of code from the flags; --files the flags of single files from none.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/bench/bench.sh"
need gcc jq g++

spin src
cat >src/hwflavors <<'END'
Flavors: x86-64-v2 x86-64-v3
Benchmark: ./work
Benchmark-Name: work
Metric: rate ops/s

Flavor: x86-64-v2
Configure: "CFLAGS=-O1 -fPIC -DTIMES=2"

Flavor: x86-64-v3
Configure: "X=CFLAGS has no part in this"
Cflags: -DTIMES=1
END
hwflavor bench --source src --build-dir build -j2 --ablate
is "$status $(sed -E 's/ +/ /g; s/ $//' stdout | tap_plain)" '0 BENCHMARK FLAVOR TIMES AS FAST 95 % INTERVAL ROUNDS VERDICT
work x86-64-v2 1.502 1.502 to 1.502 10 gain
work x86-64-v3 3.003 3.003 to 3.003 10 gain
work x86-64-v2, flags only 1.000 1.000 to 1.000 10 no gain
work x86-64-v2, arguments only 1.502 1.502 to 1.502 10 gain
work x86-64-v3, flags only 3.003 3.003 to 3.003 10 gain
work x86-64-v3, arguments only 1.000 1.000 to 1.000 10 no gain
x86-64-v2: gain
x86-64-v2: work: all of it comes from the choice of code by configure'"'"'s arguments, which the baseline could use too (flags alone: 1.00, arguments alone: 1.50)
x86-64-v3: gain
x86-64-v3: work: all of it comes from the compiler'"'"'s flags (flags alone: 3.00, arguments alone: 1.00)
recorded in $TMP/src/hwflavors.bench' 'where the gain comes from'
is "$(jq -r '[.flavor, .variant] | join(" ")' src/hwflavors.bench)" 'x86-64-v2 
x86-64-v2 arguments
x86-64-v2 flags
x86-64-v3 
x86-64-v3 arguments
x86-64-v3 flags' 'the record has the variants apart'
hwflavor plan --source src --build-dir build
is "$(sed -n 's/^FLAVORS := //p' stdout)" 'baseline x86-64-v2 x86-64-v3' 'no variant is ever built to be delivered'

cat >src/hwflavors <<'END'
Flavors: own
Benchmark: ./work
Benchmark-Name: work
Metric: rate ops/s

Flavor: own
Architecture: amd64
Directory: glibc-hwcaps/x86-64-v3
Features: x86-64-v3
Configure: "CFLAGS=-O1 -fPIC -DTIMES=2"
END
hwflavor bench --source src --build-dir build-own -j2 --no-record --json
is "$status $(value '.sentences[1]')" "0 own: work: all of it comes from the choice of code by configure's arguments, which the baseline could use too" 'of a flavor without flags'
sed -i 's/-DTIMES=2/& -mavx2 -O3 -DVECTOR/' src/hwflavors
cat >>src/spin.c <<'END'
#ifdef VECTOR
int more[64];
void add(void);
void add(void) { for (int i = 0; i < 64; i++) more[i] *= i; }
#endif
END
hwflavor bench --source src --build-dir build-own -j2 --no-record --json
is "$status $(value '.sentences[1]')" "0 own: work: all of it comes from the choice of code by configure's arguments, which needs avx, avx2 beyond the baseline" 'and of one whose code the baseline could not run'

cat >src/hwflavors <<'END'
Flavors: x86-64-v3
Benchmark: ./work
Benchmark-Name: work
Metric: rate ops/s

Files: spin.c
Cflags: -DTIMES=1
Flavors: x86-64-v3

Files: spin.c
Cflags: -DTIMES=5
Flavors: baseline
END
hwflavor bench --source src --build-dir build-files -j2 --files --no-record --json
is "$status $(value '.measurements[] | [.flavor, .variant, (.ratio * 100 | round), .verdict] | join(" ")')" '0 x86-64-v3  500 gain
baseline files 60 loss
x86-64-v3 files 300 gain' 'files on against off'
