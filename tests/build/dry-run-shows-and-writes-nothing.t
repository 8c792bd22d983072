#!/bin/sh
# SPDX-License-Identifier: MIT
# -n shows the commands of every flavor and step, and writes nothing, neither in a new build folder nor in an old one.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc autoconf automake cmake meson ninja

# state: every file of the private folder with size and time.
state() {
    find . -name 'std*' -prune -o -name '.tap*' -prune -o -name before -prune -o -printf '%p %s %T@\n' | sort | grep -v '^\. '
}

for system in autoconf cmake meson make; do
    twin "$system" "$system"
    state >before
    hwflavor install -n --source "$system" --build-dir new --flavors x86-64-v3 --destdir out
    is "$status $(state | diff before -)" '0 ' "$system: nothing is written"
    for flavor in baseline x86-64-v3; do
        tree="$TMP/new/$flavor/tree"
        like "$(cat stdout)" "^\\+ .*/probe $flavor gcc " "$system, $flavor: probe"
        case $system in
        autoconf)
            like "$(cat stdout)" "^\\+ env .* $TMP/autoconf/configure .*--build=x86_64-linux-gnu" "$system, $flavor: configure"
            like "$(cat stdout)" "^\\+ make -S -C $tree\$" "$system, $flavor: build"
            like "$(cat stdout)" "^\\+ make -S -C $tree install DESTDIR=$TMP/new/$flavor/root\$" "$system, $flavor: install"
            ;;
        cmake)
            like "$(cat stdout)" "^\\+ env .* cmake -G 'Unix Makefiles' .*$TMP/cmake" "$system, $flavor: configure"
            like "$(cat stdout)" "^\\+ make -S -C $tree\$" "$system, $flavor: build"
            like "$(cat stdout)" "^\\+ env DESTDIR=$TMP/new/$flavor/root cmake --install $tree" "$system, $flavor: install"
            ;;
        meson)
            like "$(cat stdout)" "^\\+ env .* meson setup .*$TMP/meson" "$system, $flavor: configure"
            like "$(cat stdout)" "^\\+ .*/with-jobs ninja -C $tree -j\$" "$system, $flavor: build"
            like "$(cat stdout)" "^\\+ env DESTDIR=$TMP/new/$flavor/root meson install -C $tree" "$system, $flavor: install"
            ;;
        make)
            like "$(cat stdout)" "^\\+ .*/copy-source $TMP/make $tree" "$system, $flavor: the source is copied"
            like "$(cat stdout)" "^\\+ env .*make -S -C $tree 'CC=.*/append-flags c gcc' [^ ]*'?CXX=.*g\\+\\+'\$" "$system, $flavor: build"
            like "$(cat stdout)" "^\\+ env .*make -S -C $tree .*install DESTDIR=$TMP/new/$flavor/root" "$system, $flavor: install"
            ;;
        esac
    done
    like "$(grep -- '-march=x86-64-v3' stdout)" . "$system: the flavor's flags are shown"
    unlike "$(cat stdout stderr)" 'No such file|not found' "$system: nothing stumbles over what is not there"
done

hwflavor build --source make --build-dir old --flavors x86-64-v3 -j2
touch make/foo.c
state >before
hwflavor build -n --source make --build-dir old --flavors x86-64-v3
is "$status $(state | diff before -)" '0 ' 'an old build folder stays as it is'
hwflavor test -n --source make --build-dir old --flavors x86-64-v3
is "$status $(state | diff before -)" '0 ' 'test writes nothing either'
like "$(cat stdout)" '^\+ env .*make .*check' 'and shows the command'
