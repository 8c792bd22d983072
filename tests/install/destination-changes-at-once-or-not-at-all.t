#!/bin/sh
# SPDX-License-Identifier: MIT
# A destination that cannot take everything stays as it was; an older install is replaced; what is left of it is said.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc unshare mount

twin make source
deliver() {
    hwflavor install --source source --build-dir build --destdir "$@"
}

hwflavor_refuses 'no destination' install --source source --build-dir build <<'END'
hwflavor: install needs --destdir DIR; give / to install on this system
END
ok 'is refused before anything is built' test ! -e build

deliver out --flavors x86-64-v2,x86-64-v3
is "$status $(find out -name 'libfoo.so.10.0.0' | wc -l)" '0 3' 'a new destination is made'

# Over an older install: another library, and a flavor that is no longer built.
sed -i 's/return FOO_FLAVOR;/return FOO_FLAVOR " again";/' source/foo.c
deliver out --flavors x86-64-v3
is "$status $(LD_LIBRARY_PATH=out/usr/local/lib out/usr/local/bin/foo-info)" '0 libfoo: x86-64-v3 again' 'an older install is replaced'
like "$(cat stderr)" '^hwflavor: out/usr/local/lib/glibc-hwcaps/x86-64-v2/libfoo.so.10.0.0: stale: left by an earlier install, and the loader would still take it; remove it$' \
    'what nothing replaces is said'
is "$(find out -name '.hwflavor*')" '' 'no staging is left'

expected=2
echo 'a file of old' >file
deliver file --flavors x86-64-v3
is "$status $(cat file)" '2 a file of old' 'a file in the place of the destination is refused'
is "$(grep -c '^hwflavor: .*file' stderr)" 1 'in one line'

# Full, and read-only: in a namespace of our own.
cp -a out before
cat >in-namespace <<'END'
set -eu
mount -t tmpfs -o size=40k tmpfs full
mkdir -p full/usr/local/lib
echo old >full/usr/local/lib/libfoo.so.10.0.0
(cd full && find . ! -path . -printf '%p %s %T@ %l\n' | sort) >full.before
status=0
"$HWFLAVOR" install --source source --build-dir build --destdir full --flavors x86-64-v3 >full.out 2>&1 || status=$?
echo "$status" >full.status
(cd full && find . ! -path . -printf '%p %s %T@ %l\n' | sort) >full.after
mount --bind out out
mount -o remount,bind,ro out
status=0
"$HWFLAVOR" install --source source --build-dir build --destdir out --flavors x86-64-v3 >ro.out 2>&1 || status=$?
echo "$status" >ro.status
END
mkdir full
if unshare -rm true 2>/dev/null; then
    run unshare -rm sh in-namespace
    is "$(cat full.status) $(diff full.before full.after)" '2 ' 'a full destination is as it was'
    like "$(cat full.out)" '^hwflavor: .*full.*: No space left on device' 'and that is said'
    is "$(cat ro.status)" 2 'a read-only destination is refused'
    like "$(cat ro.out)" '^hwflavor: .*out.*: Read-only file system' 'and that is said'
    ok 'and it is as it was' diff -r --no-dereference before out
else
    skip 'full and read-only destinations' 'no user namespaces here'
fi
