# shellcheck shell=sh
# Small Debian packages, built with the add-on of this source. Sourced after sources.sh.
#
# As on a build daemon: no home, the C locale, and nothing of ours in the environment.

need dpkg-buildpackage dh gcc make
PROGRAM=$HWFLAVOR
unset HWFLAVOR
mkdir -p perl5/Debian/Debhelper bin
ln -s "$TOP/scripts/debhelper/Sequence" perl5/Debian/Debhelper/Sequence
ln -s "$PROGRAM" bin/hwflavor
ln -s "$TOP/scripts/debhelper/dh_hwflavor" bin/dh_hwflavor
export PERL5LIB="$TMP/perl5" PATH="$TMP/bin:$PATH" HOME=/nonexistent LC_ALL=C DEB_BUILD_OPTIONS=parallel=2
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
libdir=usr/lib/$triplet

# package SYSTEM NAME: NAME/foo, the twin of a build system (see sources.sh) with a debian/ of its own: libfoo10, and nothing in rules but dh.
package() {
    mkdir -p "$2"
    twin "$1" "$2/foo"
    mkdir -p "$2/foo/debian/source"
    (
        cd "$2/foo" || exit
        for makefile in Makefile Makefile.in; do
            [ ! -e "$makefile" ] || sed -i -e 's|^PREFIX = /usr/local|PREFIX = /usr|' -e "s|^LIBDIR = .*|LIBDIR = \$(PREFIX)/lib/$triplet|" "$makefile"
        done
        echo '3.0 (native)' >debian/source/format
        printf 'foo (10) unstable; urgency=low\n\n  * Test.\n\n -- A <a@localhost>  Mon, 30 Nov 2026 12:00:00 +0000\n' >debian/changelog
        cat >debian/control <<END
Source: foo
Maintainer: A <a@localhost>
Section: libs
Priority: optional
Build-Depends: debhelper-compat (= ${compat:-13}), dh-sequence-hwflavor
Standards-Version: 4.6.2
Rules-Requires-Root: no

Package: libfoo10
Architecture: any
Multi-Arch: same
Depends: \${shlibs:Depends}, \${misc:Depends}
Description: test
 Test.

Package: libfoo-dev
Architecture: any
Depends: libfoo10 (= \${binary:Version}), \${misc:Depends}
Description: test
 Test.
END
        printf 'usr/lib/*/libfoo.so.*\n' >debian/libfoo10.install
        printf 'usr/include\nusr/bin\nusr/lib/*/libfoo.so\n' >debian/libfoo-dev.install
        printf '#!/usr/bin/make -f\n%%:\n\tdh $@ %s\n' "${3-}" >debian/rules
        chmod +x debian/rules
    )
}

# rules NAME <<...: more of debian/rules.
rules() {
    cat >>"$1/foo/debian/rules"
}

# build NAME [OPTION...]: dpkg-buildpackage in NAME/foo; leaves $status and $TMP/log. A failure is for the test to judge.
build() {
    build_name=$1
    shift
    status=0
    (cd "$build_name/foo" && dpkg-buildpackage -us -uc -d "${@:--b}" </dev/null) >log 2>&1 || status=$?
    [ "$status" = "${expected:-0}" ] || diag "dpkg-buildpackage in $build_name: exit status $status
$(tail -n 60 log)"
}

# files NAME PACKAGE: what is in the package that was built.
files() {
    dpkg-deb -c "$1/$2"_*.deb | awk '$6 !~ /\/$/ { print $1, substr($6, 2), $7, $8 }' | sed 's/ *$//'
}

# unpack NAME PACKAGE: into NAME.PACKAGE.
unpack() {
    rm -rf "$1.$2"
    dpkg-deb -R "$1/$2"_*.deb "$1.$2"
}

# copies NAME PACKAGE: the folders of the copies in a package.
copies() {
    dpkg-deb -c "$1/$2"_*.deb | sed -n 's|.*\./\(.*/glibc-hwcaps/.*\.so[^ ]*\).*|\1|p' | sort
}

# both_copies: what copies prints where a twin has all that it should.
both_copies() {
    for flavor in x86-64-v2 x86-64-v3; do
        printf '%s\n' "$libdir/glibc-hwcaps/$flavor/libfoo.so.10 -> libfoo.so.10.0.0" "$libdir/glibc-hwcaps/$flavor/libfoo.so.10.0.0"
    done
}

# said PATTERN: the lines of the log that hwflavor wrote and that match.
said() {
    grep -E -e "$1" log || :
}

# build_both NAME: without hwflavor, left in NAME.without, and then with it. In one folder, whose name may reach what is built.
build_both() {
    cp -a "$1" "$1.source"
    DEB_BUILD_OPTIONS="$DEB_BUILD_OPTIONS nohwflavor" build "$1"
    cp log log.without
    mv "$1" "$1.without"
    mv "$1.source" "$1"
    build "$1"
}

# same_baseline NAME PACKAGE CHECK: but for the copies, the package is that of the build in NAME.without.
sums() {
    (
        cd "$1" || exit
        find . -type f ! -path '*/glibc-hwcaps/*' ! -path './DEBIAN/*' -exec cksum {} +
        find . -type l ! -path '*/glibc-hwcaps/*' -printf '%p -> %l\n'
    ) | sort
}

same_baseline() {
    unpack "$1" "$2"
    unpack "$1.without" "$2"
    sums "$1.$2" >with.sums
    sums "$1.without.$2" >without.sums
    is_file with.sums without.sums "$3"
}
