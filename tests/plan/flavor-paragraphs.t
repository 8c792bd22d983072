#!/bin/sh
# SPDX-License-Identifier: MIT
# A Flavor paragraph of the package adds to a shipped flavor: lists are appended to, single values replaced. One of a new name defines
# a flavor, of the architecture it names or the one that is built for.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/plan/plan.sh"
need jq

source_with 'Flavors: x86-64-v3' '' 'Flavor: x86-64-v3' 'Cflags: -O3' 'Ldflags: -Wl,-z,now' 'Emulator-Cpu: Haswell | max'
planned 'adds' '.flavors[1] | .directory, .cflags, .ldflags, ."emulator-cpus"' --arch amd64 <<'END'
glibc-hwcaps/x86-64-v3
["-march=x86-64-v3","-O3"]
["-Wl,-z,x86-64-v3","-Wl,-z,now"]
["Haswell","max"]
END

source_with 'Flavors: zen' '' 'Flavor: zen' 'Directory: glibc-hwcaps/zen' 'Cflags: -march=znver3' 'Features: x86-64-v3 adx'
planned 'defines' '.flavors[1] | .flavor, .directory, .cflags, ."emulator-cpus", .test != "emulated"' --arch amd64 <<'END'
zen
glibc-hwcaps/zen
["-march=znver3"]
[]
true
END

source_with 'Flavors: baseline' '' 'Flavor: baseline' 'Architecture: amd64' 'Configure: --for-amd64' '' \
    'Flavor: baseline' 'Architecture: armhf' 'Configure: --for-armhf'
planned 'one of a name that many architectures have, for amd64' '.flavors[0].configure | join(" ")' --arch amd64 <<'END'
--build=x86_64-linux-gnu --for-amd64
END
planned 'and for armhf' '.flavors[0].configure | join(" ")' --arch armhf <<'END'
--build=x86_64-linux-gnu --host=arm-linux-gnueabihf --for-armhf
END

source_with 'Flavors: mine' '' 'Flavor: mine' 'Directory: neon/vfp' 'Features: neon'
hwflavor_refuses 'features are those of the architecture that is built for' plan --source src --arch amd64 <<'END'
hwflavor: $TMP/src/hwflavors:5: flavor mine: amd64 has no feature neon; see hwflavors(5) for their names
END
source_with 'Flavors: adx' '' 'Flavor: adx' 'Directory: adx' 'Features: adx'
planned 'a flavor may be called like the one feature it is about' '[.flavors[].flavor]' --arch amd64 <<'END'
["baseline","adx"]
END
