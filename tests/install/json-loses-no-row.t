#!/bin/sh
# SPDX-License-Identifier: MIT
# A library whose name is no UTF-8 has its row in the JSON like any other.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc make python3

mkdir source
cat >source/Makefile <<'END'
CFLAGS = -O2
all:
	$(CC) $(CFLAGS) -shared -fPIC -o lib.so foo.c
install:
	mkdir -p $(DESTDIR)/usr/lib
	name=$$(printf 'x\377.so.1') && cp lib.so "$(DESTDIR)/usr/lib/$$name"
END
sed -i 's/-shared/-shared -Wl,-soname,foo.so.1/' source/Makefile
echo 'int foo(int a) { return __builtin_popcount(a); }' >source/foo.c
hwflavor install --source source --build-dir build --destdir out --flavors x86-64-v2 --arch amd64 --json
is "$status $(python3 -c 'import json; [print(c["flavor"], ascii(c["library"]), c["state"]) for c in json.load(open("stdout"))["copies"]]')" \
    "0 x86-64-v2 '/usr/lib/x\\ufffd.so.1' delivered" 'the copy is there'
