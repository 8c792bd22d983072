#!/bin/sh
# What README.md and the manual show works: their hwflavors files are accepted, the paths they name exist.
set -eu
. "${0%/*}/../tap.sh"

mkdir source
: >source/configure
sed -n '/^```hwflavors$/,/^```$/p' "$TOP/README.md" | sed 's/^```.*//' >readme
ok 'README.md has a hwflavors file' test -s readme
ok 'it is accepted' "$HWFLAVOR" plan --source source --file readme
# Each example of the manual, to a file of its own.
awk '/^\.Sh EXAMPLES/ { on = 1 } /^\.Bd/ { if (on) { file = "manual" ++n; next } } /^\.Ed/ { file = "" } file { print > file }' \
    "$TOP/doc/hwflavors.5"
for file in manual*; do
    ok "the example $file of hwflavors(5) is accepted" "$HWFLAVOR" plan --source source --file "$file"
done

grep -o -E '(\./)?(scripts|src|doc|examples|tests|flavors)/[A-Za-z0-9_./-]*' "$TOP/README.md" | sed 's/[.]$//' | sort -u >paths
while read -r path; do
    ok "$path exists" test -e "$TOP/$path"
done <paths
