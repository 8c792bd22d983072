#!/bin/sh
# SPDX-License-Identifier: MIT
# What cannot be fused safely is refused with the symbol and the reason, and the baseline's library stays in its place.
set -eu
. "${0%/*}/../tap.sh"
. "$TOP/tests/sources.sh"
need gcc g++ jq

# refused NAME REASON [MAKE-ARGUMENT...] <SOURCE: a library of that source, bad.c, is not fused, for that reason.
count=0
refused() {
    name=$1 reason=$2
    shift 2
    count=$((count + 1))
    source=source$count
    mkdir "$source"
    cat >"$source/bad.${suffix:=c}"
    cat >"$source/Makefile" <<END
CC = gcc
CXX = g++
COMPILER = \$(CC)
LINKER = \$(CC)
CFLAGS = -O2 -fPIC
AFTER = :
libbad.so.1: bad.$suffix
	\$(COMPILER) \$(CFLAGS) -c bad.$suffix
	\$(LINKER) \$(LFLAGS) -shared -o \$@ bad.o
	\$(AFTER)
check:
install:
	install -D libbad.so.1 "\$(DESTDIR)/usr/lib/libbad.so.1"
END
    expected=1 hwflavor fuse --source "$source" --build-dir "build$count" --flavors x86-64-v2 -- LFLAGS=-Wl,-soname,libbad.so.1 "$@"
    like "$status $(sed -n 's/^hwflavor: [^ ]*: \(cannot be \)/\1/p' stderr)" "^1 cannot be $reason$" "$name"
    cmp -s "build$count/fused/root/usr/lib/libbad.so.1" "build$count/baseline/root/usr/lib/libbad.so.1" || fail "$name: the baseline's stays"
    suffix=c
}

suffix=cc refused 'C++' 'fused: bad\.o is C\+\+, whose .* \(_Z3fooi\)' 'COMPILER=$(CXX)' 'LINKER=$(CXX)' <<'END'
int foo(int a) { return a; }
END
suffix=cc refused 'C++ behind a C interface' 'fused: bad\.o is C\+\+, .* \(_Z.*\)' 'COMPILER=$(CXX)' 'LINKER=$(CXX)' <<'END'
struct shape { virtual int area(); virtual ~shape() {} };
int shape::area() { return 1; }
extern "C" int foo() { shape s; return s.area(); }
END
refused 'link-time optimization' 'fused: bad\.o was compiled for link-time optimization; .*' 'CFLAGS=-O2 -fPIC -flto' <<'END'
int foo(int a) { return a; }
END
refused 'a hidden name of exported data' 'fused: flavor x86-64-v2: hidden is another name for the exported data foo' <<'END'
int foo = 1;
extern int hidden __attribute__((alias("foo"), visibility("hidden")));
int bar(void) { return hidden++; }
END
refused 'a nameless way into exported data' \
    'fused: flavor x86-64-v2: in \.text a reference leads into the exported data foo past its name' <<'END'
__asm__(".data\n.globl foo\n.type foo, @object\n.size foo, 8\nfoo:\n.Lfoo: .quad 1\n.text\n"
        ".globl bar\n.type bar, @function\nbar: movl $1, .Lfoo+4(%rip)\nret\n.size bar, .-bar\n");
END
refused 'text relocations' 'fused: it has text relocations; .*' 'LFLAGS=-Wl,-soname,libbad.so.1 -Wl,-z,notext' <<'END'
__asm__(".text\n.globl table\n.type table, @object\n.size table, 8\ntable: .quad malloc\n");
int foo(int a) { return a; }
END
refused 'an address by its distance' \
    'fused: flavor baseline: in \.data the address of the exported function foo is taken by its distance \(relocation 2\), .*' <<'END'
__attribute__((visibility("protected"))) int foo(int a) { return a; }
__asm__(".data\ndistance: .long foo - .\n.text\n");
END
refused 'a library that dispatches by itself' 'fused: foo is an IFUNC, so the library chooses by itself already' <<'END'
static int one(int a) { return a; }
static void *choose(void) { return (void *)one; }
int foo(int a) __attribute__((ifunc("choose")));
END
refused 'a private IFUNC' 'fused: flavor baseline: foo is an IFUNC, so the library chooses by itself already' <<'END'
static int one(int a) { return a; }
static void *choose(void) { return (void *)one; }
static int foo(int a) __attribute__((ifunc("choose")));
int bar(int a) { return foo(a); }
END
refused 'exported data without a size' 'fused: flavor baseline: the exported data foo has no size, so that its contents cannot be compared; .*' <<'END'
__asm__(".section .rodata\n.globl foo\nfoo: .long 1\n.text\n");
int bar(int a);
int bar(int a) { return a; }
END
refused 'assembly without types' 'fused: flavor baseline: foo is exported from assembly without a type: .*' <<'END'
__asm__(".text\n.globl foo\nfoo: ret\n");
END
refused 'other contents of exported data' 'fused: flavor x86-64-v2: the exported data foo has other contents than the baseline'"'"'s' <<'END'
#ifdef __SSE4_2__
const int foo[2] = {1, 2};
#else
const int foo[2] = {1, 3};
#endif
END
refused 'other pointers in exported data' \
    'fused: flavor x86-64-v2: the exported data foo has another size or other pointers' <<'END'
extern int bar(int);
#ifdef __SSE4_2__
const void *const foo[2] = {bar, 0};
#else
const void *const foo[2] = {bar, bar};
#endif
int bar(int a) { return a; }
END
refused 'a function that a flavor lacks and that has a state' \
    'fused: flavor x86-64-v2: it lacks the exported function foo, and the baseline'"'"'s uses data in \.bss of bad\.o' <<'END'
static int state;
static __attribute__((noinline)) int inner(void) { return ++state; }
#ifndef __SSE4_2__
int foo(void) { return inner(); }
#endif
int bar(void) { return inner(); }
END
refused 'constructors where they cannot be told apart' 'fused: flavor baseline: it has constructors in a section \.init, .*' <<'END'
__asm__(".section .init\nnop\n.text\n");
int foo(int a) { return a; }
END
refused 'a function that the linker is to have called' 'fused: it is linked with -init, .*' \
    'LFLAGS=-Wl,-soname,libbad.so.1,-init,foo' <<'END'
int foo(int a) { return a; }
END
refused 'a link that nobody saw' 'fused: its link was not recorded; .*' LINKER=/usr/bin/ld 'LFLAGS=-soname libbad.so.1' <<'END'
int foo(int a) { return a; }
END
refused 'an object that is damaged' 'linked again: .*bad\.o: file format not recognized.*' \
    'AFTER=printf x >bad.o' <<'END'
int foo(int a) { return a; }
END
refused 'and one that is cut short' 'linked again: .*bad\.o: .*' 'AFTER=truncate -s 300 bad.o' <<'END'
int foo(int a) { return a; }
END

# Where the baseline's function needs nothing of its own, it serves.
mkdir less
cat >less/less.c <<'END'
static const int table[] = {1, 2, 3};
static __attribute__((noinline)) int inner(int a) { return table[a]; }
#ifndef __SSE4_2__
int foo(int a) { return inner(a); }
#endif
int bar(int a) { return inner(a) + 1; }
END
cat >less/Makefile <<'END'
CC = gcc
libless.so.1: less.c
	$(CC) -O2 -fPIC -shared -Wl,-soname,libless.so.1 -o $@ less.c
check:
install:
	install -D libless.so.1 "$(DESTDIR)/usr/lib/libless.so.1"
END
hwflavor fuse --source less --build-dir build-less --flavors x86-64-v2
is "$status" 0 'a function without a state may be missing in a flavor'

hwflavor fuse --source less --build-dir build-less --flavors x86-64-v2 --json
is "$(jq -c '[.flavors, (.libraries[] | .library, .fused)]' stdout)" '["baseline x86-64-v2","/usr/lib/libless.so.1",true]' 'the answer as JSON'
printf x >"$(echo build-less/baseline/links/*)"
expected=1 hwflavor fuse --source less --build-dir build-less --flavors x86-64-v2
like "$(cat stderr)" 'links/libless\.so\.1\.[0-9]*: is no recorded link; build the library anew$' 'a record that is damaged'
