#!/bin/sh
# SPDX-License-Identifier: MIT
# list --arch --glibc says which directories that loader searches, and why not the others. Flavors stand worst first; of another
# architecture's, this CPU can say nothing.
set -eu
. "${0%/*}/../tap.sh"

hwflavor_is 'armhf, glibc 2.36' 0 list --arch armhf --glibc 2.36 <<'END'
FLAVOR      DIRECTORY  GLIBC 2.36  THIS CPU  USED
baseline    .          searched    -
armv7-neon  neon/vfp   searched    -
END
hwflavor_is 'armhf, glibc 2.41' 0 list --arch armhf --glibc 2.41 <<'END'
FLAVOR      DIRECTORY  GLIBC 2.41    THIS CPU  USED
baseline    .          searched      -
armv7-neon  neon/vfp   not searched  -
armv7-neon: glibc 2.37 and later never search neon/vfp on armhf
END
hwflavor_is 'ppc64el, glibc 2.32' 0 list --arch ppc64el --glibc 2.32 <<'END'
FLAVOR    DIRECTORY             GLIBC 2.32    THIS CPU  USED
baseline  .                     searched      -
power9    glibc-hwcaps/power9   not searched  -
power10   glibc-hwcaps/power10  not searched  -
power9: glibc before 2.33 does not search glibc-hwcaps/power9 on ppc64el
power10: glibc before 2.33 does not search glibc-hwcaps/power10 on ppc64el
END
hwflavor_is 'ppc64el, glibc 2.33' 0 list --arch ppc64el --glibc 2.33 <<'END'
FLAVOR    DIRECTORY             GLIBC 2.33  THIS CPU  USED
baseline  .                     searched    -
power9    glibc-hwcaps/power9   searched    -
power10   glibc-hwcaps/power10  searched    -
END
hwflavor_is 's390x, glibc 2.32' 0 list --arch s390x --glibc 2.32 <<'END'
FLAVOR    DIRECTORY         GLIBC 2.32    THIS CPU  USED
baseline  .                 searched      -
z13       glibc-hwcaps/z13  not searched  -
z14       glibc-hwcaps/z14  not searched  -
z15       glibc-hwcaps/z15  not searched  -
z16       glibc-hwcaps/z16  not searched  -
z17       glibc-hwcaps/z17  not searched  -
z13: glibc before 2.33 does not search glibc-hwcaps/z13 on s390x
z14: glibc before 2.33 does not search glibc-hwcaps/z14 on s390x
z15: glibc before 2.33 does not search glibc-hwcaps/z15 on s390x
z16: glibc before 2.36 does not search glibc-hwcaps/z16 on s390x
z17: glibc before 2.43 does not search glibc-hwcaps/z17 on s390x
END
hwflavor_is 's390x, glibc 2.35' 0 list --arch s390x --glibc 2.35 <<'END'
FLAVOR    DIRECTORY         GLIBC 2.35    THIS CPU  USED
baseline  .                 searched      -
z13       glibc-hwcaps/z13  searched      -
z14       glibc-hwcaps/z14  searched      -
z15       glibc-hwcaps/z15  searched      -
z16       glibc-hwcaps/z16  not searched  -
z17       glibc-hwcaps/z17  not searched  -
z16: glibc before 2.36 does not search glibc-hwcaps/z16 on s390x
z17: glibc before 2.43 does not search glibc-hwcaps/z17 on s390x
END
hwflavor_is 's390x, glibc 2.42' 0 list --arch s390x --glibc 2.42 <<'END'
FLAVOR    DIRECTORY         GLIBC 2.42    THIS CPU  USED
baseline  .                 searched      -
z13       glibc-hwcaps/z13  searched      -
z14       glibc-hwcaps/z14  searched      -
z15       glibc-hwcaps/z15  searched      -
z16       glibc-hwcaps/z16  searched      -
z17       glibc-hwcaps/z17  not searched  -
z17: glibc before 2.43 does not search glibc-hwcaps/z17 on s390x
END
hwflavor_is 's390x, glibc 2.43' 0 list --arch s390x --glibc 2.43 <<'END'
FLAVOR    DIRECTORY         GLIBC 2.43  THIS CPU  USED
baseline  .                 searched    -
z13       glibc-hwcaps/z13  searched    -
z14       glibc-hwcaps/z14  searched    -
z15       glibc-hwcaps/z15  searched    -
z16       glibc-hwcaps/z16  searched    -
z17       glibc-hwcaps/z17  searched    -
END
hwflavor_is 'arm64, glibc 2.36' 0 list --arch arm64 --glibc 2.36 <<'END'
FLAVOR    DIRECTORY  GLIBC 2.36  THIS CPU  USED
baseline  .          searched    -
END
is "$(cat stderr)" '' 'nothing is said beside it'
hwflavor_refuses 'an unknown architecture' list --arch armv7 <<'END'
hwflavor: no architecture armv7 is known; give --arch one of Debian's names, such as amd64 or armhf
END
hwflavor_refuses 'no version' list --glibc 2.x <<'END'
hwflavor: --glibc 2.x: write a version such as 2.36
END
for architecture in amd64 i386 arm64 armhf armel ppc64el s390x riscv64 loong64 mips64el; do
    run "$HWFLAVOR" list --arch "$architecture" --glibc 2.36
    like "$(cat stdout)" '^baseline ' "$architecture has a baseline"
done
