#!/bin/sh
# SPDX-License-Identifier: MIT
# A machine with Debian 12 where libfoo10 gets flavors, loses one, goes back, is removed and comes again: after each step only the files of that
# version are there, ldconfig's cache has what is there, and the loader gives each CPU its best copy. Other machines: tests/long/upgrade.t.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/debian/packages.sh"
. "$TOP/tests/debian/upgrade.sh"

clean_roots || {
    pass 'no namespaces can be made here'
    exit
}
/lib64/ld-linux-x86-64.so.2 --help 2>/dev/null | grep -q '^  x86-64-v3 (supported' || skip_all 'needs a CPU with x86-64-v3'
version 10 ''
version 11 'x86-64-v2 x86-64-v3'
version 12 x86-64-v3
cat >debs/cpus <<'END'
old none GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-SSE4_2
older x86-64-v2 GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2
this x86-64-v2,x86-64-v3 NONE=
END
life >debs/life
states 'glibc-hwcaps/x86-64-v3=x86-64-v3 glibc-hwcaps/x86-64-v2=x86-64-v2' glibc-hwcaps/x86-64-v3=x86-64-v3 >expected
run "$TOP/scripts/clean-root" --work "$work" --in debs=/build/debs --as-root sh debs/life
is_file stdout expected 'each step of a life leaves what it should, in Debian 12'
is "$status $(cat stderr)" '0 ' 'without a complaint'
