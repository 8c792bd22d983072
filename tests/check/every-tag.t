#!/bin/sh
# SPDX-License-Identifier: MIT
# Every tag of check has a case that fires and one near it that must not. This is the list; a tag or case that is missing from it fails.
set -eu
. "${0%/*}/../tap.sh"

# TAG | FILE of tests/check | a case that fires | a case near it that does not
cat >list <<'END_OF_LIST'
dead-directory | dead-directory.t | glibc 2.31 does not | glibc 2.36 searches x86-64-v3
development-file | development-file.t | everything else is said | a development link beside the baseline is fine
executable-stack | hardening.t | an executable stack | neither is fine
exports-extra | exports-extra.t | a function more | a hidden one is fine
exports-missing | exports-missing.t | a function less | the same function with another body is fine
flags-from-build-machine | flags-from-build-machine.t | native, in baseline and copy | tuning is fine
flags-not-applied | flags-not-applied.t | not in one file | applied everywhere is fine
flavor-not-needed | flavor-not-needed.t | nothing beyond the baseline | one instruction is enough
flavor-without-baseline | flavor-without-baseline.t | no baseline above | the baseline in its place does
hardening-lost | hardening.t | hardening lost | hardening kept
header-differs | header-differs.t | a value that differs is said | flags that are written down are not
identical-to-baseline | identical-to-baseline.t | the marker alone makes no other code | code of the flavor is fine
ifunc-differs | ifunc-differs.t | lost in the copy | in both it is fine
isa-beyond-baseline | isa-beyond.t | and in the baseline | the same bytes between functions are data
isa-beyond-flavor | isa-beyond.t | ADX in a copy | the same bytes between functions are data
isa-in-constructor | isa-in-constructor.t | a constructor, guarded or not | what the flavor promises is fine in a constructor of the copy
isa-marker-above | isa-marker.t | one above the directory | one below is harmless
isa-marker-missing | isa-marker.t | no marker on a copy | one below is harmless
needed-differs | needed-differs.t | a library more | the same is fine
not-checked | type-layout-differs.t | without debug information it is said | one layout is fine
object-size-differs | object-size-differs.t | an array of another length | other contents are fine
runpath-into-build | runpath.t | into the tree | any other is fine
runpath-into-hwcaps | runpath.t | into a hwcap directory | any other is fine
runpath-origin | runpath-origin.t | what the baseline finds, the copy does not | an absolute path is fine
soname-differs | soname-differs.t | another SONAME | another file name with the same SONAME is fine
soname-link-missing | soname-link-missing.t | no link | a file called like its SONAME needs no link
stale-flavor | stale-build.t | the old copy beside the new baseline is found | stripped, of one build
text-relocations | hardening.t | text relocations | neither is fine
type-layout-differs | type-layout-differs.t | an alignment that follows the flags | one layout is fine
unreadable-file | unreadable-file.t | what is called a library must be one | a damaged program is of no concern
unused-allowance | allow.t | what meets nothing is said | by file name
END_OF_LIST
"$HWFLAVOR" check --explain all | sed -n 's/^\([a-z-]*\) (\(error\|warning\|note\))$/\1/p' | LC_ALL=C sort >tags
is "$(sed 's/ |.*//' list)" "$(cat tags)" 'all tags are in the list'
while IFS='|' read -r tag file fires near; do
    file=$TOP/tests/check/$(echo "$file" | tr -d ' ')
    for case in "$fires" "$near"; do
        case=$(echo "$case" | sed 's/^ *//; s/ *$//')
        ok "$tag: $case" grep -qF -- "$case" "$file"
    done
    ok "$tag is what it is about" grep -q -- "$(echo "$tag" | tr -d ' ')" "$file"
done <list
