#!/bin/sh
# SPDX-License-Identifier: MIT
# Every ld.so.cache that ever broke its reader is read without harm: tests/fuzz/cache.c over its corpus.
set -eu
. "${0%/*}/../tap.sh"

for file in "$TOP"/tests/fuzz/corpus/cache/*; do
    ok "${file##*/}" "$HWFLAVOR_TEST_BUILD/tests/fuzz/cache" "$file"
done
