#!/bin/sh
# SPDX-License-Identifier: MIT
# hwflavor's own data, missing or damaged, is named with file and line.
set -eu
. "${0%/*}/../tap.sh"
mkdir src data
: >src/configure
unset CC

HWFLAVOR_DATADIR=$TMP/none
for arguments in list 'plan --source src' 'build --source src'; do
    # shellcheck disable=SC2086 # words
    hwflavor_refuses "no data: $arguments" $arguments <<'END'
hwflavor: $TMP/none/flavors: has no shipped flavors (install hwflavor anew, or set HWFLAVOR_DATADIR to its data): No such file or directory
END
done
HWFLAVOR_DATADIR=$TMP/data
mkdir data/flavors data/scripts
: >data/scripts/hwflavor.mk
hwflavor_refuses 'no flavors' plan --source src --arch amd64 <<'END'
hwflavor: $TMP/data/flavors: has no baseline for amd64; install hwflavor anew
END
cp "$TOP"/flavors/* data/flavors/
flavor=data/flavors/x86-64-v3.flavor
head -c 1000 "$HWFLAVOR" >$flavor
run "$HWFLAVOR" list --arch amd64
is "$status $(wc -l <stderr) $(tap_plain <stderr | cut -d : -f -2)" "2 1 hwflavor: \$TMP/$flavor" 'a flavor that is no text'
head -n 5 "$TOP/flavors/x86-64-v3.flavor" | sed 's/^Directory: .*/Directory: \/usr/' >$flavor
hwflavor_refuses 'a flavor with a bad value' list --arch amd64 <<END
hwflavor: \$TMP/$flavor:5: Directory is '/usr'; write a folder below the library's, such as glibc-hwcaps/x86-64-v3
END
printf 'Flavor: x86-64-v3\nArchitecture: amd64\n' >$flavor
hwflavor_refuses 'a flavor cut short' list --arch amd64 <<END
hwflavor: \$TMP/$flavor:1: amd64 has no flavor x86-64-v3; did you mean x86-64-v2?
END
printf 'Flavor: x86-64-v3\nDirectory: d\n' >$flavor
hwflavor_refuses 'a flavor of no architecture' list --arch amd64 <<END
hwflavor: \$TMP/$flavor:1: flavor x86-64-v3 has no Architecture field
END
rm $flavor
mkfifo $flavor
run timeout 10 "$HWFLAVOR" list --arch amd64
is "$status $(tap_plain <stderr)" "2 hwflavor: \$TMP/$flavor: is a pipe or a device, not a file" 'a pipe'
rm $flavor
hwflavor_refuses 'a flavor that another one needs is gone' list --arch amd64 <<'END'
hwflavor: $TMP/data/flavors/x86-64-v4.flavor:8: flavor x86-64-v4: amd64 has no feature x86-64-v3; see hwflavors(5) for their names
END
cp "$TOP/flavors/x86-64-v3.flavor" $flavor
run "$HWFLAVOR" build --source src --flavors baseline
is "$status $(head -n 1 stderr | tap_plain)" '1 hwflavor: make failed; the end of $TMP/hwflavor-build/make.log:' 'rules that are none'
like "$(cat stderr)" "^    make: .*No rule to make target 'build'" "make's own message"
rm -r data/scripts
run "$HWFLAVOR" build --source src --flavors baseline
is "$status $(tap_plain <stderr)" '2 hwflavor: $TMP/data/scripts: has no hwflavor.mk; install hwflavor anew, or set HWFLAVOR_DATADIR to its data' 'no scripts'
