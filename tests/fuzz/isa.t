#!/bin/sh
# SPDX-License-Identifier: MIT
# Every shared library and object file that ever broke the scan of instructions is read without harm: tests/fuzz/isa.c over its corpus.
set -eu
. "${0%/*}/../tap.sh"

for file in "$TOP"/tests/fuzz/corpus/isa/*; do
    ok "${file##*/}" "$HWFLAVOR_TEST_BUILD/tests/fuzz/isa" "$file"
done
