#!/bin/sh
# SPDX-License-Identifier: MIT
# A package whose make install does not honour DESTDIR installs once, not once per flavor, and is a failure that says so; so is one that
# installs nothing.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc

twin make source
expected=1
for install in ignores nothing; do
    if [ $install = ignores ]; then
        sed -i -e 's/"$(DESTDIR)/"/g' -e "/^install:/a\\\techo once >>$TMP/count" source/Makefile
    else
        sed -i -e '/^install:/,/^$/d' source/Makefile
        printf 'install:\n\techo once >>%s\n' "$TMP/count" >>source/Makefile
    fi
    : >count
    hwflavor install --source source --build-dir build --destdir out --flavors x86-64-v2,x86-64-v3 -j2 -- PREFIX="$TMP/prefix"
    is "$status $(plain_table stdout)" '1 FLAVOR STEP TIME COPIES
baseline install FAILED T - see $TMP/build/baseline/install.log
x86-64-v2 build T - not installed, since the baseline is not
x86-64-v3 build T - not installed, since the baseline is not' "$install: the table"
    is "$(tail -n 1 build/baseline/install.log) $(cat count)" \
        'hwflavor: installed nothing in its DESTDIR; does its makefile honour DESTDIR? once' "$install: the log says so, and nothing ran twice"
    is "$(find . -maxdepth 1 -name out)" "" "$install: nothing is installed"
done
