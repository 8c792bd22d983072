#!/bin/sh
# SPDX-License-Identifier: MIT
# The answers that a flavor's configure takes over from the baseline's give the same config.h and Makefile as asking everything again;
# and an answer that does depend on the flavor is asked again. Flavors configure without static libraries.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc autoconf automake libtoolize

libfoo source
hwflavor build --source source --build-dir build --flavors x86-64-v3 -j2
is "$status" 0 'builds'
tree=build/x86-64-v3/tree
mkdir with
cp "$tree/config.h" "$tree/Makefile" "$tree/foo.pc" "$tree/libtool" with/
ok 'many answers are taken over' test "$(grep -c '(cached)' build/x86-64-v3/configure.log)" -gt 20
is "$(sed -n 's/^#define FOO_VECTOR_BYTES //p' build/baseline/tree/config.h "$tree/config.h" | tr '\n' ' ')" '16 32 ' "the flavor's own answer is its own"
is "$(find build/x86-64-v3 -name '*.a') $(test -n "$(find build/baseline -name 'libfoo.a')" && echo yes)" ' yes' \
    'no static library is built for a flavor, but the baseline has it'
unlike "$(cat build/x86-64-v3/build.log)" '(^| )(ar|ranlib|[^ ]*-ar) ' 'no archiver runs either'

# The same once more, without anything to take over.
rm build/baseline/config.cache build/x86-64-v3/configure.done
hwflavor build --source source --build-dir build --flavors x86-64-v3 -j2
is "$status $(grep -c '(cached)' build/x86-64-v3/configure.log | awk '{ print ($1 < 20) }')" '0 1' 'configured without'
for file in config.h Makefile foo.pc libtool; do
    is_file "$tree/$file" "with/$file" "$file is the same"
done
