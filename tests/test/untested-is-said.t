#!/bin/sh
# SPDX-License-Identifier: MIT
# Natively where this CPU can, else emulated, else not at all: then it is said on standard error, in the table and in the JSON, and why.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc qemu-x86_64 cmake meson ninja autoconf automake libtoolize jq

twin cmake cmake
cat >cmake/hwflavors <<'END'
Flavors: x86-64-v2 emulated impossible

# No CPU of ours has it (it went with the Xeon Phi), so that this one is emulated everywhere; the emulator runs the rest of it.
Flavor: emulated
Architecture: amd64
Directory: glibc-hwcaps/emulated
Cflags: -march=x86-64-v3
Features: x86-64-v3 avx512er
Emulator-Cpu: no-such-cpu | Haswell

Flavor: impossible
Architecture: amd64
Directory: glibc-hwcaps/impossible
Cflags: -O1
Features: baseline avx512er
END
hwflavor test --source cmake --build-dir build-cmake -j2
is "$status $(plain_table stdout)" '0 FLAVOR STEP TIME COPIES
baseline test T - tested on this CPU
x86-64-v2 test T - tested on this CPU
emulated test T - tested on an emulated CPU (Haswell)
impossible test T - NOT TESTED: this CPU lacks avx512er, and no emulator is known to run the flavor' 'native, emulated, and not at all'
like "$(cat stderr)" '^hwflavor: impossible: test NOT RUN' 'it is said while it happens'
hwflavor test --source cmake --build-dir build-cmake --json -j2
is "$status $(jq -c '.flavors[] | select(.flavor == "impossible") | [.state, .note]' stdout)" \
    '0 ["not tested","NOT TESTED: this CPU lacks avx512er, and no emulator is known to run the flavor"]' 'the JSON says so'

# x86-64-v4 has no emulator: where the CPU cannot either, it is not tested.
hwflavor test --source cmake --build-dir build-cmake --flavors x86-64-v4 -j2
if grep -qw avx512f /proc/cpuinfo; then
    like "$(grep ^x86-64-v4 stdout)" 'tested on this CPU' 'x86-64-v4 is tested on a CPU that has it'
else
    like "$status $(grep ^x86-64-v4 stdout)" '^0 x86-64-v4 .* NOT TESTED: this CPU lacks avx512[a-z]+, and no emulator is known to run the flavor' \
        'x86-64-v4 is not tested on a CPU without it'
fi

# No emulated CPU that qemu knows.
sed -i 's/ | Haswell//' cmake/hwflavors
hwflavor test --source cmake --build-dir build-cmake --flavors emulated -j2
like "$status $(grep ^emulated stdout)" '^0 emulated .* NOT TESTED: qemu-x86_64 .*no-such-cpu' 'no CPU that qemu knows'
sed -i 's/no-such-cpu/no-such-cpu | Haswell/' cmake/hwflavors

# Without qemu.
mkdir bin
ln -s /usr/bin/* bin/
rm -f bin/qemu-*
path=$PATH
PATH=$TMP/bin
hwflavor test --source cmake --build-dir build-cmake --flavors emulated -j2
PATH=$path
like "$status $(grep ^emulated stdout)" \
    '^0 emulated .* NOT TESTED: this CPU lacks avx512er, and qemu-x86_64 is not installed \(Debian: qemu-user\)' 'a missing qemu is said'

# A plain makefile has no place for an emulator.
twin make make
cp cmake/hwflavors make/
hwflavor test --source make --build-dir build-make --flavors emulated -j2
like "$status $(grep ^emulated stdout)" '^0 emulated .* NOT TESTED: this CPU lacks avx512er, and plain makefiles have no place for an emulator' \
    'plain make: said'

# No test suite is no test passed: a folder called test is a target to make, for which there is nothing to do.
sed -i -e '/^check:/,/foo-info$/d' make/Makefile
mkdir make/test
touch make/test/file
hwflavor test --source make --build-dir build-make --flavors x86-64-v2 -j2
like "$status $(grep ^x86-64-v2 stdout)" '^0 x86-64-v2 .* NOT TESTED: its makefile has no target check or test that does anything' 'make: no test suite'
twin cmake none-cmake
sed -i '/add_test/d' none-cmake/CMakeLists.txt
hwflavor test --source none-cmake --build-dir build-none-cmake --flavors x86-64-v2 -j2
like "$status $(grep ^x86-64-v2 stdout)" '^0 x86-64-v2 .* NOT TESTED: it has no tests \(ctest finds none\)' 'cmake: no test suite'
twin meson none-meson
sed -i '/^test/d' none-meson/meson.build
hwflavor test --source none-meson --build-dir build-none-meson --flavors x86-64-v2 -j2
like "$status $(grep ^x86-64-v2 stdout)" '^0 x86-64-v2 .* NOT TESTED: it has no tests \(meson knows of none\)' 'meson: no test suite'

# What runs emulated is the flavor's own copy, on a CPU that this one is not.
twin meson meson
libfoo autoconf
for system in cmake meson autoconf; do
    cp cmake/hwflavors "$system/" 2>/dev/null || :
    for expect in x86-64-v3 x86-64-v2; do
        expected=1
        export FOO_EXPECT_FLAVOR=$expect
        hwflavor test --source "$system" --build-dir "build-$system" --flavors emulated -j2
        [ "$expect" = x86-64-v3 ] && verdict='test' || verdict='test FAILED'
        is "$(grep -E '^emulated' stdout | sed -E 's/^emulated +//; s/ +[0-9]+:.*//')" "$verdict" "$system: emulated, expecting $expect"
    done
done
