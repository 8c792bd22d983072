#!/bin/sh
# SPDX-License-Identifier: MIT
# Long: the wish that flags for single files came from: OpenSSH's umac.c with -funroll-loops on IA64 only, without a change to its makefiles
# and with compilers that do not know the flag. And what the flags, and the flavors, gain umac here. Run it on a quiet machine:
#
#     scripts/run-tests tests/long/bench-umac.t
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc g++ jq apt-get autoreconf

tree=$(debian_package openssh) || skip_all 'the source of openssh cannot be fetched'
source=$TMP/openssh
cp -a "$tree" "$source"
(cd "$source" && autoreconf -fi) >autoreconf.log 2>&1
export CFLAGS='-g -O2'

# One paragraph, and OpenSSH's own build.
build() {
    name=$1
    shift
    printf '%s\n' "$@" >"$name.file"
    hwflavor build --source "$source" --file "$name.file" --build-dir "build-$name" --flavors baseline -j2 -- --without-openssl
    is "$status" 0 "OpenSSH builds, $name"
}
build plain 'Build-System: autoconf'
build ia64 'Build-System: autoconf' '' 'Files: umac.c' 'Architectures: ia64' 'Cflags-If-Supported: -funroll-loops'
build amd64 'Build-System: autoconf' '' 'Files: umac.c' 'Cflags-If-Supported: -funroll-loops -fno-such-flag'
ok 'for IA64 only: the object is the same here, bit by bit' cmp build-plain/baseline/tree/umac.o build-ia64/baseline/tree/umac.o
ok 'where it is tuned it is another' sh -c 'test -s build-amd64/baseline/tree/umac.o && ! cmp -s build-plain/baseline/tree/umac.o build-amd64/baseline/tree/umac.o'
# version.h and the like apart, every object but umac.o.
differing=$(cd build-plain/baseline/tree && find . -name '*.o' | sort | while read -r object; do
    cmp -s "$object" "$TMP/build-amd64/baseline/tree/$object" || echo "$object"
done)
is "$differing" ./umac.o 'and no other object is'
like "$(cat stderr)" 'does not take -fno-such-flag: umac.c is compiled without it' 'a flag that the compiler does not know is left out and said'

# umac.c as a library, with the flags that OpenSSH's configure chooses: -fno-strict-aliasing among them.
mkdir src
cp -r build-plain/baseline/tree/config.h "$source"/*.[ch] "$source/openbsd-compat" src/
rm src/ssh*.c src/sftp*.c src/scp.c
flags=$(sed -n 's/^CFLAGS=//p' build-plain/baseline/tree/Makefile | tr ' ' '\n' | grep -v -e prefix-map -e '^-g$' | tr '\n' ' ')
like "$flags" 'fno-strict-aliasing' "OpenSSH's configure chooses -fno-strict-aliasing"
cat >src/extra.c <<'END'
/* What umac.c takes from the rest of OpenSSH. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
void *xcalloc(size_t count, size_t size);
void *xcalloc(size_t count, size_t size) { return calloc(count, size); }
void freezero(void *data, size_t size);
void freezero(void *data, size_t size) { memset(data, 0, size); free(data); }
uint32_t get_u32(const void *p);
uint32_t get_u32(const void *p) { uint32_t v; memcpy(&v, p, 4); return __builtin_bswap32(v); }
uint32_t get_u32_le(const void *p);
uint32_t get_u32_le(const void *p) { uint32_t v; memcpy(&v, p, 4); return v; }
void put_u32(void *p, uint32_t v);
void put_u32(void *p, uint32_t v) { v = __builtin_bswap32(v); memcpy(p, &v, 4); }
void put_u32_le(void *p, uint32_t v);
void put_u32_le(void *p, uint32_t v) { memcpy(p, &v, 4); }
END
cat >src/work.c <<'END'
/* work 64|128 BYTES TIMES: the tag of BYTES times "a". The key and nonce are those of RFC 4418. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include "umac.h"
int main(int argc, char **argv)
{
	int bits = argc == 4 ? atoi(argv[1]) : 0;
	size_t size = argc == 4 ? strtoul(argv[2], NULL, 10) : 0;
	unsigned char *text = malloc(size + 1), tag[16] = {0};
	memset(text, 'a', size);
	for (long times = argc == 4 ? atol(argv[3]) : 0; times > 0; times--) {
		if (bits == 64) {
			struct umac_ctx *context = umac_new((const u_char *)"abcdefghijklmnop");
			umac_update(context, text, (long)size);
			umac_final(context, tag, (const u_char *)"bcdefghi");
			umac_delete(context);
		} else {
			struct umac_ctx *context = umac128_new((const u_char *)"abcdefghijklmnop");
			umac128_update(context, text, (long)size);
			umac128_final(context, tag, (const u_char *)"bcdefghi");
			umac128_delete(context);
		}
	}
	for (int i = 0; i < bits / 8; i++)
		printf("%02X", tag[i]);
	printf("\n");
	return argc != 4;
}
END
cat >src/tags <<'END'
64 0 6E155FAD26900BE1
64 3 44B5CB542F220104
64 1024 26BF2F5D60118BD9
64 32768 27F8EF643B0D118D
64 1048576 A4477E87E9F55853
END
# RFC 4418 has no tags of 128 bits: the reference is a build that nothing optimizes.
(cd src && gcc -O0 -fno-strict-aliasing -I. -Iopenbsd-compat -o ../reference work.c umac.c umac128.c rijndael.c extra.c)
for size in 0 3 1024 32768 1048576; do
    echo "128 $size $(./reference 128 "$size" 1)"
done >>src/tags
while read -r bits size tag; do
    is "$(./reference "$bits" "$size" 1)" "$tag" "the reference: $bits bits, $size bytes"
done <src/tags
cat >src/Makefile <<END
CFLAGS = $flags -fPIC
PREFIX = /usr
OBJECTS = umac.o umac128.o rijndael.o extra.o
all: libumac.so.0 work
.c.o:
	\$(CC) \$(CFLAGS) -I. -Iopenbsd-compat -c -o \$@ \$<
libumac.so.0: \$(OBJECTS)
	\$(CC) \$(CFLAGS) -shared -Wl,-soname,\$@ -o \$@ \$(OBJECTS)
	ln -sf \$@ libumac.so
work: work.c libumac.so.0
	\$(CC) -O2 -I. -o \$@ work.c -L. -lumac
check: all
	while read -r bits size tag; do test "\$\$(LD_LIBRARY_PATH=. ./work \$\$bits \$\$size 1)" = "\$\$tag" || { echo "wrong tag: \$\$bits \$\$size" && exit 1; }; done <tags
install:
	install -D libumac.so.0 \$(DESTDIR)\$(PREFIX)/lib/libumac.so.0
END
cat >src/hwflavors <<'END'
Build-System: make
Flavors: unroll O3 v3 v3-O3 v4-O3 v3-strict

Benchmark: ./work 64 65536 6000
Benchmark-Name: umac-64

Benchmark: ./work 128 65536 3000
Benchmark-Name: umac-128
END
for flavor in 'unroll v2 -funroll-loops' 'O3 v2 -O3' 'v3 v3 -march=x86-64-v3' 'v3-O3 v3 -O3 -march=x86-64-v3' 'v4-O3 v4 -O3 -march=x86-64-v4' \
    'v3-strict v3 -O3 -march=x86-64-v3 -fstrict-aliasing'; do
    # shellcheck disable=SC2086 # words
    set -- $flavor
    name=$1 level=$2
    shift 2
    printf '\nFlavor: %s\nArchitecture: amd64\nDirectory: glibc-hwcaps/x86-64-%s\nFeatures: x86-64-%s\nCflags: %s\n' "$name" "$level" "$level" "$*" >>src/hwflavors
done
unset CFLAGS
hwflavor bench --source src --build-dir build -j2 --budget 120 --html page.html
is "$status" 0 'it measures'
cat stdout >&2
# Tags in every flavor. Without -fno-strict-aliasing they are wrong, and the flavor's own tests say so. (One by one, since some share a
# directory; without the record, since what does not pay is tested here too.)
mv src/hwflavors.bench record
for flavor in unroll O3 v3 v3-O3; do
    hwflavor test --source src --build-dir build -j2 --flavors "$flavor"
    is "$status $(grep -c 'tested on this CPU' stdout)" '0 2' "$flavor: the tags are right"
done
expected=1
hwflavor test --source src --build-dir build -j2 --flavors v3-strict
like "$(cat stdout)" '^v3-strict  *test FAILED' 'without -fno-strict-aliasing the tests fail'
like "$(cat build/v3-strict/test.log)" 'wrong tag: 128' 'for a tag of 128 bits'
