#!/bin/sh
# The manual pages are clean for mandoc and for groff.
set -eu
. "${0%/*}/../tap.sh"
need mandoc

for page in "$TOP"/doc/*.[1-8]; do
    # Which of the pages that it refers to are installed here does not matter.
    lint=$(mandoc -T lint -W all "$page" 2>/dev/null | grep -v 'referenced manual not found') || :
    is "$lint" '' "mandoc -T lint ${page##*/}"
    if command -v groff >/dev/null; then
        is "$(groff -Kutf8 -Tutf8 -wall -z -mandoc "$page" 2>&1)" '' "groff -wall ${page##*/}"
    else
        skip "groff -wall ${page##*/}" 'groff is not installed'
    fi
done
