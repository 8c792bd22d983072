#!/bin/sh
# SPDX-License-Identifier: MIT
# Every ELF file that ever broke the readers of symbols, notes and debug information is read without harm: tests/fuzz/symbols.c over its corpus.
set -eu
. "${0%/*}/../tap.sh"

for file in "$TOP"/tests/fuzz/corpus/symbols/*; do
    ok "${file##*/}" "$HWFLAVOR_TEST_BUILD/tests/fuzz/symbols" "$file"
done
