#!/bin/sh
# SPDX-License-Identifier: MIT
# An Autoconf source without a check target, with one that does nothing, or with an Automake check that runs no test, is not tested.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc autoconf automake

verdict_is() {
    is "$status $(grep ^baseline stdout | sed -E 's/ +/ /g; s/ [0-9]+:[0-9]+ / T /')" "0 baseline $1" "$2"
}

twin autoconf plain
rm -rf build
hwflavor test --source plain --build-dir build --flavors baseline
verdict_is 'test T - tested on this CPU' 'a check that does something'
sed -i '/^check:/,/foo-info$/d' plain/Makefile.in
rm -rf build
hwflavor test --source plain --build-dir build --flavors baseline
verdict_is 'test T - NOT TESTED: its makefile has no target check that does anything' 'no target check'
echo 'check: all' >>plain/Makefile.in
rm -rf build
hwflavor test --source plain --build-dir build --flavors baseline
verdict_is 'test T - NOT TESTED: its makefile has no target check that does anything' 'one without a recipe'

mkdir -p automake/sub
cat >automake/configure.ac <<'END'
AC_INIT([none], [1])
AM_INIT_AUTOMAKE([foreign])
AC_CONFIG_FILES([Makefile sub/Makefile])
AC_OUTPUT
END
automake_is() {
    printf "%b" "$1" >automake/sub/Makefile.am
    (cd automake && autoreconf -fi >/dev/null 2>&1)
    rm -rf build
    hwflavor test --source automake --build-dir build --flavors baseline
    verdict_is "$2" "$3"
}
echo 'SUBDIRS = sub' >automake/Makefile.am
automake_is '' 'test T - NOT TESTED: its makefile has no target check that does anything' 'Automake: no TESTS'
automake_is 'TESTS =\n' "test T - NOT TESTED: it has no tests (Automake's harness counts none)" 'Automake: an empty TESTS'
automake_is 'check-local:\n\ttrue\n' 'test T - tested on this CPU' 'Automake: check-local'
automake_is 'TESTS = t\nt:\n\tln -s /bin/true t\n' 'test T - tested on this CPU' 'Automake: TESTS'
