#!/bin/sh
# SPDX-License-Identifier: MIT
# A debian/rules that calls configure and make itself: three lines and dh_hwflavor. Each flavor is built once, though build is made twice.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need autoconf
. "$TOP/tests/debhelper/packages.sh"

package autoconf classic
cat >classic/foo/debian/rules <<END
#!/usr/bin/make -f
DPKG_EXPORT_BUILDFLAGS = 1
include /usr/share/dpkg/buildflags.mk
include $TOP/scripts/hwflavor-rules.mk
confflags = --prefix=/usr --libdir=/usr/lib/$triplet
confflags += \$(HWFLAVOR_CONFIGURE)

configure-stamp:
	autoconf
	mkdir -p build
	cd build && ../configure \$(confflags) CFLAGS="\$(CFLAGS) -DCLASSIC"
	touch \$@

build: build-stamp
build-stamp: configure-stamp
	\$(MAKE) -C build
ifeq (,\$(findstring nocheck,\$(DEB_BUILD_OPTIONS)))
	\$(MAKE) -C build check
endif
	touch \$@
build: hwflavor-build
build-arch: build
build-indep:

clean:
	rm -rf build build-stamp configure-stamp
	dh_clean

install: build
	dh_prep
	\$(MAKE) -C build install DESTDIR=\$(CURDIR)/debian/tmp
	\$(if \$(findstring --disable-static,\$(HWFLAVOR_CONFIGURE)),,ar rc debian/tmp/$libdir/libfoo.a build/foo.o)
	dh_install
	dh_install -plibfoo-dev usr/lib/*/libfoo.a
ifneq (\$(HWFLAVOR),)
	echo "installs \$(HWFLAVOR)"
endif

binary-arch: build install
	dh_installchangelogs
	dh_hwflavor
	dh_strip
	dh_fixperms
	dh_makeshlibs
	dh_hwflavor --check
	dh_shlibdeps
	dh_installdeb
	dh_gencontrol
	dh_md5sums
	dh_builddeb
binary-indep:
binary: binary-arch
END
mkdir forgotten cleaned
cp -a classic/foo forgotten/foo
cp -a classic/foo cleaned/foo
build classic
is "$status $(copies classic libfoo10)" "0 $(both_copies)" 'both flavors are in the package'
like "$(cat log)" '^gcc .*-march=x86-64-v3 -DCLASSIC' 'with the flags of debian/rules and the flavor'
like "$(cat log)" '^libfoo: x86-64-v3$' 'tested by debian/rules'
is "$(said '^hwflavor: x86-64-v3: build done' | wc -l)" 1 'built once'
like "$(cat log)" '^installs x86-64-v3$' 'where HWFLAVOR is set'
is "$(files classic libfoo-dev | grep -c 'libfoo\.a$') $(said '^hwflavor: a flavor does without what dh_install misses$' | wc -l)" '1 2' \
    'a static library that only the baseline has does not stop its install'
(cd classic/foo && debian/rules clean) >log 2>&1
ok 'clean removes the copies' test ! -e classic/foo/debian/.debhelper
DEB_BUILD_OPTIONS='parallel=2 nohwflavor' build classic
is "$status $(copies classic libfoo10)" '0 ' 'nohwflavor builds without'

sed -i '/^build: hwflavor-build/d' forgotten/foo/debian/rules
expected=2 build forgotten
like "$(cat log)" '^dh_hwflavor: error: hwflavor: hwflavor-build was not made' 'a forgotten line ends the build'

sed -i 's/^\tdh_prep$/&\n\tdh_clean/' cleaned/foo/debian/rules
expected=2 build cleaned
like "$(cat log)" '^dh_hwflavor: error: hwflavor: the flavors are gone, since dh_clean has run' 'so does what takes the flavors away before they are gathered'
