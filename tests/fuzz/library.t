#!/bin/sh
# SPDX-License-Identifier: MIT
# Every ELF file that ever broke its reader is read without harm: tests/fuzz/library.c over its corpus.
set -eu
. "${0%/*}/../tap.sh"

for file in "$TOP"/tests/fuzz/corpus/library/*; do
    ok "${file##*/}" "$HWFLAVOR_TEST_BUILD/tests/fuzz/library" "$file"
done
