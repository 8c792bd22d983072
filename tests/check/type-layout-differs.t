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

# Damaged debug information has kept abidiff busy without end.
mkdir slow
printf '#!/bin/sh\nulimit -t >"%s/limit"\nwhile :; do :; done\n' "$TMP" >slow/abidiff
chmod +x slow/abidiff
run sh -c 'ulimit -S -t 2; PATH=$1/slow:$PATH exec "$HWFLAVOR" check root' sh "$TMP"
is "$status: $(cat stdout)" "0: N: not-checked: /$V3/libfoo.so.1.0: types were not compared: abidiff took too long; compare them with abidiff root/$LIBDIR/libfoo.so.1.0 root/$V3/libfoo.so.1.0" \
    'one without end is ended'
is "$(cat limit)" 2 'by the limit of whoever runs it'
printf '#!/bin/sh\nulimit -t >"%s/limit"\n' "$TMP" >slow/abidiff
run env "PATH=$TMP/slow:$PATH" "$HWFLAVOR" check root
is "$(cat limit)" 120 'or by two minutes of CPU time'
printf '#!/bin/sh\necho $$ >"%s/pid"\nexec sleep 60\n' "$TMP" >slow/abidiff
PATH=$TMP/slow:$PATH "$HWFLAVOR" check root &
child=$!
for _ in $(seq 100); do
    [ ! -s pid ] || break
    sleep 0.1
done
kill -KILL $child
wait $child || :
for _ in $(seq 50); do
    kill -0 "$(cat pid)" 2>/dev/null || break
    sleep 0.1
done
not_ok 'it ends with hwflavor, even if that is killed' kill -0 "$(cat pid)"

mkdir bin
run env PATH="$TMP/bin" "$HWFLAVOR" check root
is "$(cat stdout)" "N: not-checked: /$V3/libfoo.so.1.0: abidiff is missing, so types are not compared; install abigail-tools" \
    'without abidiff it is said'
