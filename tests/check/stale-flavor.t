#!/bin/sh
# SPDX-License-Identifier: MIT
# stale-flavor: in an installed system copy and baseline are of different versions.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

baseline
copy
info=root/var/lib/dpkg/info
mkdir -p $info
package() {
    printf 'Package: %s\nStatus: install ok installed\nArchitecture: amd64\nMulti-Arch: same\n%sVersion: %s\n\n' "$1" "${3-}" "$2" >>root/var/lib/dpkg/status
}
: >root/var/lib/dpkg/status
package libfoo1 1.1-1 'Source: foo
'
package libfoo1-v3 1.0-1 'Source: foo (1.0)
'
echo "/$LIBDIR/libfoo.so.1.0" >$info/libfoo1:amd64.list
echo "/$V3/libfoo.so.1.0" >$info/libfoo1-v3:amd64.list
finds 'two packages of different versions' \
    "E: stale-flavor: /$V3/libfoo.so.1.0: is of libfoo1-v3:amd64 1.0-1, /$LIBDIR/libfoo.so.1.0 is of libfoo1:amd64 1.1-1; upgrade both together, or remove the copy"
sed -i 's/1.0-1/1.1-1/' root/var/lib/dpkg/status
finds 'of one version'
rm $info/libfoo1-v3:amd64.list
finds 'a copy that belongs to no package' \
    "E: stale-flavor: /$V3/libfoo.so.1.0: is of no package, /$LIBDIR/libfoo.so.1.0 is of libfoo1:amd64 1.1-1; upgrade both together, or remove the copy"
echo "/${V3#usr/}/libfoo.so.1.0" >>$info/libfoo1:amd64.list
finds 'one package, and /lib is /usr/lib'
rm $info/*
finds 'neither is of a package'
