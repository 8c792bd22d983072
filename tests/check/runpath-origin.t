#!/bin/sh
# SPDX-License-Identifier: MIT
# runpath-origin: in a copy $ORIGIN is the hwcap directory.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

mkdir -p "root/$LIBDIR/priv" "root/$V3"
echo 'int priv(void) { return 1; }' | "$CC" -shared -fPIC -Wl,-soname,libpriv.so.1 -x c -o "root/$LIBDIR/priv/libpriv.so.1" -
set -- '-Wl,-rpath,$ORIGIN/priv' -L"root/$LIBDIR/priv" -Wl,--no-as-needed -l:libpriv.so.1
baseline "$@"
copy "$@"
lost="E: runpath-origin: /$V3/libfoo.so.1.0: RUNPATH \$ORIGIN/priv: \$ORIGIN/priv is in the hwcap directory here, where the baseline's libpriv.so.1 is not found; use an absolute path, or put it there too"
finds 'what the baseline finds, the copy does not' "$lost"
mkdir "root/$V3/priv"
ln -s ../../../priv/libpriv.so.1 "root/$V3/priv/libpriv.so.1"
run "$HWFLAVOR" check root
unlike "$(cat stdout)" runpath-origin 'unless it lies there too'
rm -r "root/$V3/priv"
shift
baseline "-Wl,-rpath,/$LIBDIR/priv" "$@"
copy "-Wl,-rpath,/$LIBDIR/priv" "$@"
finds 'an absolute path is fine'
rm -r "root/$LIBDIR/priv"
baseline '-Wl,-rpath,$ORIGIN'
copy '-Wl,-rpath,$ORIGIN'
finds 'so is $ORIGIN that nothing is found through'
