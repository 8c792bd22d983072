#!/bin/sh
# Every shell script of the source is clean under shellcheck.
set -eu
. "${0%/*}/../tap.sh"
need shellcheck

cd "$TOP"
grep -rlE '^#!/bin/(ba)?sh|^# shellcheck shell=' scripts tests .ci --include='*' >"$TMP/scripts"
while IFS= read -r script <&3; do
    ok "$script" shellcheck "$script"
done 3<"$TMP/scripts"
