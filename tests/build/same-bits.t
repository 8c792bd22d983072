#!/bin/sh
# SPDX-License-Identifier: MIT
# A copy's bytes do not depend on where, with how many jobs or beside which flavors it was built: libraries with their debug information
# are compared, installed ones and stripped ones.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc autoconf automake libtoolize cmake meson ninja dpkg-buildflags strip

# same NAME LEFT RIGHT: the libraries and modules of two flavors' roots are the same files, as installed and stripped.
same() {
    (cd "$2" && find . -name '*.so*' -type f | sort) >left.list
    (cd "$3" && find . -name '*.so*' -type f | sort) >right.list
    is "$(wc -l <left.list) $(cat right.list)" "$libraries $(cat left.list)" "$1: the same libraries"
    differ=
    while read -r library; do
        cmp -s "$2/$library" "$3/$library" || differ="$differ $library"
        strip -o left.so "$2/$library"
        strip -o right.so "$3/$library"
        cmp -s left.so right.so || differ="$differ $library(stripped)"
    done <left.list
    is "$differ" '' "$1: the same bytes"
}

# variant SOURCE BUILD OPTIONS...: builds and installs there; the roots are in BUILD.
variant() {
    variant_source=$1 variant_build=$2
    shift 2
    hwflavor install --source "$variant_source" --build-dir "$variant_build" --destdir "$variant_build.out" "$@"
    is "$status" 0 "builds in $variant_build"
}

# libfoo: elsewhere, inside the source, with one job, one flavor alone.
libraries=3
libfoo here/source
mkdir -p 'a/much/longer/place'
cp -a here/source a/much/longer/place/other-name
variant here/source here/build -j4
variant a/much/longer/place/other-name a/much/longer/place/other-name/inside/build --flavors x86-64-v3 -j1
inside=a/much/longer/place/other-name/inside/build
same 'libfoo, x86-64-v3: alone, with one job, inside the source, elsewhere' here/build/x86-64-v3/root "$inside/x86-64-v3/root"
same 'libfoo, baseline' here/build/baseline/root "$inside/baseline/root"

# The same for the small twins, with flags given, with none, and with dpkg's, which hold the path of the source.
libraries=1
for system in autoconf cmake meson make; do
    twin "$system" "one/$system"
    mkdir -p an/other
    cp -a "one/$system" "an/other/$system"
    # Fit for Debian.
    [ "$system" != make ] || sed -i 's/^CFLAGS = .*/CFLAGS += -g -fPIC/' "one/$system/Makefile" "an/other/$system/Makefile"
    case $system in
    autoconf | make) all='none given dpkg' ;;
    *) all='none dpkg' ;;
    esac
    for flags in $all; do
        case $flags in
        none) unset DEB_BUILD_MAINT_OPTIONS CFLAGS ;;
        given) export CFLAGS='-g -O2' ;;
        dpkg) unset CFLAGS && export DEB_BUILD_MAINT_OPTIONS=hardening=+all ;;
        esac
        variant "one/$system" "one/build-$system-$flags" --flavors x86-64-v3 -j4
        variant "an/other/$system" "an/other/$system/build-$flags" --flavors x86-64-v3 -j1
        same "$system, $flags: x86-64-v3" "one/build-$system-$flags/x86-64-v3/root" "an/other/$system/build-$flags/x86-64-v3/root"
        same "$system, $flags: baseline" "one/build-$system-$flags/baseline/root" "an/other/$system/build-$flags/baseline/root"
    done
    unset DEB_BUILD_MAINT_OPTIONS
done

# A library that links another one of the project carries an RPATH into the build folder until it is installed.
libraries=2
mkdir -p two/cmake and/another
cat >two/cmake/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.14)
project(two C)
add_library(inner SHARED inner.c)
add_library(outer SHARED outer.c)
target_link_libraries(outer PRIVATE inner)
set_target_properties(inner PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/below)
set_target_properties(inner outer PROPERTIES SOVERSION 1)
install(TARGETS inner outer LIBRARY DESTINATION lib)
END
echo 'int inner(void) { return 1; }' >two/cmake/inner.c
echo 'int inner(void); int outer(void) { return inner(); }' >two/cmake/outer.c
cp -a two/cmake and/another/
variant two/cmake two/build --flavors x86-64-v2
variant and/another/cmake and/another/cmake/build --flavors x86-64-v2
for flavor in baseline x86-64-v2; do
    same "two libraries with cmake: $flavor" "two/build/$flavor/root" "and/another/cmake/build/$flavor/root"
done
is "$(find two/build.out -path '*glibc-hwcaps*' -name '*.so*')" '' 'two libraries with cmake: no copy with the code of the baseline is shipped'
