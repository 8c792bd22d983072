#!/bin/sh
# SPDX-License-Identifier: MIT
# GMP on amd64: three flavors build; what is taken over from the baseline's configure changes no generated header; the copies go to their
# directories, and the real loader takes the right one on this CPU, with features hidden, and on emulated CPUs. A CPU name that brings ADX into x86-64-v3 is refused.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/gmp/gmp.sh"
need gcc g++ make autoreconf m4 qemu-x86_64 dpkg
[ "$(dpkg --print-architecture)" = amd64 ] || skip_all 'this machine is no amd64'

gmp=$(gmp_source)
lib=usr/lib/x86_64-linux-gnu

# hwflavor_gmp COMMAND OPTIONS...
hwflavor_gmp() {
    command=$1
    shift
    run "$HWFLAVOR" "$command" --source "$gmp" --file "$TOP/examples/gmp/hwflavors" --build-dir "$TMP/build" "$@" \
        -- --prefix=/usr --libdir="/$lib" --enable-cxx
}

# columns: the table without the time, which differs from run to run.
columns() {
    awk '{ print $1, $2, $4, $5, $6 }' stdout | sed 's/ *$//; s/[0-9]* KiB/N KiB/'
}

hwflavor_gmp build
is "$status" 0 'the flavors build'
is "$(columns)" 'FLAVOR STEP COPIES
baseline build -
x86-64-v2 build -
x86-64-v3 build -' 'and the table says so'

# The command that configured v3, without the answers of the baseline.
mkdir afresh
sed -n "s/^+ \(env .*configure'\?\) --cache-file=[^ ]* /\1 /p" build/x86-64-v3/configure.log >configure-command
is "$(wc -l <configure-command)" 1 'the log of the configure step has its command'
ok 'configure runs without it' sh -c 'cd afresh && . ../configure-command'
for header in config.h config.m4 gmp.h; do
    ok "$header is the same with and without the baseline's answers" cmp "afresh/$header" "build/x86-64-v3/tree/$header"
done
not_ok 'while config.h is not simply the same in all flavors' cmp build/baseline/tree/config.h build/x86-64-v3/tree/config.h
ok 'answers were taken over' grep -q '(cached)' build/x86-64-v3/configure.log

hwflavor_gmp install --destdir "$TMP/out"
is "$status" 0 'the flavors install'
is "$(columns)" 'FLAVOR STEP COPIES
baseline install -
x86-64-v2 install 1, N KiB
x86-64-v3 install 1, N KiB' 'one copy each'
is "$(cd out && find $lib -path '*hwcaps*' ! -type d | sed 's/\.10\.[0-9.]*$/.10.N/' | LC_ALL=C sort)" \
    "$lib/glibc-hwcaps/x86-64-v2/libgmp.so.10
$lib/glibc-hwcaps/x86-64-v2/libgmp.so.10.N
$lib/glibc-hwcaps/x86-64-v3/libgmp.so.10
$lib/glibc-hwcaps/x86-64-v3/libgmp.so.10.N" 'the copies and their SONAME links are all that the directories hold'
ok 'the real loader takes the right copy on each CPU' "$TOP/scripts/loader-table" --dir "$TMP/out" --arch amd64 libgmp.so.10

# Of the flavors only v3 is built anew. tests/long/check-gmp.t has more CPU names.
sed 's/^Triplet: haswell-/Triplet: skylake-/' "$TOP/examples/gmp/hwflavors" >skylake
run "$HWFLAVOR" install --source "$gmp" --file skylake --build-dir "$TMP/build" --flavors x86-64-v3 --destdir "$TMP/refused" \
    -- --prefix=/usr --libdir="/$lib" --enable-cxx
is "$status $([ -e refused ] || echo nothing)" '1 nothing' 'what skylake makes of v3 is not installed'
like "$(cat stderr)" "^E: isa-beyond-flavor: /$lib/glibc-hwcaps/x86-64-v3/libgmp.so.10.*: __gmpn_sqr_basecase\\+0x[0-9a-f]* .*: adcx .* need adx, which x86-64-v3 does not promise" \
    'and the routine with ADX is named'
run "$HWFLAVOR" check --arch amd64 "/$lib/libgmp.so.10"
is "$status $(cat stdout)" '0 ' "Debian's own libgmp is a baseline"
