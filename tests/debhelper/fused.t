#!/bin/sh
# SPDX-License-Identifier: MIT
# Delivery: fuse in a Debian package: the baseline's library has all flavors inside, and symbols, shlibs, dependencies, debug information and
# the trigger are the baseline's. The tests run with it. What goes around it ends the build.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need autoconf cmake meson ninja dwz readelf gdb
. "$TOP/tests/debhelper/packages.sh"
grep -q avx2 /proc/cpuinfo || skip_all 'this CPU does not run x86-64-v3'
file=$libdir/libfoo.so.10.0.0

# says NAME [VARIABLE=VALUE]: what the packaged program prints with the packaged library.
says() {
    from=$1
    shift
    env "$@" LD_LIBRARY_PATH="$from.libfoo10/$libdir" "$from.libfoo-dev/usr/bin/foo-info"
}

for system in autoconf cmake meson make; do
    package "$system" "$system"
    printf 'Delivery: fuse\n' >"$system/foo/debian/hwflavors"
    build_both "$system"
    is "$status $(files "$system" libfoo10)" "0 $(files "$system.without" libfoo10)" "$system: the package has the baseline's files and no other"
    unpack "$system" libfoo10
    unpack "$system" libfoo-dev
    unpack "$system.without" libfoo10
    like "$(readelf -SW "$system.libfoo10/$file")" note.hwflavor.fused "$system: the library is fused"
    is "$(says "$system") $(says "$system" HWFLAVOR_DISABLE=x86-64-v3) $(says "$system" HWFLAVOR_DISABLE=x86-64-v3,x86-64-v2)" \
        'libfoo: x86-64-v3 libfoo: x86-64-v2 libfoo: baseline' "$system: which chooses among all flavors"
    for control in shlibs triggers symbols; do
        is "$(cat "$system.libfoo10/DEBIAN/$control" 2>/dev/null)" "$(cat "$system.without.libfoo10/DEBIAN/$control" 2>/dev/null)" "$system: $control are the baseline's"
    done
    is "$(dpkg-deb -f "$system"/libfoo10_*.deb Depends)" "$(dpkg-deb -f "$system.without"/libfoo10_*.deb Depends)" "$system: so is Depends"
    [ "$system" = make ] || is "$(sed -n 's/^hwflavor: \([a-z0-9-]*\): test \(done\|FAILED\).*/\1 \2/p' log | sort | tr '\n' ' ')" \
        'baseline done x86-64-v2 done x86-64-v3 done ' "$system: each flavor is tested"
    [ "$system" = make ] || is "$(grep -c '^+ cp .*/fused/root/.*libfoo\.so\.10\.0\.0 ' log)" 3 "$system: with the fused library in its tree"
done

# Debug information: of the file that is there, and of the flavor that runs.
unpack autoconf libfoo10-dbgsym
id=$(readelf -n "autoconf.libfoo10/$file" | sed -n 's/.*Build ID: //p')
rest=${id#??}
ok 'its debug information is in libfoo10-dbgsym' test -s "autoconf.libfoo10-dbgsym/usr/lib/debug/.build-id/${id%"$rest"}/$rest.debug"
run env LD_LIBRARY_PATH="autoconf.libfoo10/$libdir" gdb -q -batch -iex "set debug-file-directory $TMP/autoconf.libfoo10-dbgsym/usr/lib/debug" \
    -ex 'set breakpoint pending on' -ex 'break foo_flavor' -ex run -ex continue -ex bt autoconf.libfoo-dev/usr/bin/foo-info </dev/null
like "$(cat stdout)" 'foo_flavor \(\) at .*foo\.c:[0-9]' 'with which gdb shows the line of a function of the library'

# Twice from the same source, the second time with other jobs: the same packages.
cp -a autoconf/libfoo10_*.deb first.deb
(cd autoconf/foo && debian/rules clean) >clean.log 2>&1
is "$(find autoconf/foo/debian -name .debhelper)" '' 'clean leaves nothing'
DEB_BUILD_OPTIONS=parallel=4 build autoconf
ok 'built once more it is the same' cmp first.deb autoconf/libfoo10_*.deb

# Around it.
(cd autoconf/foo && debian/rules clean) >clean.log 2>&1
for name in lost other each; do
    mkdir "$name"
    cp -a autoconf/foo "$name/foo"
done
export DEB_BUILD_OPTIONS='parallel=2 nocheck terse'
printf '\nexecute_after_dh_strip:\n\tcp debian/.debhelper/hwflavor/baseline/root/%s debian/libfoo10/%s\n' "$file" "$file" >>lost/foo/debian/rules
expected=2 build lost
like "$(cat log)" "^dh_hwflavor: error: hwflavor: .*$file was put there, and something took it away" 'a fused library that is replaced ends the build'
printf '\nexecute_after_dh_auto_install:\n\tgcc -shared -fPIC -O1 -g -Wl,-soname,libfoo.so.10 -o debian/tmp/%s foo.c\n' "$file" >>other/foo/debian/rules
expected=2 build other
like "$(cat log)" '^hwflavor: .*libfoo.so.10.0.0: has other code than the same source built once more' 'a baseline that is built in another way than the flavors ends it'
sed -i 's/^Delivery.*/&\n\nFlavor: x86-64-v3\nPackage: libfoo10-v3/' each/foo/debian/hwflavors
expected=2 build each
like "$(cat log)" 'flavor x86-64-v3 has a Package of its own, and Delivery: fuse puts it inside the library' 'a package of its own has no place'
