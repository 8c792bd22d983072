#!/bin/sh
# SPDX-License-Identifier: MIT
# hwflavor debhelper, which the add-on calls: its own mistakes are one line.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"

twin make foo
hwflavor_refuses 'a step that is none' debhelper instal --system makefile <<'EOF2'
hwflavor: debhelper has no step instal; did you mean install?
EOF2
hwflavor_refuses 'no build system' debhelper build --source foo <<'EOF2'
hwflavor: debhelper build needs --system NAME, as dh_auto_build --list has it
EOF2
hwflavor_refuses 'gather without a place' debhelper gather --system makefile --source foo --build-dir b <<'EOF2'
hwflavor: gather needs --destdir DIR, the package's tree
EOF2
hwflavor_refuses "an argument for this machine's CPU" debhelper configure --system autoconf --source foo -- -- CFLAGS=-march=native <<'EOF2'
hwflavor: CFLAGS=-march=native: would build for this machine's CPU only; name the CPU instead
EOF2
hwflavor debhelper prepare --system makefile --source foo --build-dir b --arch arm64
is "$status $(cat stderr)" '0 hwflavor: no flavor is built for arm64: the package is built as without hwflavor' 'an architecture without flavors is said in one line'
ok 'and nothing is made' test ! -e b

printf 'Build-System: make\n\nFiles: foo.c\nCflags: -O3\n' >foo/hwflavors
hwflavor debhelper prepare --system makefile --source foo --build-dir e --arch amd64
is "$status $(cat e/baseline/paragraphs)" "0 files $TMP/foo/hwflavors:3
pattern foo.c
cflags -O3" 'flags of single files are for the baseline too, which debhelper builds'
is "$(readlink e/baseline/compilers/gcc | sed 's|.*/||')" hwflavor-cc 'in front of its compiler'
sed -i 's/-O3/-fno-such-flag/' foo/hwflavors
expected=2 hwflavor debhelper prepare --system makefile --source foo --build-dir f --arch amd64
like "$(cat stderr)" '^hwflavor: .*/foo/hwflavors:3: the compiler does not take -fno-such-flag for foo.c: .*; write it as Cflags-If-Supported$' \
    'a flag that its compiler does not take ends it'
sed -i 's/^Cflags/Architectures: armhf\n&/' foo/hwflavors
ok 'those of another architecture are none of its' "$HWFLAVOR" debhelper prepare --system makefile --source foo --build-dir c --arch amd64
