#!/bin/sh
# SPDX-License-Identifier: MIT
# Object files of each architecture, and every one that ever broke its reader, are read without harm: tests/fuzz/object.c over its corpus.
set -eu
. "${0%/*}/../tap.sh"

for file in "$TOP"/tests/fuzz/corpus/object/*; do
    ok "${file##*/}" "$HWFLAVOR_TEST_BUILD/tests/fuzz/object" "$file"
done
