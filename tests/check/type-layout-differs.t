#!/bin/sh
# SPDX-License-Identifier: MIT
# type-layout-differs: every symbol is the same, and programs still corrupt memory.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

need abidiff
context='#ifdef __AVX__
typedef int vector __attribute__((vector_size(32)));
#else
typedef int vector[8];
#endif
struct foo { int size; vector state; };
int foo_use(struct foo *foo) { return foo->size; }'
printf '%s\n' "$context" >>foo.c
baseline
copy
finds 'an alignment that follows the flags' \
    "E: type-layout-differs: /$V3/libfoo.so.1.0: struct foo at foo.c:27:1: type size changed from 288 to 512 (in bits); give types one layout in every flavor"
mkdir -p root/usr/include
echo 'struct foo; int foo_use(struct foo *);' >root/usr/include/foo.h
finds 'not if no public header shows the type'
rm -r root/usr/include
strip "root/$V3/libfoo.so.1.0"
finds 'without debug information it is said' \
    "N: not-checked: /$V3/libfoo.so.1.0: has no debug information, so types and compiler flags are not compared; check before stripping"
sed -i 's/vector state/int state[8]/' foo.c
baseline
copy
finds 'one layout is fine'

mkdir bin
run env PATH="$TMP/bin" "$HWFLAVOR" check root
is "$(cat stdout)" "N: not-checked: /$V3/libfoo.so.1.0: abidiff is missing, so types are not compared; install abigail-tools" \
    'without abidiff it is said'
