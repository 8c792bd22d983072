#!/bin/sh
# SPDX-License-Identifier: MIT
# Every hwflavors file that ever broke its reader is read without harm: tests/fuzz/control.c over its corpus.
set -eu
. "${0%/*}/../tap.sh"

for file in "$TOP"/tests/fuzz/corpus/control/*; do
    ok "${file##*/}" "$HWFLAVOR_TEST_BUILD/tests/fuzz/control" "$file"
done
