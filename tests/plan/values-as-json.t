#!/bin/sh
# SPDX-License-Identifier: MIT
# plan --json prints the same values under the same names, for other programs: lists as arrays, what is not there as null.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/plan/plan.sh"
need python3
[ -d /usr/arm-linux-gnueabihf ] || skip_all 'no C library for armhf (Debian: libc6-dev-armhf-cross)'
plain_source

export CFLAGS=''
hwflavor_is 'armhf for a glibc that searches no neon/vfp' 0 plan --json --source src --arch armhf --glibc 2.41 -- 'a "b"' <<'END'
{
  "source": "$TMP/src",
  "build-dir": "$TMP/hwflavor-build",
  "build-system": "autoconf",
  "copy-source": false,
  "delivery": "directory",
  "architecture": "armhf",
  "gnu-type": "arm-linux-gnueabihf",
  "cpu-family": "arm",
  "endian": "little",
  "cross": true,
  "glibc": "2.41",
  "cc": "$TMP/bin/cc",
  "cc-given": true,
  "cxx": "arm-linux-gnueabihf-g++",
  "cxx-given": false,
  "compiler": "$TMP/bin/cc 10 0",
  "configure-shell": null,
  "base-cflags": "",
  "base-cxxflags": null,
  "base-cppflags": null,
  "base-ldflags": null,
  "hwflavors-file": null,
  "flavors": [
    {
      "flavor": "baseline",
      "directory": ".",
      "foreign": true,
      "cflags": [],
      "ldflags": [],
      "configure": [
        "--build=x86_64-linux-gnu",
        "--host=arm-linux-gnueabihf",
        "a \"b\""
      ],
      "files": [],
      "test": "emulated",
      "emulator": "qemu-arm",
      "emulator-cpus": [
        "cortex-a9,neon=off,vfp-d32=off",
        "cortex-a9,neon=off"
      ],
      "sysroot": "/usr/arm-linux-gnueabihf",
      "untested": null
    }
  ],
  "left-out": [
    {
      "flavor": "armv7-neon",
      "reason": "glibc 2.37 and later never search neon/vfp on armhf"
    }
  ]
}
END
is "$(cat stderr)" 'hwflavor: armv7-neon: not built: glibc 2.37 and later never search neon/vfp on armhf' 'and the flavor that is left out is said'
ok 'python reads it' python3 -m json.tool stdout
mkdir "$(printf 'x\377y')"
: >"$(printf 'x\377y/configure')"
run "$HWFLAVOR" plan --json --source "$(printf 'x\377y')"
ok 'also where a path is no UTF-8' python3 -m json.tool stdout
