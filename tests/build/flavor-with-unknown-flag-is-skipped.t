#!/bin/sh
# SPDX-License-Identifier: MIT
# A flag that the compiler does not know leaves its flavor out, with the compiler's own message; the others go on, and that is no error.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc

twin make source
cat >source/hwflavors <<'END'
Flavors: future x86-64-v3 odd-linker

Flavor: future
Architecture: amd64
Directory: glibc-hwcaps/future
Cflags: -O2 -march=x86-64-v9

Flavor: odd-linker
Architecture: amd64
Directory: glibc-hwcaps/odd
Cflags: -O2
Ldflags: -Wl,-z,now -Wl,--no-such-option
END
hwflavor build --source source --build-dir build -j2
is "$status" 0 'exit status'
reason='the compiler does not take -march=x86-64-v9: cc1: error: bad value .*x86-64-v9.* for .-march=. switch'
like "$(cat stdout)" "^future +not built +[0-9]+:[0-9]+ +- +$reason" "the table has the reason and the compiler's message"
like "$(cat stdout)" '^odd-linker +not built .*the compiler does not take -Wl,--no-such-option: .*unrecognized option' "the linker's too"
like "$(cat stdout)" '^x86-64-v3 +build ' 'the others are built'
like "$(cat stderr)" '^hwflavor: future: probe says no: not built' 'and it is said while it happens'
is "$(find build/future -name tree; find build/x86-64-v3/tree -name foo.o | wc -l)" 1 'no tree is made for it'

hwflavor build --source source --build-dir build -j2 --json
is "$status $(jq -r '.flavors[] | select(.state == "not built") | .flavor' stdout | tr '\n' ' ')" '0 future odd-linker ' 'a second call says it again'
like "$(jq -r '.flavors[] | select(.flavor == "future") | .note' stdout)" "^$reason" 'with the reason'

hwflavor install --source source --build-dir build --destdir out -j2
is "$status $(find out -name 'libfoo.so.10.0.0' | sort | tr '\n' ' ')" \
    '0 out/usr/local/lib/glibc-hwcaps/x86-64-v3/libfoo.so.10.0.0 out/usr/local/lib/libfoo.so.10.0.0 ' 'install delivers the others'

# The flag is there for C++ but not for C, or the other way round: a warning is no error.
sed -i 's/-march=x86-64-v9/-fno-rtti/' source/hwflavors
hwflavor build --source source --build-dir build -j2
like "$status $(grep ^future stdout)" '^0 future +(build|not built)' 'a changed flag is tried anew'

# Flags of two words; a keyword of which the linker only warns; flags that are only refused beside one another.
: >source/nothing.h
cat >source/hwflavors <<END
Flavors: two-words bad-param keyword together

Flavor: two-words
Architecture: amd64
Directory: glibc-hwcaps/two-words
Cflags: --param max-unroll-times=4 -Xassembler -L -include $TMP/source/nothing.h -funroll-loops
Ldflags: -z now -Xlinker -z -Xlinker relro

Flavor: bad-param
Architecture: amd64
Directory: glibc-hwcaps/bad-param
Cflags: -O3 --param no-such-thing=4

Flavor: keyword
Architecture: amd64
Directory: glibc-hwcaps/keyword
Ldflags: -Wl,-z,now -Wl,-z,no-such-keyword

Flavor: together
Architecture: amd64
Directory: glibc-hwcaps/together
Cflags: -fsanitize=address -fsanitize=thread
END
hwflavor build --source source --build-dir build -j2
is "$status $(grep -c '^two-words  *build ' stdout)" '0 1' 'flags of two words are taken'
like "$(cat stdout)" '^bad-param +not built .* the compiler does not take --param no-such-thing=4: .*no-such-thing' 'or refused as one'
like "$(cat stdout)" '^keyword +not built .* the compiler does not take -Wl,-z,no-such-keyword: .*no-such-keyword ignored' 'a keyword that the linker ignores'
like "$(cat stdout)" '^together +not built .* the compiler does not take -fsanitize=address -fsanitize=thread: .*error: ' 'what is refused together'
