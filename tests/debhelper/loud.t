#!/bin/sh
# SPDX-License-Identifier: MIT
# What fails in silence by hand is impossible, or ends the build with what to do. The numbers are those of the guide, doc/debian.md.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need autoconf
. "$TOP/tests/debhelper/packages.sh"
export DEB_BUILD_OPTIONS='parallel=2 nocheck terse'

package autoconf base
for name in maint symbols identical own-configure own-build own-install lost dead each 'bla nk'; do
    mkdir "$name"
    cp -a base/foo "$name/foo"
done

# 1: flags in DEB_CFLAGS_MAINT_APPEND within an override come too late: the build would be a baseline once more.
rules maint <<'END'

override_dh_auto_configure:
	DEB_CFLAGS_MAINT_APPEND=-fno-such-flag dh_auto_configure
END
build maint
is "$status $(copies maint libfoo10)" "0 $(both_copies)" '1: the flavor flags do not depend on DEB_CFLAGS_MAINT_APPEND'

# 2: dpkg-gensymbols takes the union of all copies.
sed -i '1i #ifndef __AVX2__\nint foo_lost(void); int foo_lost(void) { return 1; }\n#endif' symbols/foo/foo.c
expected=2 build symbols
like "$(cat log)" "^E: exports-missing: .*x86-64-v3/libfoo.so.10.0.0: lacks the baseline's foo_lost" '2: a flavor without a symbol of the baseline ends the build'
like "$(cat log)" '^dh_hwflavor: error: hwflavor: the checks find errors, and nothing is put into the packages' '2: and it says so'
ok '2: nothing of a flavor is in the package then' test ! -e "symbols/foo/debian/libfoo10/$libdir/glibc-hwcaps"

# 3: a flavor that installs into the same destination would overwrite the baseline's programs.
is "$(find maint/foo/debian/libfoo10 maint/foo/debian/libfoo-dev -path '*glibc-hwcaps/*' ! -name 'libfoo.so.10*' -type f | wc -l)" 0 \
    '3: only the libraries go into the directories of flavors'

# 4: copies that are the baseline once more.
sed -i 's/ \$(CFLAGS)/ -O2 -fPIC/' identical/foo/Makefile.in
expected=2 build identical
like "$(cat log)" 'no copy of /usr/lib/.*: has the same code and data as the baseline' '4: a copy like the baseline is left out, and said'
like "$(cat log)" '^dh_hwflavor: error: hwflavor: no package got a copy: ' '4: no copy at all ends the build'

# 7: rules that go around dh_auto_*.
printf '\noverride_dh_auto_configure:\n\t./configure --prefix=/usr\n' >>own-configure/foo/debian/rules
expected=2 build own-configure
like "$(cat log)" 'error: hwflavor: the source is configured already \(config.status is there\); let debian/rules configure it with dh_auto_configure' \
    '7: a configure by hand ends the build, and the message says what to call'
printf '\noverride_dh_auto_build:\n\t$(MAKE)\n' >>own-build/foo/debian/rules
expected=2 build own-build
like "$(cat log)" '^dh_hwflavor: error: hwflavor: dh_auto_build was not run, so the flavors are without that step; let debian/rules call it' \
    '7: a make by hand ends it'
printf '\noverride_dh_auto_install:\n\t$(MAKE) install DESTDIR=$(CURDIR)/debian/tmp\n' >>own-install/foo/debian/rules
expected=2 build own-install
like "$(cat log)" '^dh_hwflavor: error: hwflavor: dh_auto_install was not run' '7: an install by hand ends it'

# Something that takes a copy away after dh_hwflavor.
printf '\nexecute_after_dh_strip:\n\trm debian/libfoo10/usr/lib/*/glibc-hwcaps/x86-64-v3/libfoo.so.10.0.0\n' >>lost/foo/debian/rules
expected=2 build lost
like "$(cat log)" '^dh_hwflavor: error: hwflavor: .*x86-64-v3/libfoo.so.10.0.0 was put there, and something took it away' 'a copy that is lost ends the build'

# A second call for other packages, which would do nothing.
printf '\noverride_dh_hwflavor:\n\tdh_hwflavor -plibfoo10\n\tdh_hwflavor -plibfoo-dev\n' >>each/foo/debian/rules
expected=2 build each
like "$(cat log)" '^dh_hwflavor: error: hwflavor: dh_hwflavor has been run before without libfoo-dev; let debian/rules call it once' \
    'a call for each package ends the build'

# A folder whose name make and configure would read as two.
expected=2 build 'bla nk'
like "$(cat log)" '^hwflavor: .*/bla nk/foo: a path with a space does not survive make and configure; give --source without it' 'a blank in the path ends the build'

# A directory that the release's loader never searches.
printf 'Flavor: x86-64-v3\nLoader: glibc (<< 2.30)\n' >dead/foo/debian/hwflavors
build dead
is "$status $(copies dead libfoo10 | grep -c x86-64-v2) $(copies dead libfoo10 | grep -c x86-64-v3)" '0 2 0' \
    'a flavor that no loader of the release searches is not built'
is "$(said 'x86-64-v3')" 'hwflavor: x86-64-v3: not built: glibc 2.30 and later never search glibc-hwcaps/x86-64-v3 on amd64' 'and one line says so'
