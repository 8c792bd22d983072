#!/bin/sh
# SPDX-License-Identifier: MIT
# check --isa: what each function needs beyond the baseline, and all of them together.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

library foo.so '-DMORE=__asm__(".globl foo_adx\n.type foo_adx,@function\nfoo_adx: .byte 0x66,0x48,0x0f,0x38,0xf6,0xc3\nret\n.size foo_adx,.-foo_adx");'
run "$HWFLAVOR" check --isa foo.so
is "$(sed 's/ 0x[0-9a-f]*/ N/' stdout | grep -v 'bytes of code')" 'FUNCTION  ADDRESS  FEATURE  INSTRUCTIONS  FIRST
foo_adx   N   adx      1             adcx rax, rbx

FEATURE  FUNCTIONS  INSTRUCTIONS
adx      1          1' 'as tables'
ok 'as JSON' sh -c '"$HWFLAVOR" check --json --isa foo.so | grep -q "\"feature\": \"adx\""'
ok 'which is one document' python3 -c 'import json, subprocess, sys; json.loads(subprocess.check_output([sys.argv[1], "check", "--json", "--isa", "foo.so"]))' "$HWFLAVOR"
library plain.so
run "$HWFLAVOR" check --isa plain.so
like "$(cat stdout)" '^Nothing beyond the baseline of amd64\.$' 'a plain library'
echo text >text
hwflavor_refuses 'a file that is not ELF' check --isa text <<'END'
hwflavor: text: is not an ELF file; name a library, a program or an object file
END
