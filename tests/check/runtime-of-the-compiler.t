#!/bin/sh
# SPDX-License-Identifier: MIT
# What the compiler's own runtime adds to libraries asks the CPU, and is no finding: __cpu_indicator_init, AArch64's outline atomics.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

asks='-DMORE=__attribute__((constructor)) static void start(void) { __builtin_cpu_init(); foo_table[0] = __builtin_cpu_supports("avx2"); }'
baseline "$asks"
ok 'libgcc asks with xgetbv when the library is loaded' \
    sh -c "objdump -d 'root/$LIBDIR/libfoo.so.1.0' | grep -q xgetbv"
finds 'and that is fine'
strip "root/$LIBDIR/libfoo.so.1.0"
finds 'stripped too'
picks='-DMORE=static int one(void) { return 1; } static int (*resolve(void))(void) { __builtin_cpu_init(); return __builtin_cpu_is("intel") ? 0 : one; } int foo_pick(void) __attribute__((ifunc("resolve")));'
baseline "$picks"
finds 'in an IFUNC resolver too'

need aarch64-linux-gnu-gcc aarch64-linux-gnu-strip
cat >atomics.c <<'EOF'
int foo_count;
int foo_add(int n) { return __atomic_fetch_add(&foo_count, n, __ATOMIC_SEQ_CST); }
_Bool foo_swap(long *p, long a, long b) { return __atomic_compare_exchange_n(p, &a, b, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); }
__attribute__((constructor)) static void start(void) { __atomic_fetch_add(&foo_count, 1, __ATOMIC_SEQ_CST); }
EOF
# foreign OUT GCC-ARG...: a library for arm64.
foreign() {
    foreign_out=$1
    shift
    aarch64-linux-gnu-gcc -shared -fPIC -O2 -Wl,-soname,libatomics.so.1 "$@" -o "$foreign_out" atomics.c
}
foreign outline.so -moutline-atomics
ok 'libgcc has LDADD in __aarch64_ldadd4_acq_rel' sh -c 'aarch64-linux-gnu-objdump -d outline.so | grep -q ldaddal'
hwflavor_is 'which runs where it was found, also from a constructor' 0 check outline.so </dev/null
aarch64-linux-gnu-strip -o stripped.so outline.so
hwflavor_is 'stripped too' 0 check stripped.so </dev/null
foreign inline.so -march=armv8.1-a
run "$HWFLAVOR" check inline.so
is "$(sed -n 's/^\(E: [a-z-]*: [a-z.]*: [a-z_]*\).* \(needs [a-z]*\),.*/\1 \2/p' stdout | sort)" 'E: isa-beyond-baseline: inline.so: foo_add needs atomics
E: isa-beyond-baseline: inline.so: foo_swap needs atomics
E: isa-in-constructor: inline.so: start needs atomics' 'the same instructions without asking are found'
