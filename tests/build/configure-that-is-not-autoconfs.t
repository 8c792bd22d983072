#!/bin/sh
# SPDX-License-Identifier: MIT
# A configure script written by hand is not given what only Autoconf's know of, and is said to be one where its choice of flags is asked.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc

twin make source
cat >source/configure <<'END'
#!/bin/sh
for arg; do
    case $arg in --build=* | --prefix=* | --disable-static) ;; *) echo "unknown argument $arg" && exit 1 ;; esac
done
cp "${0%/*}"/foo* .
sed "s/^CFLAGS = .*/CFLAGS = ${CFLAGS:--O2} -fPIC/" "${0%/*}/Makefile" >Makefile
END
chmod +x source/configure
expected=1
hwflavor build --source source --build-dir build --flavors x86-64-v3 -j2
is "$status $(plain_table stdout)" '1 FLAVOR STEP TIME COPIES
baseline build T -
x86-64-v3 configure FAILED T - see $TMP/build/x86-64-v3/configure.log' 'the baseline is built; what the flavor is to be added to is not known'
is "$(tail -n 1 build/x86-64-v3/configure.log)" \
    "hwflavor: the source's configure is not Autoconf's: it left no config.status that tells CFLAGS; set CFLAGS in the environment" 'it is said why'
export CFLAGS=-O1 CXXFLAGS=-O1
expected=0
hwflavor build --source source --build-dir build --flavors x86-64-v3 -j2
is "$status $(grep -c -e '-O1 .*-march=x86-64-v3 -fPIC -c -o foo.o' build/x86-64-v3/build.log)" '0 1' 'with given flags it is built'
