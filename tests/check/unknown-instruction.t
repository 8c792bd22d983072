#!/bin/sh
# SPDX-License-Identifier: MIT
# not-checked: bytes inside of functions that are no instruction known here do not pass as if they had been looked at.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"
need python3

# VSHA512MSG1 of 2024, which Zydis 4.0 does not know.
new='-DMORE=__asm__(".globl foo_new\n.type foo_new, @function\nfoo_new: .byte 0xc4, 0xe2, 0x7f, 0xcc, 0xc1\n nop\n nop\n ret\n.size foo_new, . - foo_new");'
baseline "$new"
run "$HWFLAVOR" check root
like "$(cat stdout)" "^N: not-checked: /$LIBDIR/libfoo.so.1.0: [0-9]+ bytes? of its functions, the first in foo_new, are no instructions that are known here: data, or newer than hwflavor; see what they are\$" \
    'a newer instruction'
is "$status" 0 'a note only'
run "$HWFLAVOR" check --isa "root/$LIBDIR/libfoo.so.1.0"
like "$(tail -n 1 stdout)" '^[0-9]+ bytes in functions are no instructions that are known here\.$' '--isa says it too'
run "$HWFLAVOR" check --json --isa "root/$LIBDIR/libfoo.so.1.0"
is "$(python3 -c 'import json; print(json.load(open("stdout"))["bytes-undecoded"] > 0)')" True 'and in JSON'
baseline
finds 'without it nothing is said'
run "$HWFLAVOR" check --isa "root/$LIBDIR/libfoo.so.1.0"
unlike "$(cat stdout)" 'known here' 'nor by --isa'
