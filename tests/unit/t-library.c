// SPDX-License-Identifier: MIT
#include "elf/library.h"

#include <elf.h>

#include "base/file.h"
#include "elf/likeness.h"
#include "tap.h"

static const char prelude[] =
    "CC=${CC:-cc}\n"
    "link() { out=$1; shift; printf '%s\\n' \"$source\" | $CC -shared -fPIC -O2 -x c -o \"$out\" - "
    "\"$@\"; }\n"
    "source='#include <stdio.h>\n"
    "int data[4] = {1, 2}; const char *names[] = {\"a\", \"b\"}; static __thread int t "
    "__attribute__((tls_model(\"initial-exec\"))) = 5;\n"
    "int other(int a) { return a ? puts(names[a]) : data[a]; }\n"
    "int foo(int a) { return other(a) + t++; }\n"
    "int (*calls[])(int) = {foo, other};'\n";

static void sh(const char *script)
{
	if (sh_status(prelude, script) != 0) {
		printf("Bail out! this failed: %s\n", script);
		exit(1);
	}
}

static struct library library;
static struct error error;

static int read_again(const char *path)
{
	library_free(&library);
	error_clear(&error);
	return library_read(path, &library, &error);
}

static void test_fields(void)
{
	sh("link lib.so -Wl,-soname,libfoo.so.10 -Wl,-rpath,/opt/x -Wl,--enable-new-dtags -lm "
	   "-Wl,--no-as-needed -lm -Wl,--build-id=0x0123abcd");
	sh("link old.so -Wl,-rpath,/opt/y -Wl,--disable-new-dtags -Wl,--build-id=none");
	ok(read_again("lib.so") == 0, "a shared object is read");
	ok(library.kind == LIBRARY_SHARED, "its kind is shared");
	ok(library.bits == 8 * sizeof(void *), "its class is this machine's");
	is(library.soname, "libfoo.so.10", "its SONAME");
	is(library.runpath, "/opt/x", "its runpath");
	is(library.rpath, NULL, "no rpath beside a runpath");
	is(library.build_id, "0123abcd", "its build-id");
	char *needed = strlist_join(&library.needed, " ");
	is(needed, "libm.so.6 libc.so.6", "what it needs, in order");
	free(needed);
	sh("cp lib.so bare.so; strip bare.so; objcopy --help | grep -q strip-section-headers && "
	   "objcopy --strip-section-headers bare.so || "
	   "printf '\\0\\0\\0\\0\\0\\0\\0\\0' | dd of=bare.so bs=1 seek=40 conv=notrunc "
	   "2>/dev/null");
	ok(read_again("bare.so") == 0, "a library without section headers is read");
	is(library.soname, "libfoo.so.10", "its SONAME is found by the program headers");
	is(library.build_id, "0123abcd", "and its build-id");
	ok(read_again("old.so") == 0 && !library.soname && !library.build_id,
	   "no SONAME and no build-id are NULL");
	is(library.rpath, "/opt/y", "the old kind of rpath");
}

static void kind_is(const char *path, enum library_kind kind, const char *name)
{
	int result = read_again(path);

	if (!ok(result == 0 && library.kind == kind, name))
		printf("# result %d kind %d %s\n", result, (int)library.kind,
		       error.text ? error.text : "");
}

static void test_kinds(void)
{
	sh("echo 'int main(void) { return 0; }' >m.c; $CC -pie -fPIE m.c -o pie; "
	   "$CC -no-pie m.c -o program; $CC -c m.c -o m.o; $CC -static-pie -fPIE m.c -o "
	   "static-pie; "
	   "echo 'INPUT(-lfoo)' >script.so; : >empty; printf '\\177EL' >three; mkfifo pipe; "
	   "source='#define L \"/lib/ld.so\"\nconst char in[] "
	   "__attribute__((section(\".interp\"))) = L;' ; "
	   "link interp.so -Wl,-soname,libc.so.6; link interp-only.so");
	sh("link g.so -g -Wl,-soname,g; objcopy --only-keep-debug g.so g.debug");
	kind_is("pie", LIBRARY_PIE, "a position-independent program");
	kind_is("static-pie", LIBRARY_PIE, "a static one, which has no interpreter");
	kind_is("program", LIBRARY_PROGRAM, "a program with a fixed address");
	kind_is("m.o", LIBRARY_OTHER, "an object file");
	kind_is("g.debug", LIBRARY_OTHER, "detached debug information");
	kind_is("interp.so", LIBRARY_SHARED, "a library with an interpreter, as libc.so.6");
	kind_is("interp-only.so", LIBRARY_PIE, "an interpreter without SONAME: a program");
	kind_is("script.so", LIBRARY_NOT_ELF, "a linker script is not ELF");
	kind_is("empty", LIBRARY_NOT_ELF, "an empty file is not ELF");
	kind_is("three", LIBRARY_NOT_ELF, "three bytes are not ELF");
	kind_is("pipe", LIBRARY_NOT_ELF, "a pipe is not ELF, and does not block");
	ok(read_again("nothing") == -1, "a file that is not there is an error");
	is(error.text, "nothing: cannot be read: No such file or directory", "and says so");
}

static void damaged(const char *path, const char *what, const char *name)
{
	char *text = str_format("%s: is a damaged ELF file: %s; build or copy it anew", path, what);
	int result = read_again(path);

	is(result == 0 ? NULL : error.text, text, name);
	free(text);
}

/* Writes lib.so with one word of its dynamic section changed, or cut off. */
static void test_damage(void)
{
	sh("printf '\\177ELF' >four; head -c 40 lib.so >forty; head -c 100 lib.so >hundred; "
	   "size=$(wc -c <lib.so); head -c $((size - 1)) lib.so >short; "
	   "cp bare.so cut; truncate -s 9000 cut; cp lib.so class; "
	   "printf '\\7' | dd of=class bs=1 seek=4 conv=notrunc 2>/dev/null");
	damaged("four", "its header is not whole", "four bytes of ELF");
	damaged("forty", "its header is not whole", "half a header");
	damaged("hundred", "its program headers lie outside the file",
	        "cut in the program headers");
	damaged("short", "its section headers lie outside the file", "cut in the section headers");
	damaged("class", "its header is not whole", "no known class");
	int result = read_again("cut");
	ok(result == -1 && strstr(error.text, " ends after the file;"), "cut in a segment");

	/* An unterminated SONAME: the offset of the string table's last byte, made not NUL. */
	size_t size;
	char *bytes = file_read("bare.so", 1 << 20, &size, &error);
	for (size_t i = 0; bytes && i + 16 <= size; i += 8) {
		Elf64_Dyn *tag = (Elf64_Dyn *)(void *)(bytes + i);
		if (tag->d_tag == DT_SONAME && tag[1].d_tag != 0 && tag->d_un.d_val < 4096) {
			tag->d_un.d_val = 0x7fffffff;
			break;
		}
	}
	library_free(&library);
	error_clear(&error);
	result = library_read_memory("mem", bytes, size, &library, &error);
	is(result == 0 ? NULL : error.text,
	   "mem: is a damaged ELF file: a dynamic string has no end; build or copy it anew",
	   "a SONAME outside the string table");
	free(bytes);

	int wrong = 0;
	bytes = file_read("lib.so", 1 << 20, &size, &error);
	for (size_t length = 0; bytes && length < size; length += length < 2048 ? 1 : 61) {
		char *part = xcalloc(length + 1, 1);

		memcpy(part, bytes, length);
		library_free(&library);
		error_clear(&error);
		result = library_read_memory("part", part, length, &library, &error);
		wrong += length < 4 ? library.kind != LIBRARY_NOT_ELF : result != -1;
		free(part);
	}
	ok(wrong == 0, "cut at any place it is damaged, or not ELF");
	free(bytes);
}

static void same_is(const char *a, const char *b, int expected, const char *name)
{
	bool same = false;

	error_clear(&error);
	int result = library_same_code(a, b, &same, &error);
	if (!ok((result == 0 ? same : -1) == expected, name))
		printf("# got %d %s\n", result == 0 ? same : -1, error.text ? error.text : "");
}

static void test_same(void)
{
	sh("for i in a b; do link $i.so -Wl,-soname,x; done; link id.so -Wl,-soname,x "
	   "-Wl,--build-id=0x99; "
	   "link noid.so -Wl,-soname,x -Wl,--build-id=none; link debug.so -Wl,-soname,x -g; "
	   "cp debug.so stripped.so; strip stripped.so; link soname.so -Wl,-soname,y; "
	   "link o.so -Wl,-soname,x -O0");
	sh("edit() { out=$1; source=$(printf '%s\\n' \"$source\" | sed \"$2\"); link $out "
	   "-Wl,-soname,x; }; "
	   "s=$source; edit data.so 's/{1, 2}/{1, 3}/'; source=$s; edit string.so "
	   "'s/\"b\"/\"c\"/'; "
	   "source=$s; edit order.so 's/{foo, other}/{other, foo}/'; source=$s; edit tls.so "
	   "'s/= 5;/= 6;/'; "
	   "source=$s; edit callee.so 's/puts(/remove(/'; "
	   "source=$s; edit bss.so 's/data\\[4\\]/zero[9],&/'; "
	   "source=$s; edit name.so 's/foo/fooo/'");
	same_is("a.so", "b.so", 1, "the same source gives the same code");
	same_is("a.so", "id.so", 1, "whatever the build-id");
	same_is("a.so", "noid.so", 1, "or without one");
	same_is("a.so", "debug.so", 1, "with debug information or without");
	same_is("debug.so", "stripped.so", 1, "stripped or not");
	same_is("a.so", "o.so", 0, "not with other code");
	same_is("a.so", "data.so", 0, "nor other data");
	same_is("a.so", "string.so", 0, "nor other strings");
	same_is("a.so", "order.so", 0, "nor another order of pointers, in relocations only");
	same_is("a.so", "callee.so", 0, "nor another function called");
	same_is("a.so", "tls.so", 0, "nor other thread-local data");
	same_is("a.so", "bss.so", 0, "nor a larger .bss");
	same_is("a.so", "name.so", 0, "nor an exported function of another name");
	same_is("a.so", "soname.so", 0, "nor another SONAME");
	same_is("a.so", "empty", -1, "a file that is not ELF is an error");
	same_is("a.so", "nothing", -1, "so is one that is not there");
	same_is("bare.so", "bare.so", 1, "without section headers, the same bytes are the same");
	sh("cp bare.so bare2.so; printf x >>bare2.so");
	same_is("bare.so", "bare2.so", 0, "and others are not");
}

/* The ISA marker is a note, which shifts what follows; on some library it crosses a page. */
static void test_marker(void)
{
	const char *names[] = {"with the ISA marker", "where the marker moved the code by a page"};

	if (sh_status(prelude, "link v3.so -Wl,-soname,x -Wl,-z,x86-64-v3 2>/dev/null && "
	                       "readelf -n v3.so | grep -q x86-64-v3") != 0) {
		skip(names[0], "the linker writes no ISA marker here");
		skip(names[1], "the linker writes no ISA marker here");
		return;
	}
	same_is("a.so", "v3.so", 1, names[0]);
	sh("address() { readelf -SW $1 | sed -n 's/.* \\.text  *PROGBITS  "
	   "*\\([0-9a-f]*\\).*/\\1/p'; }; "
	   "s=$source; for n in $(seq 40 160); do "
	   "source=\"$s $(seq $n | sed 's/.*/int f&(int a) {return a+&;} int (*p&)(int) = "
	   "f&;/')\"; "
	   "link pa.so -Wl,-soname,x; link pb.so -Wl,-soname,x -Wl,-z,x86-64-v3; "
	   "[ $(address pa.so) = $(address pb.so) ] || break; done; "
	   "[ $(address pa.so) != $(address pb.so) ]; "
	   "source=$(printf '%s\\n' \"$source\" | sed 's/int (\\*p3)(int) = f3;/int (*p3)(int) = "
	   "f2;/'); "
	   "link pc.so -Wl,-soname,x -Wl,-z,x86-64-v3");
	same_is("pa.so", "pb.so", 1, names[1]);
	same_is("pa.so", "pc.so", 0, "but not if a pointer leads elsewhere");
	sh("link march.so -Wl,-soname,x -Wl,-z,x86-64-v3 -march=x86-64-v3 -DA=1 -O3 "
	   "-ftree-vectorize; "
	   "source='void f(float *a, float *b, int n) { for (int i = 0; i < n; i++) a[i] += b[i] * "
	   "3; }'; "
	   "link va.so; link vb.so -march=x86-64-v3");
	same_is("va.so", "vb.so", 0, "code for another level is other code");
}

int main(void)
{
	tap_begin();
	test_fields();
	test_kinds();
	test_damage();
	test_same();
	test_marker();
	library_free(&library);
	error_clear(&error);
	return tap_end();
}
