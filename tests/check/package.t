#!/bin/sh
# SPDX-License-Identifier: MIT
# A .deb is read without being installed, and nothing of it stays behind.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

need dpkg-deb python3
baseline
copy
mkdir -p root/DEBIAN
cat >root/DEBIAN/control <<'END'
Package: libfoo1
Version: 1.0-1
Architecture: amd64
Maintainer: Nobody <nobody@example.org>
Description: example
END
dpkg-deb --root-owner-group --build root foo.deb >/dev/null
rm -r root/DEBIAN
mkdir temporary
TMPDIR=$TMP/temporary
export TMPDIR
hwflavor_is 'a good one' 0 check foo.deb </dev/null
copy -g0 -march=x86-64
mkdir root/DEBIAN
printf 'Package: libfoo1\nVersion: 1.0-1\nArchitecture: amd64\nMaintainer: N <n@example.org>\nDescription: x\n' >root/DEBIAN/control
dpkg-deb --root-owner-group --build root foo.deb >/dev/null
hwflavor_is 'a bad one, under the names it will have' 1 check foo.deb <<END
E: identical-to-baseline: /$V3/libfoo.so.1.0: has the code and data of /$LIBDIR/libfoo.so.1.0; see whether the flavor's flags reached the compiler, else leave the flavor out
N: not-checked: /$V3/libfoo.so.1.0: has no debug information, so types and compiler flags are not compared; check before stripping
N: flavor-not-needed: /$V3/libfoo.so.1.0: uses nothing beyond the baseline of amd64; see whether the baseline could be built like it
END
is "$(ls temporary)" '' 'nothing stays behind'
head -c 1000 foo.deb >cut.deb
run "$HWFLAVOR" check cut.deb
is "$status" 2 'one that is cut off is refused'
like "$(cat stderr)" '^hwflavor: cut.deb: cannot be unpacked: .*; download or build it anew$' 'in one line'
is "$(wc -l <stderr)" 1 'and no other'
echo text >text.deb
run "$HWFLAVOR" check text.deb
like "$(cat stderr)" '^hwflavor: text.deb: cannot be unpacked: ' 'and one that is none'
is "$(ls temporary)" '' 'nothing stays behind of them'

# Unpacking that takes long enough to be interrupted.
mkdir -p bin
printf '#!/bin/sh\nmkdir "$4"\ntouch started\nexec sleep 60\n' >bin/dpkg-deb
chmod +x bin/dpkg-deb
PATH=$TMP/bin:$PATH "$HWFLAVOR" check foo.deb &
child=$!
for _ in $(seq 100); do
    [ ! -e started ] || break
    sleep 0.1
done
kill -TERM $child
status=0
wait $child || status=$?
is "$status" 143 'a signal ends it'
is "$(ls temporary)" '' 'and nothing stays behind then'

# A request that is refused, before anything is unpacked.
for version in 2.x ''; do
    run "$HWFLAVOR" check --glibc "$version" foo.deb
    is "$(cat stderr)" "hwflavor: --glibc ${version:-''}: write a version such as 2.36" "--glibc '$version' is refused"
    is "$status" 2 'as a request that is wrong'
    is "$(ls temporary)" '' 'and nothing stays behind then'
done

rm -r "root/usr"
dpkg-deb --root-owner-group --build root foo.deb >/dev/null
hwflavor_is 'one without libraries' 0 check foo.deb </dev/null
is "$(cat stderr)" 'hwflavor: foo.deb: has no shared libraries, so nothing was checked' 'is called so'

mkfifo pipe.deb
hwflavor_is 'a pipe' 2 check pipe.deb </dev/null
is "$(cat stderr)" 'hwflavor: pipe.deb: is no file; name a package' 'is refused'

# A member that would lie outside, after one that tar only remarks on.
mkdir members
echo text >outside
(cd members && ar x ../foo.deb && rm data.tar.* && tar --transform 's,outside,../../outside,' -P -czf data.tar.gz -C .. outside &&
    ar rc ../outside.deb debian-binary control.tar.* data.tar.gz)
hwflavor_is 'a name with ..' 2 check outside.deb </dev/null
is "$(cat stderr)" "hwflavor: outside.deb: cannot be unpacked: tar: ../../outside: Member name contains '..'; download or build it anew" \
    'is refused, with the reason'

# Names are bytes, JSON is text.
name=$(printf 'root/%s/libx\377.so.1' "$LIBDIR")
mkdir -p "root/$LIBDIR"
echo text >"$name"
run "$HWFLAVOR" check --json root
is "$(python3 -c 'import json; print(ascii(json.load(open("stdout"))["findings"][0]["file"]))')" "'/$LIBDIR/libx\\ufffd.so.1'" \
    'JSON has what is text of a name'
