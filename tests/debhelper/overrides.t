#!/bin/sh
# SPDX-License-Identifier: MIT
# What debian/rules does in overrides and hooks, it does for the flavors: arguments, flags, folders named by absolute path, a build system
# named there, files generated between two commands.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need autoconf cmake
. "$TOP/tests/debhelper/packages.sh"
export DEB_BUILD_OPTIONS='parallel=2 nocheck'

package autoconf args
rules args <<'END'

override_dh_auto_configure:
	dh_auto_configure --builddirectory=$(CURDIR)/obj -- CFLAGS="$(CFLAGS) -DEXTRA=7" --enable-x

execute_before_dh_auto_build:
	cp -p debian/extra.h extra.h

override_dh_auto_build:
	echo '# patched' >>obj/Makefile
	dh_auto_build --builddirectory=$(CURDIR)/obj
	sed -i 's/GENERATED 1/GENERATED 2/' extra.h
	dh_auto_build --builddirectory=$(CURDIR)/obj

override_dh_auto_install:
	dh_auto_install --builddirectory=$(CURDIR)/obj --destdir=$(CURDIR)/debian/tmp -- V=1
END
sed -i '1i #include "extra.h"\nint foo_extra(void); int foo_extra(void) { return EXTRA + GENERATED; }' args/foo/foo.c
echo '#define GENERATED 1' >args/foo/debian/extra.h
touch -d 2020-01-01 args/foo/debian/extra.h
build args
is "$status $(copies args libfoo10)" "0 $(both_copies)" 'arguments and an absolute build folder reach the flavors, and so does a file that is generated'
like "$(cat log)" '^gcc.* -DEXTRA=7 -march=x86-64-v3 .*foo\.c' 'flags given as an argument stay, and the flavor has its own after them'
like "$(cat log)" 'configure.*--enable-x .*--cache-file' "the override's argument comes before the flavor's"
like "$(cat log)" 'warning: hwflavor: obj/Makefile was changed after dh_auto_configure made it' 'what debian/rules changes of configure.s work is said'
is "$(cat args/foo/debian/.debhelper/hwflavor/x86-64-v3/tree/extra.h)" '#define GENERATED 2' 'and once more when it is generated anew'
ok 'nothing of a flavor is built in the source itself' test ! -e args/foo/obj.x86-64-v3

package cmake named
rules named <<'END'

override_dh_auto_configure:
	dh_auto_configure --buildsystem=cmake -- -DCMAKE_C_FLAGS="$(CFLAGS) -DNAMED"

override_dh_auto_build:
	dh_auto_build --buildsystem=cmake

override_dh_auto_install:
	dh_auto_install --buildsystem=cmake
END
printf 'all:\n\tfalse\n' >named/foo/Makefile
build named
is "$status $(copies named libfoo10)" "0 $(both_copies)" 'a build system that an override names builds the flavors too'
like "$(cat log)" ' -DNAMED -march=x86-64-v2 ' "and -DCMAKE_C_FLAGS does not take the place of the flavor's flags"

# Twice, in two folders, of which one is not for shared libraries and says so.
package autoconf twice
rules twice <<'END'

override_dh_auto_configure:
	dh_auto_configure --builddirectory=one
	HWFLAVOR=none dh_auto_configure --builddirectory=two

override_dh_auto_build:
	dh_auto_build --builddirectory=one
	HWFLAVOR=none dh_auto_build --builddirectory=two

override_dh_auto_install:
	HWFLAVOR=none dh_auto_install --builddirectory=two --destdir=debian/two
	dh_auto_install --builddirectory=one

execute_after_dh_auto_install:
	rm -r debian/two
END
build twice
is "$status $(copies twice libfoo10)" "0 $(both_copies)" 'of two builds, one has flavors'
ok 'the other is left alone' test ! -e twice/foo/debian/.debhelper/hwflavor/x86-64-v2/tree/two/foo.o
(cd twice/foo && fakeroot=no debian/rules clean) >log 2>&1
is "$(find twice/foo/debian -mindepth 1 -maxdepth 1 -printf '%f\n' | sort | tr '\n' ' ')" \
    'changelog control libfoo-dev.install libfoo10.install rules source ' 'dh clean leaves nothing'

# With one package dh_auto_install goes straight into it. Its library is moved afterwards.
package autoconf single
sed -i '/^Package: libfoo-dev/,$d' single/foo/debian/control
rm single/foo/debian/*.install
rules single <<'END'

execute_after_dh_auto_install:
	mv debian/libfoo10/usr/lib debian/libfoo10/
END
build single
is "$status $(copies single libfoo10)" "0 $(both_copies | sed "s|^usr/||")" 'a single package, whose library debian/rules moves, has its copies where the library is'
