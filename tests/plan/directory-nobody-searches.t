#!/bin/sh
# SPDX-License-Identifier: MIT
# A flavor in a directory that no loader is known to search is planned, and that is said; its own Loader field settles it.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
. "$TOP/tests/plan/plan.sh"

# says NAME EXPECTED LINE...: what is said about such a hwflavors file.
says() {
    says_name=$1
    says_expected=$2
    shift 2
    source_with "$@"
    run "$HWFLAVOR" plan --source src --arch amd64
    is "$status $(cat stderr)" "0 $says_expected" "$says_name"
}

says 'a misspelt directory' \
    'hwflavor: zen: no known loader searches glibc-hwcaps/x86-64-V3 on amd64; correct its Directory, or add a Loader field' \
    'Flavors: zen' '' 'Flavor: zen' 'Directory: glibc-hwcaps/x86-64-V3'
says "another architecture's" 'hwflavor: x: no known loader searches neon/vfp on amd64; correct its Directory, or add a Loader field' \
    'Flavors: x' '' 'Flavor: x' 'Directory: neon/vfp'
says "a shipped flavor's" '' 'Flavors: zen' '' 'Flavor: zen' 'Directory: glibc-hwcaps/x86-64-v3'
says 'with a Loader' '' 'Flavors: zen' '' 'Flavor: zen' 'Directory: haswell' 'Loader: glibc (>= 2.2)'
says 'not built, nothing said' '' 'Flavors: x86-64-v2' '' 'Flavor: zen' 'Directory: haswell'
