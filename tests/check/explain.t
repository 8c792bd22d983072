#!/bin/sh
# SPDX-License-Identifier: MIT
# --explain TAG has the long text of every finding.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

hwflavor_is 'one' 0 check --explain isa-marker-missing <<'END'
isa-marker-missing (warning)

An x86-64 copy has no ISA marker (GNU_PROPERTY_X86_ISA_1_NEEDED). Opened by its path,
or on a CPU whose features are switched off, it is loaded and dies later with SIGILL
where the loader could have refused it by name. -march= alone writes no marker.
Link the copy with -Wl,-z,x86-64-v3 (the flavor's Ldflags).
END
"$HWFLAVOR" check --explain all >texts
is "$(grep -c -E '^[a-z-]+ \((error|warning|note)\)$' texts)" 31 'all'
not_ok 'no line is wider than a terminal of 90 columns' grep -E '^.{91}' texts
hwflavor_refuses 'a tag that is none' check --explain soname-difers <<'END'
hwflavor: no finding is called soname-difers; did you mean soname-differs?
END
