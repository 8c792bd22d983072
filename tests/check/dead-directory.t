#!/bin/sh
# SPDX-License-Identifier: MIT
# dead-directory: the loader of the target never searches there.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

baseline
copy
finds 'glibc 2.36 searches x86-64-v3'
hwflavor_is 'glibc 2.31 does not' 1 check --glibc 2.31 root <<END
E: dead-directory: /$V3/libfoo.so.1.0: glibc before 2.33 does not search glibc-hwcaps/x86-64-v3 on amd64, and the target has 2.31; install it in a directory of hwflavor list, or leave it out
END
mv "root/$V3" "root/$LIBDIR/glibc-hwcaps/haswell"
finds 'none searches glibc-hwcaps/haswell' \
    "E: dead-directory: /$LIBDIR/glibc-hwcaps/haswell/libfoo.so.1.0: no glibc searches glibc-hwcaps/haswell on amd64, and the target has 2.36; install it in a directory of hwflavor list, or leave it out"
mv "root/$LIBDIR/glibc-hwcaps/haswell" "root/$LIBDIR/haswell"
rmdir "root/$LIBDIR/glibc-hwcaps"
hwflavor_is 'haswell itself was searched of old' 0 check --glibc 2.36 root </dev/null
hwflavor_is 'and is no more' 1 check --glibc 2.37 root <<END
E: dead-directory: /$LIBDIR/haswell/libfoo.so.1.0: glibc 2.37 and later never search haswell on amd64, and the target has 2.37; install it in a directory of hwflavor list, or leave it out
END
# Directories of old that every CPU searched: what lies there is found before the baseline.
for directory in tls x86_64 tls/x86_64; do
    rm -rf "root/$LIBDIR/haswell" "root/$LIBDIR/tls" "root/$LIBDIR/x86_64"
    V3=$LIBDIR/$directory
    copy
    run "$HWFLAVOR" check --glibc 2.36 root
    is "$(sed -n 's/^E: \([^:]*: [^:]*\): .*/\1/p' stdout | sort -u)" "isa-beyond-baseline: /$V3/libfoo.so.1.0
isa-marker-above: /$V3/libfoo.so.1.0" "$directory: every CPU of 2.36 runs it"
    run "$HWFLAVOR" check --glibc 2.37 root
    is "$(cut -d: -f1,2 stdout)" 'E: dead-directory' "$directory: none of 2.37 does"
    library "root/$V3/libfoo.so.1.0" -O2 -fno-tree-vectorize
    hwflavor_is "$directory: code of the baseline is fine" 0 check --glibc 2.36 root </dev/null
    rm -r "root/${V3:?}"
done
rm -rf "root/$LIBDIR/tls"
# Plugins that are called like a directory of old, with none above, are what they are.
mkdir -p "root/$LIBDIR/foo/tls"
library "root/$LIBDIR/foo/tls/libplugin.so" -Wl,-soname,libplugin.so
finds 'a folder of that name without a baseline above is a plain one'

cross=arm-linux-gnueabihf-gcc
if command -v $cross >/dev/null; then
    rm -r root
    LIBDIR=usr/lib/arm-linux-gnueabihf CC=$cross
    mkdir -p "root/$LIBDIR/neon/vfp"
    baseline
    library "root/$LIBDIR/neon/vfp/libfoo.so.1.0" -mfpu=neon
    ln -s libfoo.so.1.0 "root/$LIBDIR/neon/vfp/libfoo.so.1"
    finds 'armhf: 2.36 searches neon/vfp'
    hwflavor_is 'armhf: 2.37 does not' 1 check --glibc 2.37 root <<END
E: dead-directory: /$LIBDIR/neon/vfp/libfoo.so.1.0: glibc 2.37 and later never search neon/vfp on armhf, and the target has 2.37; install it in a directory of hwflavor list, or leave it out
END
    mkdir "root/$LIBDIR/vfp"
    mv "root/$LIBDIR/neon/vfp" "root/$LIBDIR/vfp/neon"
    finds 'armhf: vfp/neon was never searched' \
        "E: dead-directory: /$LIBDIR/vfp/neon/libfoo.so.1.0: no glibc searches vfp/neon on armhf (before 2.37 the parts of such a directory have one order), and the target has 2.36; install it in a directory of hwflavor list, or leave it out"
else
    skip 'armhf' "$cross is not installed"
fi
