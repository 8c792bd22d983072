#!/bin/sh
# SPDX-License-Identifier: MIT
# list --json prints what the table says, and what each flavor is made of, under stable names.
set -eu
. "${0%/*}/../tap.sh"
need python3

hwflavor_is 'armhf, glibc 2.41' 0 list --json --arch armhf --glibc 2.41 <<'END'
{
  "architecture": "armhf",
  "glibc": "2.41",
  "flavors": [
    {
      "flavor": "baseline",
      "directory": ".",
      "description": "ARMv7-A, VFPv3-D16, Thumb-2, no NEON",
      "cflags": [],
      "ldflags": [],
      "features": [
        "edsp",
        "fastmult",
        "half",
        "thumb",
        "tls",
        "vfp",
        "vfpv3"
      ],
      "default": false,
      "searched": true,
      "unsearched": null,
      "cpu-runs": null,
      "cpu-lacks": null,
      "used": false
    },
    {
      "flavor": "armv7-neon",
      "directory": "neon/vfp",
      "description": "NEON (Cortex-A8 2005; Pi 2 and later)",
      "cflags": [
        "-mfpu=neon"
      ],
      "ldflags": [],
      "features": [
        "edsp",
        "fastmult",
        "half",
        "thumb",
        "tls",
        "vfp",
        "vfpv3",
        "neon",
        "vfpd32"
      ],
      "default": true,
      "searched": false,
      "unsearched": "glibc 2.37 and later never search neon/vfp on armhf",
      "cpu-runs": null,
      "cpu-lacks": null,
      "used": false
    }
  ]
}
END
run "$HWFLAVOR" list --json
ok 'python reads it' python3 -m json.tool stdout
