#!/bin/sh
# SPDX-License-Identifier: MIT
# --flavors names flavors of the architecture; the package's list serves every architecture, so that names of other ones are passed
# over; what the loader never searches is left out and said. The baseline is always there, and first.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/plan/plan.sh"
need jq

source_with 'Flavors: x86-64-v3 armv7-neon power10 x86-64-v2 x86-64-v3'
planned 'the list on amd64, in its order, each once' '[.flavors[].flavor]' --arch amd64 <<'END'
["baseline","x86-64-v3","x86-64-v2"]
END
is "$(cat stderr)" '' 'other architectures need no word'
planned 'the list on ppc64el' '[.flavors[].flavor]' --arch ppc64el <<'END'
["baseline","power10"]
END
planned '--flavors with commas and blanks' '[.flavors[].flavor]' --arch amd64 --flavors ' x86-64-v2,baseline x86-64-v4,' <<'END'
["baseline","x86-64-v2","x86-64-v4"]
END

planned 'glibc 2.41 never searches neon/vfp' '[.flavors[].flavor], ."left-out"' --arch armhf --glibc 2.41 <<'END'
["baseline"]
[{"flavor":"armv7-neon","reason":"glibc 2.37 and later never search neon/vfp on armhf"}]
END
is "$(cat stderr)" 'hwflavor: armv7-neon: not built: glibc 2.37 and later never search neon/vfp on armhf' 'which is said'
planned 'nor when asked for by name' '[.flavors[].flavor], ."left-out"[].flavor' --arch armhf --glibc 2.41 --flavors armv7-neon <<'END'
["baseline"]
armv7-neon
END
planned 'glibc 2.36 does' '[.flavors[].flavor], ."left-out"' --arch armhf --glibc 2.36 <<'END'
["baseline","armv7-neon"]
[]
END
planned 'glibc 2.31 knows no glibc-hwcaps' '."left-out"[] | .flavor + ": " + .reason' --arch amd64 --glibc 2.31 <<'END'
x86-64-v3: glibc before 2.33 does not search glibc-hwcaps/x86-64-v3 on amd64
x86-64-v2: glibc before 2.33 does not search glibc-hwcaps/x86-64-v2 on amd64
END

hwflavor_refuses 'a slip on the command line' plan --source src --arch amd64 --flavors x86-64-v2,x86-64v3 <<'END'
hwflavor: --flavors: amd64 has no flavor x86-64v3; did you mean x86-64-v3?
END
hwflavor_refuses "another architecture's on the command line" plan --source src --arch amd64 --flavors armv7-neon <<'END'
hwflavor: --flavors: amd64 has no flavor armv7-neon; there are baseline, x86-64-v2, x86-64-v3, x86-64-v4 (a new one needs a Directory field)
END
source_with '' 'Flavors: x86-64-v3' ' armv7-noen'
hwflavor_refuses "a slip in another architecture's name in the list" plan --source src --arch amd64 <<'END'
hwflavor: $TMP/src/hwflavors:2: no architecture has a flavor armv7-noen; did you mean armv7-neon?
END
source_with 'Flavors: x86-64-v3' '' 'Flavor: mine' 'Directory: glibc-hwcaps/x86-64-v3'
hwflavor_refuses 'two flavors in one directory' plan --source src --arch amd64 --flavors mine,x86-64-v3 <<'END'
hwflavor: $TMP/src/hwflavors:3: flavors mine and x86-64-v3 both have the Directory glibc-hwcaps/x86-64-v3; build one of them
END
for version in nonsense 2 2. 2.x '2.-1' '2. 36' 2.36.x ''; do
    hwflavor_refuses "--glibc '$version'" plan --source src --glibc "$version" <<END
hwflavor: --glibc $version: write a version such as 2.36
END
done
hwflavor_refuses 'an architecture nobody knows' plan --source src --arch arm <<'END'
hwflavor: no architecture arm is known; give --arch one of Debian's names, such as amd64 or armhf
END
