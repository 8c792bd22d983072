#!/bin/sh
# SPDX-License-Identifier: MIT
# text-relocations, executable-stack, hardening-lost: a copy is as well protected as its baseline.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

baseline
printf '.section .text\n.globl foo_text\n.type foo_text,@function\nfoo_text: movabs $foo_table, %%rax\nret\n.size foo_text,.-foo_text\n.section .note.GNU-stack,"",@progbits\n' >text.s
sed 's/movabs.*/nop/' text.s >plain.s
# Said outright: binutils 2.41 and newer, as Debian builds them, no longer take a missing note for it.
sed 's/GNU-stack,""/GNU-stack,"x"/' plain.s >stack.s
for name in text stack plain; do
    "$CC" -c $name.s
done
baseline plain.o
copy text.o -Wl,-z,notext
finds 'text relocations' \
    "E: text-relocations: /$V3/libfoo.so.1.0: has text relocations, the baseline has none; compile all of it with -fPIC"
copy stack.o -Wl,--no-warn-execstack
finds 'an executable stack' \
    "E: executable-stack: /$V3/libfoo.so.1.0: makes stacks executable, the baseline does not; give each assembly file a .note.GNU-stack section"
copy plain.o
finds 'neither is fine'
baseline stack.o text.o -Wl,-z,notext -Wl,--no-warn-execstack -Wl,--allow-multiple-definition
copy stack.o text.o -Wl,-z,notext -Wl,--no-warn-execstack -Wl,--allow-multiple-definition
finds 'both are said of the copy only if the baseline has not'
rm -r root
baseline -O2 -Wl,-z,relro,-z,now -fcf-protection -fstack-protector-all -D_FORTIFY_SOURCE=2
copy -Wl,-z,norelro,-z,lazy -fcf-protection=none -fno-stack-protector -U_FORTIFY_SOURCE -Wl,-z,noseparate-code
finds 'hardening lost' \
    "W: hardening-lost: /$V3/libfoo.so.1.0: lacks what protects the baseline: RELRO, BIND_NOW, stack protector, fortified functions; append the flavor's flags to the distribution's"
copy -Wl,-z,relro,-z,now -fcf-protection -fstack-protector-all -D_FORTIFY_SOURCE=2
finds 'hardening kept'
