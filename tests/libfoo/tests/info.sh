#!/bin/sh
# SPDX-License-Identifier: MIT
#
# foo-info reaches libfoo, its private library and its module, and all three are of one flavor. The make that runs the C tests under
# an emulator does so by LOG_COMPILER=... on its command line, and make exports what is given there.

info() { eval "${LOG_COMPILER-} ./foo-info \"\$@\""; }

module=$PWD/.libs/foo-module.so
output=$(info --module "$module") || exit 1
echo "$output"

flavor=$(info | sed -n 's/^libfoo: //p')
expected="libfoo: $flavor
libfoo-private: $flavor
foo-module: $flavor"
test -n "$flavor" && test "$output" = "$expected"
