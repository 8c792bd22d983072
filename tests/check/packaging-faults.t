#!/bin/sh
# SPDX-License-Identifier: MIT
# What packaging flavors by hand gets wrong in silence: each fault is made as people make it, passes the tools they use, and is found.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

need dpkg-gensymbols dpkg-buildflags make
cp -R "$TOP/tests/libfoo-make" source
unset MAKEFLAGS MFLAGS MAKELEVEL
OWN=usr/lib/x86_64-linux-gnu

# into FOLDER MAKE-ARG...: builds the library and installs it there.
into() {
    into_folder=$1
    shift
    make -s -C source clean all install "DESTDIR=$TMP/$into_folder" PREFIX=/usr LIBDIR=/$OWN "$@" >/dev/null
}

# deliver FOLDER: its library as the copy beside the baseline in root/.
deliver() {
    mkdir -p "root/$V3"
    cp -P "$1/$OWN"/libfoo.so.10* "root/$V3/"
}

# tags: what check finds in root/, without notes.
tags() {
    run "$HWFLAVOR" check root
    sed -n 's/^[EW]: \([a-z-]*\): \([^:]*\): .*/\1 \2/p' stdout
}

# 1: debhelper has exported CFLAGS before; what the maintainer appends for one command reaches nobody.
CFLAGS=$(dpkg-buildflags --get CFLAGS)
export CFLAGS
into root "CFLAGS=$CFLAGS -fPIC"
DEB_CFLAGS_MAINT_APPEND=-march=x86-64-v3 into flavor "CFLAGS=$CFLAGS -fPIC"
unset CFLAGS
deliver flavor
is "$(tags)" "isa-marker-missing /$V3/libfoo.so.10.0.0
identical-to-baseline /$V3/libfoo.so.10.0.0
flags-not-applied /$V3/libfoo.so.10.0.0" 'flags that never reached the compiler'

# 2: dpkg-gensymbols looks at the copies one after the other, and what the last one has is there.
printf '#ifndef __AVX2__\nint foo_old(void) { return 1; }\n#endif\n' >>source/foo.c
rm -r root
into root 'CFLAGS=-g -O2 -fPIC'
into flavor 'CFLAGS=-g -O2 -fPIC -march=x86-64-v3'
deliver flavor
mkdir debian
printf 'Source: foo\n\nPackage: libfoo10\nArchitecture: any\n' >debian/control
printf 'foo (1-1) unstable; urgency=low\n\n  * x\n\n -- N <n@example.org>  Thu, 01 Jan 2026 00:00:00 +0000\n' >debian/changelog
printf 'libfoo.so.10 libfoo10 #MINVER#\n foo_flavor@Base 1\n foo_old@Base 1\n' >debian/libfoo10.symbols
ok 'dpkg-gensymbols -c4 is content with a copy that lacks a symbol' \
    dpkg-gensymbols -c4 -plibfoo10 -Proot -O "-eroot/$V3/libfoo.so.10.0.0" "-eroot/$OWN/libfoo.so.10.0.0"
is "$(tags | grep export)" "exports-missing /$V3/libfoo.so.10.0.0" 'and check is not'

# 3: a flavor that is installed into the same destination with its own libdir.
rm -r root
cp "$TOP/tests/libfoo-make/foo.c" source/
into root 'CFLAGS=-g -O2 -fPIC'
into root 'CFLAGS=-g -O3 -fPIC -march=x86-64-v3' "LDFLAGS=-Wl,-rpath,/$V3" "LIBDIR=/$V3"
is "$(tags | grep -v isa-marker)" "runpath-into-hwcaps /usr/bin/foo-info
development-file /$V3/libfoo.so
runpath-into-hwcaps /$V3/libfoo.so.10.0.0" 'a flavor with its own libdir'

# 4: the same bits twice.
rm -r root
into root 'CFLAGS=-g -O2 -fPIC'
deliver root
is "$(tags | grep identical)" "identical-to-baseline /$V3/libfoo.so.10.0.0" 'bit-identical flavors'
