#!/bin/sh
# SPDX-License-Identifier: MIT
# A build folder is checked by the hwflavors file it was built with: its Allow lines, its own flavors, its architecture and glibc.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

unset MAKEFLAGS MFLAGS MAKELEVEL
cp -R "$TOP/tests/libfoo-make" source
printf '#ifdef __AVX2__\nint foo_fast(void) { return 1; }\n#endif\n' >>source/foo.c
extra="exports-extra: x86-64-v3/root/$LIBDIR/libfoo.so.10.0.0: exports what the baseline does not: foo_fast"
# installs FILE: with that hwflavors file; the copies are in their own DESTDIRs in either case.
installs() {
    run "$HWFLAVOR" install --source source --flavors x86-64-v3 --destdir dest ${1:+--file "$1"} -- PREFIX=/usr "LIBDIR=/$LIBDIR"
}
installs ''
is "$status" 1 'install refuses what nothing allows'
run "$HWFLAVOR" check hwflavor-build
like "$(cat stdout)" "^E: $extra" 'and check finds it'
printf '# of the source\nAllow:\n# one\n exports-extra libfoo.so.10*:foo_fast -- used by tests only\n' >source/hwflavors
installs ''
is "$status" 0 'what the file of the source allows is installed'
hwflavor_file=$TMP/source/hwflavors
is "$(sed -n 's/^HWFLAVORS_FILE := //p' hwflavor-build/plan.mk)" "$hwflavor_file" 'the plan knows the file'
(cd / && "$HWFLAVOR" check "$TMP/hwflavor-build") >stdout
unlike "$(cat stdout)" exports-extra 'nor is it found in the build folder, from wherever it is checked'
echo >none
run "$HWFLAVOR" check --file none hwflavor-build
like "$(cat stdout)" "^E: $extra" 'another --file wins'
mkdir 'a $b #c'
mv source/hwflavors 'a $b #c/file'
installs 'a $b #c/file'
run "$HWFLAVOR" check hwflavor-build
is "$status" 0 'a file with blanks, $ and # in its path'
rm 'a $b #c/file'
hwflavor_refuses 'a file that is gone' check hwflavor-build <<'REFUSAL'
hwflavor: $TMP/a $b #c/file: the hwflavors file of the build folder is not there; name one with --file
REFUSAL
