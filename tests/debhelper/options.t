#!/bin/sh
# SPDX-License-Identifier: MIT
# What DEB_BUILD_OPTIONS and dpkg-buildpackage's options mean for a package, they mean for its flavors.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need autoconf
. "$TOP/tests/debhelper/packages.sh"

package autoconf base
# Something to count: ten files that take a moment each, compiled by a compiler that notes how many of it run.
cat >counting-cc <<END
#!/bin/sh
case "\$*" in
*part[0-9].c*)
    touch "$TMP/running/\$\$"
    ls "$TMP/running" | wc -l >>"$TMP/counts"
    sleep 0.2
    gcc "\$@"
    status=\$?
    rm "$TMP/running/\$\$"
    exit \$status
    ;;
esac
exec gcc "\$@"
END
chmod +x counting-cc
mkdir running
for n in 1 2 3 4 5 6; do
    echo "int part$n(void); int part$n(void) { return $n; }" >base/foo/part$n.c
done
sed -i 's/^all:/all: part1.o part2.o part3.o part4.o part5.o part6.o/' base/foo/Makefile.in
printf 'part%%.o: @srcdir@/part%%.c\n\t$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<\n' >>base/foo/Makefile.in
cat >>base/foo/debian/control <<'END'

Package: foo-doc
Architecture: all
Depends: ${misc:Depends}
Description: test
 Test.
END
for name in jobs quiet indep arch; do
    mkdir "$name"
    cp -a base/foo "$name/foo"
done

printf '\nexport CC = %s/counting-cc\n' "$TMP" >>jobs/foo/debian/rules
DEB_BUILD_OPTIONS='parallel=3 noopt' build jobs
is "$status $(wc -l <counts)" '0 18' 'parallel=3: the baseline and two flavors are built'
is "$(sort -n counts | tail -n 1)" 3 'parallel=3 is three jobs over all flavors'
unlike "$(cat log)" 'jobserver' 'no make complains of the jobserver'
like "$(cat log)" '^/.*counting-cc .* -O0 .*-march=x86-64-v3' 'noopt: flavors are not optimised either'
(cd jobs/foo && debian/rules clean) >log 2>&1
is "$(find jobs/foo -name 'x86-64-v*')" '' 'clean leaves nothing'

DEB_BUILD_OPTIONS='parallel=2 nocheck terse' build quiet
is "$(said '^hwflavor: .*test ')" '' 'nocheck: no flavor is tested, and nothing is said'
unlike "$(cat log)" 'march=x86-64-v' 'terse: no command is shown'
is "$(said '^hwflavor: x86-64-v3: build' | sed 's| [0-9]* s$| T s|')" 'hwflavor: x86-64-v3: build ...
hwflavor: x86-64-v3: build done after T s' 'but a line where a step starts and ends'

build indep -A
is "$status $(find indep/foo/debian/.debhelper -maxdepth 1 -name hwflavor | wc -l) $(said hwflavor: | wc -l)" '0 0 0' '-A: nothing is done'
DEB_BUILD_PROFILES='nocheck pkg.foo.other' build arch -B
is "$status $(copies arch libfoo10) $(said ': test ')" "0 $(both_copies) " '-B, and nocheck as a profile'
sed -i -e 's/, dh-sequence-hwflavor//' -e '/^Build-Depends/a Build-Depends-Arch: dh-sequence-hwflavor' arch/foo/debian/control
(cd arch/foo && debian/rules clean) >log 2>&1
rm -f arch/*.deb
# The makefile's clean leaves those.
expected=2 build arch
like "$(cat log)" 'error: hwflavor: the source is built already \(part[1-6]\.o is there\); clean it first' 'objects of an earlier build would go into the flavors, and end the build'
rm arch/foo/part*.o
DEB_BUILD_OPTIONS='parallel=2 nocheck' build arch
is "$status $(copies arch libfoo10)" "0 $(both_copies)" 'the word may stand in Build-Depends-Arch'
