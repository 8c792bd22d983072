#!/bin/sh
# SPDX-License-Identifier: MIT
# Allow lines of the hwflavors file: TAG PATTERN -- REASON. What they allow is no finding; what they do not meet is one.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

baseline
copy '-DMORE=int foo_fast(void) { return 1; }'
check_options='--file hwflavors'
allow() {
    printf 'Allow:\n' >hwflavors
    printf ' %s\n' "$@" >>hwflavors
}
extra="E: exports-extra: /$V3/libfoo.so.1.0: exports what the baseline does not: foo_fast; hide it, or add it to the baseline"
allow 'exports-extra libfoo.so.1.0 -- used by tests only'
finds 'by file name'
allow "exports-extra /$V3/* -- used by tests only"
finds 'by path'
allow 'exports-extra *:foo_f* -- used by tests only'
finds 'by symbol'
allow 'exports-extra libfoo.so.1.0 -- used by tests only' 'exports-extra *:foo_fast -- this one too' 'exports-extra *:foo_* -- and its kind'
finds 'of several that meet it none is unused'
allow 'exports-extra *:foo_f* -- used by tests only'
hwflavor_is 'as JSON the others remain' 0 check --file hwflavors --json root <<'END'
{
  "findings": []
}
END
allow 'exports-extra libfoo.so.1.0 -- used by tests only'
hwflavor_is 'as JSON it is there with its reason' 0 check --file hwflavors --json root <<END
{
  "findings": [
    {
      "tag": "exports-extra",
      "severity": "error",
      "file": "/$V3/libfoo.so.1.0",
      "text": "exports what the baseline does not: foo_fast; hide it, or add it to the baseline",
      "allowed": "used by tests only"
    }
  ]
}
END
allow 'exports-extra libbar.so.1 -- a mistake' 'exports-extra libfoo*:foo_slow -- gone'
finds 'what meets nothing is said' "$extra" \
    'W: unused-allowance: hwflavors:2: nothing matches "exports-extra libbar.so.1"; correct or remove it' \
    'W: unused-allowance: hwflavors:3: nothing matches "exports-extra libfoo*:foo_slow"; correct or remove it'
printf '# why\nAllow:\n# of the tests\n exports-extra libfoo.so.1.0 -- used by tests only\n# more\n# of it\n exports-extra libbar.so.1 -- a mistake\n' >hwflavors
finds 'comments between the lines do not shift their numbers' \
    'W: unused-allowance: hwflavors:7: nothing matches "exports-extra libbar.so.1"; correct or remove it'
allow 'exports-extras libfoo.so.1.0 -- why'
hwflavor_refuses 'an unknown tag' check --file hwflavors root <<'END'
hwflavor: hwflavors:2: no finding is called exports-extras; did you mean exports-extra?
END
allow 'speed libfoo.so.1.0 -- why'
hwflavor_refuses 'a tag that is like none' check --file hwflavors root <<'END'
hwflavor: hwflavors:2: no finding is called speed; see hwflavor check --explain all
END
allow 'exports-extra libfoo.so.1.0'
hwflavor_refuses 'no reason' check --file hwflavors root <<'END'
hwflavor: hwflavors:2: Allow has a line that is not TAG PATTERN -- REASON; write one such as isa-beyond-flavor libfoo.so.1:sha_ni_* -- asks CPUID first
END
printf 'Flavors: x86-64-v33\n' >hwflavors
hwflavor_refuses 'a flavor that there is not' check --file hwflavors root <<'END'
hwflavor: hwflavors:1: no architecture has a flavor x86-64-v33; did you mean x86-64-v3?
END
