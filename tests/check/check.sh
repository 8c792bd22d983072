# shellcheck shell=sh
# What the tests of check share: a small library, and a tree with its baseline and one copy in which nothing is wrong. Sourced after tap.sh.

need python3
[ "$(uname -m)" = x86_64 ] || skip_all 'the libraries of these tests are for amd64'
unset CFLAGS CPPFLAGS LDFLAGS LD_RUN_PATH GCC_COLORS
CC=gcc
LIBDIR=usr/lib/x86_64-linux-gnu
V3=$LIBDIR/glibc-hwcaps/x86-64-v3
V3FLAGS='-march=x86-64-v3 -Wl,-z,x86-64-v3'

# The library: with -march=x86-64-v3 every gcc makes AVX2 of it.
cat >foo.c <<'END'
#include <stdio.h>
#include <string.h>
int foo_table[4] = {1, 2, 3, 4};
int foo_sum(const int *a, int n)
{
	int sum = foo_table[0];
	for (int i = 0; i < n; i++)
		sum += a[i] * a[i];
	return sum;
}
#ifndef LACKS_PRINT
int foo_print(const char *text)
{
	char buffer[64];
	strcpy(buffer, text);
	return puts(buffer);
}
#endif
#ifdef MORE
MORE
#endif
END

# library OUT [GCC-ARG...]: compiles it.
library() {
    check_out=$1
    shift
    mkdir -p "$(dirname "$check_out")"
    "$CC" -shared -fPIC -O3 -g -Wl,-soname,libfoo.so.1 "$@" -o "$check_out" foo.c
}

# baseline [GCC-ARG...], copy [GCC-ARG...]: the library in its place below root/, with its link.
baseline() {
    library "root/$LIBDIR/libfoo.so.1.0" "$@"
    ln -sf libfoo.so.1.0 "root/$LIBDIR/libfoo.so.1"
}

copy() {
    # shellcheck disable=SC2086 # a list of flags
    library "root/$V3/libfoo.so.1.0" $V3FLAGS "$@"
    ln -sf libfoo.so.1.0 "root/$V3/libfoo.so.1"
}

# remove_section_headers FILE: leaves a 64-bit ELF file what the loader uses.
remove_section_headers() {
    python3 -c 'import struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
struct.pack_into("<Q", data, 0x28, 0)
struct.pack_into("<HHH", data, 0x3a, 0, 0, 0)
open(sys.argv[1], "wb").write(data)' "$1"
}

# finds NAME [LINE...]: passes if check says exactly these lines about root/, and its exit status is theirs.
finds() {
    check_name=$1
    shift
    check_status=0
    : >.expected
    for check_line; do
        printf '%s\n' "$check_line" >>.expected
        case $check_line in
        E:*) check_status=1 ;;
        esac
    done
    # shellcheck disable=SC2086 # options
    hwflavor_is "$check_name" "$check_status" check --glibc 2.36 ${check_options-} root <.expected
}
