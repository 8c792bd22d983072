#!/bin/sh
# SPDX-License-Identifier: MIT
# Of the make that calls hwflavor the package's make gets the jobserver only: no variables, no -e or -i, no makefiles. make -n is a
# dry run, and a make with arguments in MAKE is not taken.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc

twin make source
cat >source/hwflavors <<'END'
Flavors:
END
echo 'bomb := $(shell touch bomb)' >bomb.mk
# The package's own flags, and an error that -i would hide.
compiled() {
    is "$status $(grep -c ' -O2 -fPIC -c -o foo.o' build/baseline/build.log)" '0 1' "$1"
    rm -rf build
}

cat >outer.mk <<'END'
all:
	+@"$$HWFLAVOR" build --source source --build-dir build
END
run make -f outer.mk CFLAGS=-O1 FOO=bar
compiled 'a variable of the make above'
run make -j2 -f outer.mk CFLAGS=-O1
compiled 'one with a jobserver too'
for set in 'MAKEFLAGS= -- CFLAGS=-O1' 'MAKEFLAGS=e CFLAGS=-O1' 'GNUMAKEFLAGS=CFLAGS=-O1' "MAKEFILES=$TMP/bomb.mk" 'MAKE=make -s' \
    'HWFLAVOR_DRY_RUN=yes' 'MAKEFLAGS=q' 'MAKEFLAGS=t'; do
    run env "$set" CFLAGS= "$HWFLAVOR" build --source source --build-dir build
    compiled "$set"
done
is "$(find . -name bomb)" '' 'no makefile of the environment is read'

run make -n -f outer.mk
is "$status $(grep -c "^+ env .* make -S -C $TMP/build/baseline/tree" stdout) $(find . -name build)" '0 1 ' 'make -n is a dry run'
run env MAKEFLAGS=-n "$HWFLAVOR" build --source source --build-dir build
is "$status $(grep -c "^+ env .* make -S -C $TMP/build/baseline/tree" stdout) $(find . -name build)" '0 1 ' 'so is MAKEFLAGS=-n'

echo 'no such code' >>source/foo.c
for set in MAKEFLAGS=i MAKEFLAGS=-i GNUMAKEFLAGS=-i; do
    run env "$set" "$HWFLAVOR" build --source source --build-dir build
    like "$status $(grep ^baseline stdout)" '^1 baseline +build FAILED' "$set hides no failure"
    rm -rf build
done
hwflavor_refuses 'an option for make' build --source source --build-dir build -- PREFIX=/usr -i <<'END'
hwflavor: -i: an option, but $TMP/source has plain makefiles, which take VARIABLE=VALUE only; take it out
END
