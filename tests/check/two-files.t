#!/bin/sh
# SPDX-License-Identifier: MIT
# Two files are a baseline and its copy; which flavor, its folder, its ISA marker or --flavors says.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

library base.so
# shellcheck disable=SC2086 # a list of flags
library marked.so $V3FLAGS
library plain.so -march=x86-64-v3
hwflavor_is 'by marker' 0 check base.so marked.so </dev/null
hwflavor_is 'by option' 0 check --flavors x86-64-v3 base.so plain.so <<'END'
W: isa-marker-missing: plain.so: has no ISA marker for x86-64-v3, so the loader cannot refuse it by name; link it with -Wl,-z,x86-64-v3
END
hwflavor_is 'not at all' 0 check base.so plain.so <<'END'
N: not-checked: plain.so: which flavor it is nothing shows, so its instructions and flags are not checked; name it with --flavors
END
hwflavor_refuses 'an unknown flavor' check --flavors x86-64-v9 base.so plain.so <<'END'
hwflavor: --flavors: amd64 has no flavor x86-64-v9; did you mean x86-64-v2?
END
run "$HWFLAVOR" check --flavors baseline base.so plain.so
like "$(cat stdout)" '^E: flags-from-build-machine: plain.so: was compiled with options that the baseline does not have: -march=x86-64-v3 ' \
    'as another build of the baseline'
mkdir -p lib/glibc-hwcaps/x86-64-v3
mv plain.so lib/glibc-hwcaps/x86-64-v3/
run "$HWFLAVOR" check base.so lib/glibc-hwcaps/x86-64-v3/plain.so
unlike "$(cat stdout)" not-checked 'by folder'
echo 'int main(void) { return 0; }' | "$CC" -x c -o program -
hwflavor_refuses 'a program as a copy' check base.so program <<'END'
hwflavor: program: is a program, so it is neither a baseline nor a copy; name two shared libraries
END
hwflavor_is 'a program alone' 0 check program <<'END'
N: not-checked: program: is a program and no library, so only its RUNPATH is checked; check the libraries that it needs
END
