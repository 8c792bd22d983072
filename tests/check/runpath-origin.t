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

# What lies in the library directory itself is found there all the same, where glibc searches it; however the tree is named.
echo 'int bar(void) { return 1; }' | "$CC" -shared -fPIC -Wl,-soname,libbar.so.1 -x c -o "root/$LIBDIR/libbar.so.1" -
baseline '-Wl,-rpath,$ORIGIN' -L"root/$LIBDIR" -Wl,--no-as-needed -l:libbar.so.1
copy '-Wl,-rpath,$ORIGIN' -L"root/$LIBDIR" -Wl,--no-as-needed -l:libbar.so.1
for top in root root/ ./root "$TMP/root"; do
    hwflavor_is "what the copy needs, in $(echo "$top" | sed "s,$TMP,...,")" 0 check --glibc 2.36 "$top" </dev/null
done
mkdir root/elsewhere
mv "root/$LIBDIR"/* root/elsewhere
run "$HWFLAVOR" check root
like "$(cat stdout)" '^E: runpath-origin: /elsewhere/glibc-hwcaps/x86-64-v3/libfoo.so.1.0: RUNPATH \$ORIGIN: .* libbar.so.1 is not found' 'but not in a folder that it does not search'
mkdir root/elsewhere/private
mv root/elsewhere/libbar.so.1 root/elsewhere/private/libbar.so.1.0
ln -s /elsewhere/private/libbar.so.1.0 root/elsewhere/libbar.so.1
run "$HWFLAVOR" check root
like "$(cat stdout)" '^E: runpath-origin: .* libbar.so.1 is not found' 'through an absolute link too'
