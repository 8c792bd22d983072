#!/bin/sh
# SPDX-License-Identifier: MIT
# A source, a place or a compiler with which nothing can be built is one line that says what to do, before anything is made.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
mkdir src empty

hwflavor_refuses 'no source' build --source none <<'END'
hwflavor: $TMP/none: there is no such folder; give the source with --source
END
hwflavor_refuses 'a source that is a file' build --source stderr <<'END'
hwflavor: $TMP/stderr: there is no such folder; give the source with --source
END
hwflavor_refuses 'a source that configures nothing' build --source empty <<'END'
hwflavor: $TMP/empty: no configure, CMakeLists.txt, meson.build or Makefile is there; give the library's source with --source
END
: >empty/configure.ac
hwflavor_refuses 'one whose configure has to be made' build --source empty <<'END'
hwflavor: $TMP/empty: there is no configure script; run autoreconf -i there first
END
: >src/configure
hwflavor_refuses 'a build folder that is the source' build --source src --build-dir ./src/ <<'END'
hwflavor: $TMP/src: the build folder cannot be the source itself; give another one with --build-dir
END
: >src/config.status
hwflavor_refuses 'a source that was configured in place' build --source src <<'END'
hwflavor: $TMP/src: has been configured in place (config.status is there); run make distclean there first
END
rm src/config.status
: >file
hwflavor_refuses 'a build folder that is a file' build --source src --build-dir file <<'END'
hwflavor: $TMP/file: the folder cannot be made: File exists
END
hwflavor_refuses 'a build folder below a file' build --source src --build-dir file/build <<'END'
hwflavor: $TMP/file/build: the folder cannot be made: Not a directory
END
echo "Shell: $TMP/empty" >src/hwflavors
hwflavor_refuses 'a shell that is a folder' build --source src <<'END'
hwflavor: $TMP/src/hwflavors:1: Shell: $TMP/empty is a folder; name a program, or take the field out
END
rm src/hwflavors
run env TMPDIR="$TMP/none" "$HWFLAVOR" build -n --source src --flavors baseline
is "$status $(tap_plain <stderr | sed 's/hwflavor\.[A-Za-z0-9]*/X/')" \
    '2 hwflavor: $TMP/none/X: cannot be made; set TMPDIR to a folder for it: No such file or directory' 'a TMPDIR that is not there'

run env CC='no-such-cc -m64' "$HWFLAVOR" build --source src
is "$status $(cat stderr)" "2 hwflavor: CC is 'no-such-cc -m64', and there is no such program; correct CC" 'a CC that is not there'
mkdir bin
for tool in env sh; do
    ln -s "$(command -v $tool)" bin/
done
run env PATH="$TMP/bin" "$HWFLAVOR" build --source src --arch amd64
is "$status $(cat stderr)" '2 hwflavor: no C compiler is installed; install one (Debian: build-essential), or set CC' 'no compiler'
run env PATH="$TMP/bin" "$HWFLAVOR" build --source src --arch armhf
is "$status $(cat stderr)" \
    '2 hwflavor: arm-linux-gnueabihf-gcc is not installed; install it (Debian: crossbuild-essential-armhf)' 'no cross compiler'
printf '#!/bin/sh\necho "cc: no licence" >&2\nexit 1\n' >bin/cc
chmod +x bin/cc
run env CC="$TMP/bin/cc" "$HWFLAVOR" build --source src --flavors baseline
is "$status" 1 'a compiler that compiles nothing'
like "$(tap_plain <stderr)" "^    hwflavor: '\\\$TMP/bin/cc' compiles nothing, see its message above; repair it or set CC\$" 'says so'
like "$(cat stderr)" '^    cc: no licence$' 'with its message'
run env PATH="$TMP/bin" CC=/bin/true "$HWFLAVOR" build --source src --flavors baseline
is "$status $(cat stderr)" '2 hwflavor: make is not installed; install it (Debian: make)' 'no make'
