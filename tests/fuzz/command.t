#!/bin/sh
# SPDX-License-Identifier: MIT
# Every command, response file and file of rules that could break hwflavor-cc is read without harm: tests/fuzz/command.c over its corpus.
set -eu
. "${0%/*}/../tap.sh"

for file in "$TOP"/tests/fuzz/corpus/command/*; do
    ok "${file##*/}" "$HWFLAVOR_TEST_BUILD/tests/fuzz/command" "$file"
done
