#!/bin/sh
# SPDX-License-Identifier: MIT
# install runs the checks on what it is about to install, and on an error installs nothing.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

unset MAKEFLAGS MFLAGS MAKELEVEL
cp -R "$TOP/tests/libfoo-make" source
cat >>source/foo.c <<'END'
#ifndef __AVX2__
int foo_old(void) { return 1; }
#endif
END
run "$HWFLAVOR" install --source source --flavors x86-64-v2,x86-64-v3 --destdir dest
is "$status" 1 'a copy that lacks a function: exit status 1'
is "$(grep -E '^E:|nothing' stderr)" \
    "E: exports-missing: /usr/local/lib/glibc-hwcaps/x86-64-v3/libfoo.so.10.0.0: lacks the baseline's foo_old; build the same interface for every flavor
hwflavor: nothing is installed: hwflavor check finds errors in it" 'why'
ok 'nothing is installed' test ! -e dest
hwflavor_is 'the build folder can be checked by itself' 1 check hwflavor-build <<'END'
N: not-checked: x86-64-v2/root/usr/local/lib/libfoo.so.10.0.0: has no debug information, so types and compiler flags are not compared; check before stripping
N: flavor-not-needed: x86-64-v2/root/usr/local/lib/libfoo.so.10.0.0: uses nothing beyond the baseline of amd64; see whether the baseline could be built like it
E: exports-missing: x86-64-v3/root/usr/local/lib/libfoo.so.10.0.0: lacks the baseline's foo_old; build the same interface for every flavor
N: not-checked: x86-64-v3/root/usr/local/lib/libfoo.so.10.0.0: has no debug information, so types and compiler flags are not compared; check before stripping
N: flavor-not-needed: x86-64-v3/root/usr/local/lib/libfoo.so.10.0.0: uses nothing beyond the baseline of amd64; see whether the baseline could be built like it
END
printf 'Build-System: make\nAllow:\n exports-missing libfoo.so.10*:foo_old -- nobody calls it\n' >source/hwflavors
run "$HWFLAVOR" install --source source --flavors x86-64-v2,x86-64-v3 --destdir dest
is "$status" 0 'what the package allows is installed'
ok 'with its copy' test -e dest/usr/local/lib/glibc-hwcaps/x86-64-v3/libfoo.so.10
