#!/bin/sh
# SPDX-License-Identifier: MIT
# header-differs: only the headers of the baseline are delivered, and programs compiled with them meet every copy.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/check/check.sh"

unset MAKEFLAGS MFLAGS MAKELEVEL
cp -R "$TOP/tests/libfoo-make" source
cat >>source/Makefile <<'END'
install: config
config: all
	install -d "$(DESTDIR)$(PREFIX)/include"
	echo '#define FOO_CFLAGS "$(CFLAGS)"' >"$(DESTDIR)$(PREFIX)/include/config.h"
	echo '#define FOO_FLAVOR "$(shell ./foo-info >/dev/null 2>&1; $(CC) $(CFLAGS) -dM -E - </dev/null | grep -c __AVX2__)"' >"$(DESTDIR)$(PREFIX)/include/flavor.h"
END
run "$HWFLAVOR" install --source source --flavors x86-64-v3 --destdir dest
is "$status" 0 'a difference is no error'
is "$(grep '^W' stderr)" \
    'W: header-differs: x86-64-v3/root/usr/local/include/flavor.h: differs from the baseline'\''s in more than flags, and only that is delivered; look at the difference' \
    'a value that differs is said, flags that are written down are not'
