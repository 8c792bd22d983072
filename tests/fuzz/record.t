#!/bin/sh
# SPDX-License-Identifier: MIT
# Every record that could break its reader is read without harm: tests/fuzz/record.c over its corpus.
set -eu
. "${0%/*}/../tap.sh"

for file in "$TOP"/tests/fuzz/corpus/record/*; do
    ok "${file##*/}" "$HWFLAVOR_TEST_BUILD/tests/fuzz/record" "$file"
done
