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
hwflavor_refuses 'flags of single files, which debhelper would lose' debhelper prepare --system makefile --source foo --build-dir b --arch amd64 <<'EOF2'
hwflavor: $TMP/foo/hwflavors:3: debhelper's dh_auto_* compile without the flags of Files paragraphs; build with 'hwflavor build', or remove it
EOF2
sed -i 's/^Cflags/Architectures: armhf\n&/' foo/hwflavors
ok 'those of another architecture are none of its' "$HWFLAVOR" debhelper prepare --system makefile --source foo --build-dir c --arch amd64
