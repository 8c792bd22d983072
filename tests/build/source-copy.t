#!/bin/sh
# SPDX-License-Identifier: MIT
# Source-Copy: yes builds a source that cannot be built outside of itself in a copy of it for each flavor, and leaves the source alone.
# A source that has been configured in place is refused.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc autoconf automake

twin autoconf source
# Cannot be built elsewhere: it looks for foo.h in the current folder only, and writes beside its sources.
sed -i -e '/^VPATH/d' -e 's/-I@srcdir@ //' -e 's|"\$(VPATH)/foo.h"|foo.h|' source/Makefile.in
sed -i 's/"foo.h"/<foo.h>/' source/foo.c source/foo-info.c
sed -i 's|^foo.o: .*|foo.o: foo.c foo.h|; s/\$(CPPFLAGS)/$(CPPFLAGS) -I./' source/Makefile.in
expected=1
hwflavor build --source source --build-dir build --flavors x86-64-v3 -j2
is "$status" 1 'without it, the build fails'
expected=0

echo 'Source-Copy: yes' >source/hwflavors
(cd source && find . -printf '%p %s %T@\n' | sort) >before
for build in build source/inside; do
    hwflavor install --source source --build-dir "$build" --destdir "$build.out" --flavors x86-64-v3 -j2
    is "$status" 0 "with it, it works ($build)"
    for flavor in baseline x86-64-v3; do
        is "$(cd "$build/$flavor/tree" && LD_LIBRARY_PATH=. ./foo-info)" "libfoo: $flavor" "$flavor says what it is ($build)"
    done
    ok "no build folder is copied into a tree ($build)" test ! -e "$build/baseline/tree/inside"
done
rm -rf source/inside source/inside.out
is "$(cd source && find . ! -path . -printf '%p %s %T@\n' | sort)" "$(grep -v '^\. ' before)" 'the source is as it was'
is "$(find build/x86-64-v3/tree -name foo.h -newer source/configure | wc -l)" 0 'times are kept'
ok 'the copies are the same wherever they were built' test -e build.out/usr/local/lib/glibc-hwcaps/x86-64-v3/libfoo.so.10

echo '#!/bin/sh' >source/config.status
hwflavor_refuses 'configured in place: refused, with or without a copy' build --source source --build-dir new <<'END'
hwflavor: $TMP/source: has been configured in place (config.status is there); run make distclean there first
END
rm source/hwflavors
hwflavor_refuses 'and without' build --source source --build-dir new <<'END'
hwflavor: $TMP/source: has been configured in place (config.status is there); run make distclean there first
END
ok 'and no build folder is made' test ! -e new
