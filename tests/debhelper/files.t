#!/bin/sh
# SPDX-License-Identifier: MIT
# Files paragraphs in a Debian package: with each build system the flags reach the file that is meant, in the flavors and the baseline that are
# meant, and no other; a pattern without a file ends the build.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need autoconf cmake meson ninja ccache
. "$TOP/tests/debhelper/packages.sh"
export DEB_BUILD_OPTIONS='parallel=2 nocheck terse'

# flags FOLDER SOURCE: which of the flags that are tried the object of SOURCE has, of all that lie below FOLDER but not below debian.
flags() {
    find "$1" -path "$1/debian" -prune -o -type f \( -name '*.o' -o -name 'libfoo.so*' \) -print | while read -r object; do
        readelf --debug-dump=info "$object" 2>/dev/null |
            awk -v source="$2" '/DW_AT_producer/ { p = $0 } /DW_AT_name/ && $NF ~ "(^|/)" source "$" && p { print p; p = "" }'
    done | grep -o -e '-fno-ivopts\|-fno-gcse' | sort -u | tr '\n' ' '
}

paragraphs() {
    printf 'Files: foo.c\nFlavors: x86-64-v3\nCflags: -fno-gcse\n\nFiles: foo.c\nFlavors: baseline\nCflags-If-Supported: -fno-ivopts -fno-such-flag\n'
}

# judge NAME
judge() {
    flavors=$1/foo/debian/.debhelper/hwflavor
    is "$status $(copies "$1" libfoo10 | wc -l)" '0 4' "$1: the package has its copies"
    is "$(flags "$flavors/x86-64-v3/tree" foo.c)" '-fno-gcse ' "$1: the flavor's file has its flag"
    is "$(flags "$flavors/x86-64-v2/tree" foo.c)" '' "$1: that of another flavor has none"
    is "$(flags "$1/foo" foo.c)" '-fno-ivopts ' "$1: the baseline's has the baseline's"
    is "$(flags "$1/foo" foo-info.c)" '' "$1: another file has none"
    like "$(cat log)" 'baseline: .*hwflavors:[0-9]*: the compiler does not take -fno-such-flag: foo.c is compiled without it' \
        "$1: what the compiler does not take is said"
}

# try_system NAME SYSTEM [DH-OPTION]
try_system() {
    package "$2" "$1" "${3-}"
    # A makefile that has no -g of its own: the flags are read from debug information.
    [ "$2" != make ] || sed -i 's/^CFLAGS = -O2/CFLAGS = -g -O2/' "$1/foo/Makefile"
    rm -rf source
    cp -a "$1/foo" source
    paragraphs >"$1/foo/debian/hwflavors"
    build "$1"
    judge "$1"
}

try_system autoconf autoconf
try_system cmake cmake
try_system cmake-ninja cmake --buildsystem=cmake+ninja
try_system meson meson
try_system makefile make --buildsystem=makefile

# debian/rules without dh.
package autoconf classic
paragraphs >classic/foo/debian/hwflavors
cat >classic/foo/debian/rules <<END
#!/usr/bin/make -f
DPKG_EXPORT_BUILDFLAGS = 1
include /usr/share/dpkg/buildflags.mk
include $TOP/scripts/hwflavor-rules.mk
build: build-stamp hwflavor-build
build-stamp:
	autoconf
	./configure --prefix=/usr --libdir=/usr/lib/$triplet \$(HWFLAVOR_CONFIGURE)
	\$(MAKE)
	touch \$@
build-arch: build
build-indep:
clean:
	rm -f build-stamp
	dh_clean
install: build
	dh_prep
	\$(MAKE) install DESTDIR=\$(CURDIR)/debian/tmp
	dh_install
binary-arch: build install
	dh_hwflavor
	dh_strip
	dh_makeshlibs
	dh_hwflavor --check
	dh_shlibdeps
	dh_installdeb
	dh_gencontrol
	dh_md5sums
	dh_builddeb
binary: binary-arch
END
build classic
judge classic

# A pattern that nothing matches, for the flavors and for the baseline.
for flavor in x86-64-v2 baseline; do
    cp -a source "$flavor.foo"
    mkdir "slip-$flavor"
    mv "$flavor.foo" "slip-$flavor/foo"
    printf 'Files: foo.c no-such.c\nFlavors: %s\nCflags: -fno-gcse\n' "$flavor" >"slip-$flavor/foo/debian/hwflavors"
    expected=2 build "slip-$flavor"
    is "$status" 2 "a pattern without a file ends the build ($flavor)"
    like "$(cat log)" 'hwflavors:1: Files: no-such.c matches no file that was compiled; correct the pattern, or take it out' "and is named ($flavor)"
done

# One file on one architecture: no flavor is built, and the baseline has the flag.
mkdir none
cp -a source none/foo
printf 'Flavors: armv7-neon\n\nFiles: foo.c\nArchitectures: %s\nCflags: -fno-gcse\n' "$(dpkg-architecture -qDEB_HOST_ARCH)" >none/foo/debian/hwflavors
build none
is "$status $(copies none libfoo10 | wc -l) $(flags none/foo foo.c)" '0 0 -fno-gcse ' 'a package without flavors has its file tuned'

# Under ccache, with other flags than the time before.
export CCACHE_DIR="$TMP/cache"
for flag in -fno-gcse -fno-ivopts -fno-gcse; do
    rm -rf cached
    mkdir cached
    cp -a source cached/foo
    printf 'Files: foo.c\nCflags: %s\n' "$flag" >cached/foo/debian/hwflavors
    PATH=/usr/lib/ccache:$PATH build cached
    is "$status $(flags cached/foo foo.c)" "0 $flag " "ccache: $flag"
done

# The record is obeyed here as everywhere.
mkdir record
cp -a source record/foo
cat >record/foo/debian/hwflavors.bench <<'END'
{"package-version":"10","architecture":"amd64","flavor":"x86-64-v3","variant":null,"benchmark":"cpu","metric":"cpu","verdict":"loss","ratio":0.8,"low":0.79,"high":0.81,"rounds":10,"threshold":0.03,"cpu":"A CPU","features":["sse2"],"compiler":"gcc","loader":"glibc 2.36","date":"2026-11-30"}
END
build record
is "$status $(copies record libfoo10 | grep -c x86-64-v2) $(copies record libfoo10 | grep -c x86-64-v3 || :)" '0 2 0' \
    'a flavor that is recorded as a loss is not in the package'
is "$(said '^hwflavor: x86-64-v3: not built' | wc -l)" 1 'in one line'
like "$(said '^hwflavor: x86-64-v3: not built')" 'Keep: yes builds it all the same' 'with the reason'
printf 'Flavor: x86-64-v3\nKeep: yes\n' >record/foo/debian/hwflavors
rm -f record/*.deb
build record
is "$status $(copies record libfoo10 | grep -c x86-64-v3)" '0 2' 'unless the package keeps it'
