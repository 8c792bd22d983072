#!/bin/sh
# SPDX-License-Identifier: MIT
# Of a failed step's log the end is read, whatever its size: 3 GiB here, most of them a hole.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need make gcc

mkdir source
cat >source/Makefile <<'END'
all:
	truncate -s 3G ../build.log
	printf 'one\ntwo\0three\nNo space left on device\n' >>../build.log
	exit 3
install:
END
expected=1
run timeout 60 "$HWFLAVOR" build --source source --build-dir build --flavors baseline
is "$status" 1 'the build fails'
like "$(tr '\0' '0' <stderr)" '^    No space left on device$' "the log's end is shown"
like "$(cat stderr)" 'the disk is full; make room' 'and looked at'
ok 'and no more of it' test "$(wc -c <stderr)" -lt 70000
