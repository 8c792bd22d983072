#!/bin/sh
# SPDX-License-Identifier: MIT
# Output that cannot be written is an error: a script that keeps it must not take a part for the whole.
set -eu
. "${0%/*}/../tap.sh"
[ -c /dev/full ] || skip_all 'there is no /dev/full'
mkdir src
: >src/configure
seq -f '--with-feature-%.0f' 2000 | sed 's/^/ /' | (echo Configure: && cat) >src/hwflavors

for arguments in --help --version list 'list --json' 'plan --source src' 'plan --json --source src' 'build --help' 'list --version' \
    'build -n --source src --flavors baseline'; do
    status=0
    # shellcheck disable=SC2086 # words
    "$HWFLAVOR" $arguments >/dev/full 2>stderr || status=$?
    case $arguments in
    build\ -n*) ok "$arguments" test "$status" != 0 ;;
    *) is "$status $(cat stderr)" '2 hwflavor: the output cannot be written: No space left on device' "$arguments" ;;
    esac
done
