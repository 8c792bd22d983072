#!/bin/sh
# SPDX-License-Identifier: MIT
# Steps remove a flavor's tree before they make it: a source, a destination and folders that hwflavor has not made are refused there.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc

twin make src
ln -s src link
hwflavor_refuses 'a build folder that is the source by another name' build --source src --build-dir link <<'END'
hwflavor: $TMP/link: the build folder cannot be the source itself; give another one with --build-dir
END
twin make build/baseline/tree
ln -s build also
for source in build/baseline/tree also/baseline/tree; do
    hwflavor_refuses "a source in $source" build --source $source --build-dir build --flavors baseline <<END
hwflavor: \$TMP/$source: is where baseline would be built; give another --build-dir
END
done
for folder in tree root probe choose-cpu; do
    mkdir -p "$folder/baseline/$folder"
    : >"$folder/baseline/$folder/mine"
    hwflavor_refuses "a folder $folder that was there before" build --source src --build-dir "$folder" --flavors baseline <<END
hwflavor: \$TMP/$folder/baseline/$folder: is not hwflavor's; give another --build-dir
END
done
for destdir in new/baseline/tree new/baseline/root/x new/baseline; do
    hwflavor_refuses "the destination $destdir" install --source src --build-dir new --flavors baseline --destdir "$destdir" <<END
hwflavor: $destdir: is where baseline is built, which is removed before a step; give another --destdir
END
done
mkdir -p fine/baseline/tree
run "$HWFLAVOR" install --source src --build-dir fine --flavors baseline --destdir fine/out
is "$status $(find . -name new)" '0 ' 'an empty tree, and a destination beside the flavors'
is "$(find build -newer link -name '*.log'; find tree root probe choose-cpu -type f | wc -l)" 4 'nothing was touched'
