#!/bin/sh
# SPDX-License-Identifier: MIT
# libfoo as a Debian package with nothing but the word in Build-Depends: the copies lie beside the baseline in each package that has a library,
# and symbols, shlibs, trigger, dependencies and debug information come out right. The baseline is what it is without hwflavor.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need autoconf automake libtoolize dwz readelf
. "$TOP/tests/debhelper/packages.sh"

mkdir with
cp -a "$TOP/tests/libfoo" with/foo
chmod -R u+w with/foo
build_both with
cp log with.log
is "$status $(files with libfoo10 | sed 's|^\(.\)[^ ]*|\1|')" "0 $(
    for place in glibc-hwcaps/x86-64-v2/ glibc-hwcaps/x86-64-v3/ ''; do echo "- /$libdir/${place}libfoo.so.10.0.0"; done
    echo '- /usr/share/doc/libfoo10/changelog.Debian.gz'
    echo '- /usr/share/doc/libfoo10/copyright'
    for place in glibc-hwcaps/x86-64-v2/ glibc-hwcaps/x86-64-v3/ ''; do echo "l /$libdir/${place}libfoo.so.10 -> libfoo.so.10.0.0"; done
)" 'libfoo10 has the copies, with the link of the SONAME, and nothing else that is new'
is "$(dpkg-deb -c with/libfoo10_*.deb | grep '^-.*libfoo.so.10.0.0$' | awk '{ print $1, $2 }' | sort -u)" '-rw-r--r-- root/root' \
    "the copies' mode and owner are those of the baseline"
is "$(dpkg-deb -c with/libfoo10_*.deb | grep 'hwcaps/.*/$' | awk '{ print $1, $2 }' | sort -u)" 'drwxr-xr-x root/root' "and the folders' are a folder's"
is "$(copies with foo-tools)" "$libdir/foo/glibc-hwcaps/x86-64-v2/libfoo-private.so
$libdir/foo/glibc-hwcaps/x86-64-v3/libfoo-private.so" 'a private folder of another package has them too'
is "$(copies with libfoo-dev)" '' 'the development package has none'

unpack with libfoo10
is "$(cat with.libfoo10/DEBIAN/shlibs)" 'libfoo 10 libfoo10 (>= 10.0.0)' 'one line of shlibs'
like "$(cat with.libfoo10/DEBIAN/triggers)" '^activate-noawait ldconfig$' 'the trigger of ldconfig'
is "$(tail -n +2 with.libfoo10/DEBIAN/symbols)" "$(tail -n +2 "$TOP/tests/libfoo/debian/libfoo10.symbols")" 'the symbols file is as it was'
unlike "$(cat with.log)" 'dpkg-gensymbols: warning|dh_missing: warning|dh_missing: error|nothing was checked' 'and no tool has complained'
unpack with libfoo10-dbgsym
for file in "$libdir"/glibc-hwcaps/x86-64-v2 "$libdir"/glibc-hwcaps/x86-64-v3 "$libdir"; do
    id=$(readelf -n "with.libfoo10/$file/libfoo.so.10.0.0" | sed -n 's/.*Build ID: //p')
    rest=${id#??}
    ok "$file has its debug information in libfoo10-dbgsym" test -s "with.libfoo10-dbgsym/usr/lib/debug/.build-id/${id%"$rest"}/$rest.debug"
done
like "$(readelf --debug-dump=info "with.libfoo10-dbgsym/usr/lib/debug/.build-id/${id%"$rest"}/$rest.debug" 2>/dev/null)" \
    'DW_AT_comp_dir.*: \.$' 'which names the source as the baseline does'

for flavor in x86-64-v2 x86-64-v3; do
    like "$(cat with.log)" "^hwflavor: $flavor: test done" "$flavor is tested"
    like "$(cat with.log)" "^gcc .*-march=$flavor .*|^libtool: compile: .*gcc .* -march=$flavor " "and the log has its commands"
done
unlike "$(cat log.without)" 'x86-64-v' 'with nohwflavor nothing of a flavor is built'
for package in libfoo10 libfoo-dev foo-tools; do
    same_baseline with "$package" "$package: the baseline's files are those of a build without hwflavor"
done
for field in Depends Version Breaks; do
    is "$(dpkg-deb -f with/libfoo10_*.deb "$field")" "$(dpkg-deb -f with.without/libfoo10_*.deb "$field")" "$field is unchanged"
done
