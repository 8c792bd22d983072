#!/bin/sh
# SPDX-License-Identifier: MIT
# Long: BLAKE2 (libb2 of Debian): bench says loss where its SSE code is slower than its reference code, and the record that it writes ships
# only what pays. Which those are depends on the CPU; that the record is obeyed does not. Run it on a quiet machine:
#
#     scripts/run-tests tests/long/bench-libb2.t
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc autoreconf libtoolize jq apt-get

tree=$(debian_package libb2) || skip_all 'the source of libb2 cannot be fetched'
source=$TMP/libb2
cp -a "$tree" "$source"
(cd "$source" && autoreconf -fi) >autoreconf.log 2>&1

cat >work.c <<'END'
/* work blake2b|blake2s TIMES: hashes 64 KiB again and again, and prints the hash. */
#include <blake2.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	static uint8_t data[65536], hash[64];

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (uint8_t)(i * 7);
	for (long times = argc == 3 ? atol(argv[2]) : 0; times > 0; times--) {
		if (strcmp(argv[1], "blake2b") == 0)
			blake2b(hash, data, NULL, 64, sizeof(data), 0);
		else
			blake2s(hash, data, NULL, 32, sizeof(data), 0);
		memcpy(data, hash, sizeof(hash));
	}
	for (size_t i = 0; i < sizeof(hash); i++)
		printf("%02x", hash[i]);
	printf("\n");
	return argc != 3;
}
END
# The vector code is chosen by an answer of configure, which -march=native would otherwise give; what of it is compiled, by the flags.
cat >hwflavors <<'END'
Build-System: autoconf
Flavors: b2-sse2 b2-ssse3 b2-sse4.1 b2-avx b2-v3
Configure: --disable-native --disable-fat

Benchmark: ./work blake2b 1500
Benchmark-Name: blake2b
Benchmark-Build: $CC -O2 -I"$HWFLAVOR_SOURCE/src" -o work "$HWFLAVOR_FOLDER/work.c" src/.libs/libb2.so

Benchmark: ./work blake2s 900
Benchmark-Name: blake2s
END
for flavor in sse2: ssse3:-mssse3 sse4.1:-msse4.1 avx:-mavx v3:-march=x86-64-v3; do
    directory=x86-64-v2 arguments='Configure: ax_cv_have_ssse3_ext=yes'
    case $flavor in
    avx:*) directory=x86-64-v3 ;;
    v3:*) directory=x86-64-v3 arguments= ;;
    esac
    printf '\nFlavor: b2-%s\nArchitecture: amd64\nDirectory: glibc-hwcaps/%s\nFeatures: %s\nCflags: -O3 %s\n%s\n' \
        "${flavor%%:*}" "$directory" "$directory" "${flavor#*:}" "$arguments"
done >>hwflavors

hwflavor bench --source "$source" --file hwflavors --build-dir build -j2 --budget 60 --html page.html
is "$status" 0 'it measures'
cat stdout >&2
cp stdout out
is "$(grep -c '^blake2[bs] ' stdout)" 10 'each flavor with both hashes'
for hash in blake2b blake2s; do
    for number in 00 01 02 03 04 05; do
        (cd build/baseline/tree && LD_LIBRARY_PATH=$TMP/build/bench/$number/lib ./work $hash 3)
    done | sort -u >hashes
    is "$(wc -l <hashes)" 1 "$hash: all copies compute the same"
done
is "$(jq -r 'select(.benchmark == "blake2b" and .flavor == "b2-sse2") | .verdict' hwflavors.bench)" loss 'SSE2 is a loss for blake2b, as others have measured'
expected=0
for flavor in b2-sse2 b2-ssse3 b2-sse4.1 b2-avx b2-v3; do
    hwflavor plan --source "$source" --file hwflavors --build-dir build --flavors "$flavor"
    case $(sed -n "s/^$flavor: \([a-z ]*\).*/\1/p" out | head -n 1) in
    loss | 'no gain') expected_flavors=baseline ;;
    *) expected_flavors="baseline $flavor" ;;
    esac
    is "$(sed -n 's/^FLAVORS := //p' stdout)" "$expected_flavors" "$flavor: what does not pay is not built"
done
