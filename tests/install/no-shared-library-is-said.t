#!/bin/sh
# SPDX-License-Identifier: MIT
# A source that installs no shared library has nothing to make copies of, which is said.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc cmake

mkdir static
echo 'int q(void); int q(void) { return 1; }' >static/q.c
printf '%s\n' 'cmake_minimum_required(VERSION 3.18)' 'project(q C)' 'add_library(q q.c)' 'install(TARGETS q DESTINATION lib)' >static/CMakeLists.txt
hwflavor install --source static --build-dir build --destdir out --flavors x86-64-v2 -j2
is "$status $(cd out && find . -type f)" '0 ./usr/local/lib/libq.a' 'the static library is installed'
like "$(cat stderr)" '^hwflavor: the baseline installs no shared library, so there is nothing to copy; see whether it has to be told to build one$' \
    'and that it is the only one is said'

hwflavor install --source static --build-dir build --destdir shared --flavors x86-64-v2 -j2 -- -DBUILD_SHARED_LIBS=ON
is "$status $(grep -c 'no shared library' stderr)" '0 0' 'with a shared library it is not'
