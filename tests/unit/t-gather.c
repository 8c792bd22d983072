// SPDX-License-Identifier: MIT
#include "build/gather.h"

#include "base/file.h"
#include "tap.h"

/*
 * base and v3 are the DESTDIRs: lib FILE SONAME NUMBER [FLAGS] makes a library whose code is that
 * number. fresh empties them; both lib and pair make the usual libfoo.
 */
static const char prelude[] =
    "CC=${CC:-cc}; L=usr/lib/x86_64-linux-gnu\n"
    "lib() { file=$1; soname=$2; number=$3; shift 3; mkdir -p \"$(dirname \"$file\")\"\n"
    "  echo \"int f(void) { return $number; }\" |\n"
    "  $CC -shared -fPIC -O1 -nostdlib -x c -o \"$file\" ${soname:+\"-Wl,-soname,$soname\"} - -x "
    "none \"$@\"; }\n"
    "fresh() { chmod -R u+rwx base v3 out 2>/dev/null || :; rm -rf base v3 out; mkdir base v3; }\n"
    "pair() { lib \"base/$1\" \"$2\" 1; lib \"v3/$1\" \"$2\" 3; }\n"
    "libfoo() { pair $L/libfoo.so.10.0.0 libfoo.so.10; for r in base v3; do\n"
    "  ln -s libfoo.so.10.0.0 $r/$L/libfoo.so.10; ln -s libfoo.so.10 $r/$L/libfoo.so; done; }\n"
    "same_code() { for f in \"$1\" \"$2\"; do objcopy -R .note.hwflavor $f code.${f%%/*}; done; "
    "cmp code.${1%%/*} code.${2%%/*}; }\n"
    "tree() { (cd \"$1\" && find . -mindepth 1 \\( -type l -printf '%P -> %l\\n' -o -type f "
    "-printf \\\n"
    "  '%P %m\\n' -o -printf '%P/ %m\\n' \\) | LC_ALL=C sort); }\n";

static struct gather_result result;
static struct error error;
static struct strlist modules;
static volatile sig_atomic_t stop;

static void sh(const char *script)
{
	if (sh_status(prelude, script) != 0) {
		printf("Bail out! this failed: %s\n", script);
		exit(1);
	}
}

static int install_to(const char *destdir, const char *directory)
{
	struct gather_flavor flavor = {strchr(directory, '/') ? "x86-64-v3" : "sse2", directory,
	                               "v3"};
	struct gather_request request = {.baseline_root = "base",
	                                 .flavors = &flavor,
	                                 .flavor_count = 1,
	                                 .modules = &modules,
	                                 .destdir = destdir,
	                                 .stop = &stop};

	gather_free(&result);
	error_clear(&error);
	return gather_install(&request, &result, &error);
}

static int install(void)
{
	return install_to("out", "glibc-hwcaps/x86-64-v3");
}

/* The result as lines "STATE FLAVOR LIBRARY INSTALLED", or the error. */
static char *summary(int outcome)
{
	struct str text = {0};

	if (outcome != 0)
		str_add(&text, "error: %s", error.text);
	for (size_t i = 0; i < result.count; i++) {
		const struct gather_copy *copy = &result.copies[i];

		str_add(&text, "%s%s %s %s%s%s", i > 0 ? "\n" : "", gather_state_name(copy->state),
		        copy->flavor, copy->library, copy->installed ? " " : "",
		        copy->installed ? copy->installed : "");
	}
	return str_take(&text);
}

static void outcome_is(int outcome, const char *expected, const char *name)
{
	char *text = summary(outcome);

	is(text, expected, name);
	free(text);
}

/* Compares what a shell command prints. */
static void output_is(const char *script, const char *expected, const char *name)
{
	char *command = str_format("exec >output 2>&1; %s", script);
	char *text;

	sh_status(prelude, command);
	text = file_read("output", 1 << 20, NULL, &error);
	is(text, expected, name);
	free(text);
	free(command);
}

#define LIBDIR "usr/lib/x86_64-linux-gnu"
#define V3 "glibc-hwcaps/x86-64-v3"
#define LIBFOO \
	"delivered x86-64-v3 /" LIBDIR "/libfoo.so.10.0.0 /" LIBDIR "/" V3 "/libfoo.so.10.0.0"

static void test_library(void)
{
	sh("fresh; libfoo; touch base/$L/libfoo.a v3/$L/libfoo.a v3/$L/libfoo.la; mkdir -p "
	   "base/usr/bin "
	   "v3/usr/bin base/usr/share/'a b'; echo x >base/usr/bin/prog; echo y >v3/usr/bin/prog; "
	   "chmod 4755 base/usr/bin/prog; chmod 700 base/usr/share/*; chmod 644 "
	   "base/$L/libfoo.so.10.0.0; "
	   "touch -d 2001-02-03 base/usr/bin/prog; touch -h -d 2001-02-03 base/$L/libfoo.so; "
	   "touch -d 2001-02-03 base/usr/bin; ln base/$L/libfoo.a base/$L/libhard.a");
	outcome_is(install(), LIBFOO, "a library of libdir gets its copy");
	output_is("tree out",
	          "usr/ 755\nusr/bin/ 755\nusr/bin/prog 4755\nusr/lib/ 755\n" LIBDIR
	          "/ 755\n" LIBDIR "/glibc-hwcaps/ 755\n" LIBDIR "/" V3 "/ 755\n" LIBDIR "/" V3
	          "/libfoo.so.10 -> libfoo.so.10.0.0\n" LIBDIR "/" V3
	          "/libfoo.so.10.0.0 755\n" LIBDIR "/libfoo.a 644\n" LIBDIR
	          "/libfoo.so -> libfoo.so.10\n" LIBDIR "/libfoo.so.10 -> libfoo.so.10.0.0\n" LIBDIR
	          "/libfoo.so.10.0.0 644\n" LIBDIR
	          "/libhard.a 644\nusr/share/ 755\nusr/share/a b/ 700\n",
	          "the baseline whole, and of the flavor nothing but the copy and its SONAME link");
	output_is("cmp out/$L/libfoo.so.10.0.0 base/$L/libfoo.so.10.0.0; cat out/usr/bin/prog; "
	          "same_code out/$L/glibc-hwcaps/x86-64-v3/libfoo.so.10 v3/$L/libfoo.so.10.0.0; "
	          "stat -c %y out/usr/bin/prog out/$L/libfoo.so out/usr/bin | cut -c1-10",
	          "x\n2001-02-03\n2001-02-03\n2001-02-03\n",
	          "the right bytes, and the times of files, links and folders");
	ok(result.count == 1 && result.copies[0].size > 1000, "the size of the copy");
	sh("find out | sort >before");
	outcome_is(install(), LIBFOO, "a second install does the same");
	output_is("find out | sort | diff before -", "", "and leaves the same");
}

static void test_where(void)
{
	sh("fresh; pair usr/lib/gvfs/libpriv.so.0 libpriv.so.0");
	outcome_is(install(),
	           "delivered x86-64-v3 /usr/lib/gvfs/libpriv.so.0 /usr/lib/gvfs/" V3
	           "/libpriv.so.0",
	           "a private folder has a hwcap directory of its own");
	output_is("tree out/usr/lib/gvfs/glibc-hwcaps",
	          "x86-64-v3/ 755\nx86-64-v3/libpriv.so.0 755\n",
	          "no link where the SONAME is the name");
	sh("fresh; pair libtop.so.0 libtop.so.0");
	outcome_is(install_to("out", "sse2"), "delivered sse2 /libtop.so.0 /sse2/libtop.so.0",
	           "the top of the root, and a legacy directory");
	sh("fresh; pair usr/lib/libx.so.1.0.0 libx.so.1; mv v3/usr/lib/libx.so.1.0.0 "
	   "v3/usr/lib/libx.so.1.0.1; lib v3/usr/lib/libother.so.1 libother.so.1 4");
	outcome_is(install(),
	           "delivered x86-64-v3 /usr/lib/libx.so.1.0.0 /usr/lib/" V3 "/libx.so.1.0.0",
	           "another file name is matched by SONAME");
	output_is("same_code out/usr/lib/glibc-hwcaps/x86-64-v3/libx.so.1 v3/usr/lib/libx.so.1.0.1",
	          "", "and delivered under the baseline's name");
	sh("fresh; libfoo; lib base/$L/glibc-hwcaps/x86-64-v2/libfoo.so.10 libfoo.so.10 2");
	outcome_is(install(), LIBFOO, "what is in a hwcap directory already is not treated again");
	sh("fresh; libfoo; lib base/$L/glibc-hwcaps/x86-64-v3/libfoo.so.10 libfoo.so.10 2");
	outcome_is(
	    install(),
	    "error: /" LIBDIR "/" V3
	    "/libfoo.so.10: the copy for x86-64-v3 must lie here, and the baseline or another "
	    "copy already does; leave that flavor out",
	    "unless just the copy's place is taken");
	sh("fresh; libfoo; rm base/$L/libfoo.so base/$L/libfoo.so.10; (cd base/$L; "
	   "ln libfoo.so.10.0.0 libfoo.so.10; ln libfoo.so.10.0.0 libfoo.so); "
	   "rm v3/$L/libfoo.so");
	outcome_is(install(),
	           "twin x86-64-v3 /" LIBDIR "/libfoo.so\ndelivered x86-64-v3 /" LIBDIR
	           "/libfoo.so.10 /" LIBDIR "/" V3 "/libfoo.so.10\ntwin x86-64-v3 /" LIBDIR
	           "/libfoo.so.10.0.0",
	           "of hard links only the one that the loader opens");
}

static void test_states(void)
{
	sh("fresh; libfoo; lib v3/$L/libfoo.so.10.0.0 libfoo.so.10 1 -Wl,--build-id=0x11");
	outcome_is(install(), "identical x86-64-v3 /" LIBDIR "/libfoo.so.10.0.0",
	           "a copy with the baseline's code is left out");
	is(result.copies[0].reason, "has the same code and data as the baseline's", "and says why");
	output_is("ls out/$L", "libfoo.so\nlibfoo.so.10\nlibfoo.so.10.0.0\n",
	          "and no empty folder");
	sh("rm v3/$L/lib*");
	outcome_is(install(), "missing x86-64-v3 /" LIBDIR "/libfoo.so.10.0.0",
	           "a library that the flavor did not build is missing");
	sh("rm -rf v3; mkdir v3");
	outcome_is(install(), "missing x86-64-v3 /" LIBDIR "/libfoo.so.10.0.0",
	           "also where the flavor has no such folder");
	sh("fresh; libfoo; lib out/$L/glibc-hwcaps/x86-64-v2/libfoo.so.10.0.0 libfoo.so.10 2; "
	   "lib out/$L/glibc-hwcaps/x86-64-v2/libbar.so.1 libbar.so.1 2; "
	   "lib out/$L/glibc-hwcaps/x86-64-v3/libfoo.so.10.0.0 libfoo.so.10 2; "
	   "lib out/$L/glibc-hwcaps/x86-64-v3/libfoo.so.10.9 libfoo.so.10 2");
	outcome_is(
	    install(),
	    LIBFOO "\nstale x86-64-v2 /" LIBDIR "/libfoo.so.10.0.0 /" LIBDIR
	           "/glibc-hwcaps/x86-64-v2/libfoo.so.10.0.0\nstale x86-64-v3 /" LIBDIR
	           "/libfoo.so.10.0.0 /" LIBDIR "/" V3 "/libfoo.so.10.9",
	    "copies of an earlier install are stale, those of other libraries nobody's business");
	sh("fresh; libfoo; lib out/$L/sse2/libfoo.so.10 libfoo.so.10 2; rm v3/$L/*");
	outcome_is(install_to("out", "sse2"),
	           "missing sse2 /" LIBDIR "/libfoo.so.10.0.0\nstale sse2 /" LIBDIR
	           "/libfoo.so.10.0.0 /" LIBDIR "/sse2/libfoo.so.10",
	           "also in a legacy directory");
}

static void test_modules(void)
{
	sh("fresh; pair usr/lib/foo/plain.so ''; pair usr/lib/foo/named.so named.so; "
	   "pair usr/lib/foo/needed.so needed.so; pair usr/lib/foo/v.so v.so.2; "
	   "pair usr/lib/direct.so direct.so; pair usr/lib/bare.so ''; "
	   "lib base/usr/lib/user.so '' 1 -Wl,--no-as-needed base/usr/lib/foo/needed.so");
	outcome_is(install(),
	           "module x86-64-v3 /usr/lib/bare.so\n"
	           "delivered x86-64-v3 /usr/lib/direct.so /usr/lib/" V3 "/direct.so\n"
	           "module x86-64-v3 /usr/lib/foo/named.so\n"
	           "delivered x86-64-v3 /usr/lib/foo/needed.so /usr/lib/foo/" V3 "/needed.so\n"
	           "module x86-64-v3 /usr/lib/foo/plain.so\n"
	           "delivered x86-64-v3 /usr/lib/foo/v.so /usr/lib/foo/" V3 "/v.so\n"
	           "module x86-64-v3 /usr/lib/user.so",
	           "libraries: in a default folder, versioned, or needed; the rest are modules");
	strlist_add(&modules, "/usr/lib/*/plain.so");
	sh("rm -rf base/usr/lib/[!f]* base/usr/lib/foo/[!p]*");
	outcome_is(install_to("out2", V3),
	           "delivered x86-64-v3 /usr/lib/foo/plain.so /usr/lib/foo/" V3 "/plain.so",
	           "a pattern delivers a module");
	strlist_add(&modules, "usr/*/named.so");
	outcome_is(
	    install(),
	    "error: the pattern \"usr/*/named.so\" matches no shared object below base; correct "
	    "or remove it",
	    "a pattern without a match is an error, and a star matches no slash");
	strlist_free(&modules);
}

static void test_refused(void)
{
	sh("fresh; libfoo; lib v3/$L/libfoo.so.10.0.0 libfoo.so.11 3");
	outcome_is(install(),
	           "error: v3/" LIBDIR
	           "/libfoo.so.10.0.0: has SONAME libfoo.so.11, the baseline's has "
	           "libfoo.so.10; build both from one source",
	           "another SONAME");
	sh("cp base/$L/libfoo.so.10.0.0 v3/$L/; printf '\\267\\0' | "
	   "dd of=v3/$L/libfoo.so.10.0.0 bs=1 seek=18 conv=notrunc 2>/dev/null");
	ok(install() == -1 && strstr(error.text, "is for another machine (183, "),
	   "another machine");
	sh("head -c 5000 base/$L/libfoo.so.10.0.0 >v3/$L/libfoo.so.10.0.0");
	ok(install() == -1 && strstr(error.text, "is a damaged ELF file"), "a damaged copy");
	sh("echo INPUT >v3/$L/libfoo.so.10.0.0");
	ok(install() == -1 && strstr(error.text, "is no shared library"),
	   "a copy that is no library");
	sh("fresh; libfoo; head -c 5000 base/$L/libfoo.so.10.0.0 >base/usr/data.bin");
	ok(install() == 0, "broken ELF data that nobody loads is installed");
	sh("rm -rf out; mv base/usr/data.bin base/usr/lib/bad.so");
	ok(install() == -1 && strstr(error.text, "base/usr/lib/bad.so: is a damaged"),
	   "a broken library is refused");
	sh("fresh; pair usr/lib/libx.so.1 ../../x.so.1");
	ok(install() == -1 && strstr(error.text, "is no file name"), "a SONAME that is a path");
	sh("fresh; mkfifo base/pipe");
	outcome_is(install(), "error: base/pipe: is neither a file, a link nor a folder; remove it",
	           "a pipe");
	sh("rm -rf base");
	outcome_is(install(), "error: base: No such file or directory", "no baseline");
	sh("fresh; libfoo");
	outcome_is(
	    install_to("base/out", V3),
	    "error: base/out: is the baseline's own root, or inside it; name another destination",
	    "a destination inside the baseline's root");
	outcome_is(
	    install_to("base", V3),
	    "error: base: is the baseline's own root, or inside it; name another destination",
	    "the baseline's root is no destination");
	ok(access("out", F_OK) != 0, "and after all these no destination was left");
}

/* What must not change: every name, kind, mode, link and content below out. */
#define SNAPSHOT "{ tree out; find out -type f -exec md5sum {} + | sort; } 2>&1"

static void unchanged(const char *name)
{
	output_is("set +e; " SNAPSHOT " | diff before - && ls -A out | grep hwflavor-new", "",
	          name);
}

static void refused(const char *expected, const char *name)
{
	char *here = getcwd(NULL, 0);
	char *text = str_format("error: %s/%s", here, expected);
	char *after = str_format("%s: the destination is as it was", name);

	outcome_is(install(), text, name);
	unchanged(after);
	free(after);
	free(text);
	free(here);
}

static void test_in_the_way(void)
{
	sh("fresh; libfoo; mkdir -p out/$L/libfoo.so.10.0.0; touch out/old; " SNAPSHOT " >before");
	refused("out/" LIBDIR "/libfoo.so.10.0.0: is a folder in the way of a file; remove it",
	        "a folder in the way of a file");
	sh("fresh; libfoo; mkdir -p out; touch out/usr; " SNAPSHOT " >before");
	refused("out/usr: is in the way of a folder; remove it", "a file in the way of a folder");
	sh("fresh; libfoo; mkdir -p out; ln -s nowhere out/usr; " SNAPSHOT " >before");
	refused("out/usr: is a link to nothing in the way of a folder; remove it",
	        "a dangling link in the way of a folder");
	sh("fresh; libfoo; mkdir -p out; ln -s usr out/usr; " SNAPSHOT " >before");
	refused("out/usr: Too many levels of symbolic links", "a link to itself");
	sh("fresh; libfoo; mkdir -p out/usr out/real; ln -s ../real out/usr/lib");
	outcome_is(install(), LIBFOO, "a link to a folder is followed");
	output_is("readlink out/usr/lib; readlink "
	          "out/real/x86_64-linux-gnu/glibc-hwcaps/x86-64-v3/libfoo.so.10",
	          "../real\nlibfoo.so.10.0.0\n", "and stays a link");
	sh("fresh; libfoo; mkdir -p out/$L; echo old >out/$L/libfoo.so.10.0.0; "
	   "echo kept >elsewhere; ln -s ../../../../elsewhere out/$L/libfoo.so.10; chmod 711 "
	   "out/$L");
	outcome_is(install(), LIBFOO, "files and links in the way are replaced");
	output_is("cmp out/$L/libfoo.so.10 base/$L/libfoo.so.10.0.0; cat elsewhere; "
	          "stat -c %a out/$L; ls -A out",
	          "kept\n711\nusr\n",
	          "what a link led to is not, and a folder that exists keeps its mode");
}

/* usr/lib is an absolute link: what it names exists outside, with and without the same inside. */
static void test_links_out(void)
{
	sh("fresh; libfoo; rm -rf outside; mkdir -p out/usr outside \"out$PWD/outside\"; "
	   "ln -s \"$PWD/outside\" out/usr/lib");
	outcome_is(install(), LIBFOO, "an absolute link means the destination's own folder");
	output_is("ls outside; ls \"out$PWD/outside/x86_64-linux-gnu\"",
	          "glibc-hwcaps\nlibfoo.so\nlibfoo.so.10\nlibfoo.so.10.0.0\n",
	          "and nothing is written outside");
	outcome_is(install(), LIBFOO, "the same again over it");
	sh("fresh; libfoo; mkdir -p out/usr; ln -s \"$PWD/outside\" out/usr/lib; " SNAPSHOT
	   " >before");
	refused("out/usr/lib: is a link to nothing in the way of a folder; remove it",
	        "an absolute link to what exists outside only");
	sh("fresh; libfoo; mkdir -p out/usr; ln -s ../../outside out/usr/lib; " SNAPSHOT
	   " >before");
	refused("out/usr/lib: is a link out of the destination; remove it",
	        "a relative link out of the destination");
	sh("fresh; libfoo; mkdir -p out/usr out/real; ln -s \"$PWD/out/real\" out/usr/lib");
	outcome_is(install(), LIBFOO, "an absolute link into the destination is followed");
	sh("fresh; libfoo; mkdir -p out/usr; ln -s /usr/b out/usr/lib; ln -s /usr/lib "
	   "out/usr/b; " SNAPSHOT " >before");
	refused("out/usr/lib: Too many levels of symbolic links", "a circle of absolute links");
	output_is("ls outside", "", "nothing was written outside at all");
}

static void test_give_up(void)
{
	sh("fresh; libfoo");
	stop = 1;
	outcome_is(install(), "error: interrupted; nothing was installed", "an interrupt gives up");
	stop = 0;
	ok(access("out", F_OK) != 0, "and no destination is left");
	outcome_is(install_to("out/deep/er", V3), LIBFOO,
	           "a destination is made with what is above");
	sh("fresh; libfoo; mkfifo base/zz");
	install_to("out/deep/er", V3);
	ok(access("out", F_OK) != 0, "and removed with it on error");
	sh("fresh; libfoo; mkdir -p out/.hwflavor-new.abcdef/x; touch "
	   "out/.hwflavor-new.abcdef/x/y");
	outcome_is(install(), LIBFOO, "beside a left-over of a killed process it installs");
	output_is("ls -A out", "usr\n", "and removes it");
	if (sh_status(prelude, "command -v flock >/dev/null") != 0) {
		skip("the staging folder of a living process stays", "flock is not installed");
		return;
	}
	sh("mkdir out/.hwflavor-new.living; mkfifo held; "
	   "flock out/.hwflavor-new.living sh -c 'echo >held; read x <held' & read x <held");
	outcome_is(install(), LIBFOO, "beside another process it installs");
	output_is("ls -A out; echo >held; wait", ".hwflavor-new.living\nusr\n",
	          "and leaves the staging folder of a living process alone");
}

static void test_names(void)
{
	sh("fresh; n=\"$(printf 'a b\\n\\047\"$x;*')\"; mkdir -p \"base/usr/lib/$n\" out; "
	   "echo x >\"base/usr/lib/$n/$n\"; ln -s \"$n\" \"base/usr/lib/$n/link\"; "
	   "pair \"usr/lib/$n/libq.so.1.0\" 'lib q.so.1'; mv out \"$n\"; mv \"$n\" out");
	int outcome = install_to("out/a b\n'\"$x;*", V3);
	output_is("n=\"$(printf 'a b\\n\\047\"$x;*')\"; cd \"out/$n/usr/lib/$n\"; cat \"$n\" link; "
	          "readlink 'glibc-hwcaps/x86-64-v3/lib q.so.1'; ls glibc-hwcaps/x86-64-v3",
	          "x\nx\nlibq.so.1.0\nlib q.so.1\nlibq.so.1.0\n",
	          "spaces, quotes and newlines in names");
	ok(outcome == 0 && result.count == 1, "and one copy reported");
}

/* Runs a script as root of a private mount namespace, in which $0 --install DESTDIR installs. */
static void private_is(const char *program, const char *script, const char *expected,
                       const char *name)
{
	char *quoted = shell_quote(program);
	char *inner = str_format("T=%s; %s", quoted, script);
	char *inner_quoted = shell_quote(inner);
	char *outer = str_format("unshare -rm sh -c %s", inner_quoted);

	if (sh_status("", "exec 2>/dev/null; unshare -rm mount -t tmpfs none /mnt") == 0)
		output_is(outer, expected, name);
	else
		skip(name, "unshare -rm is not permitted here");
	free(outer);
	free(inner_quoted);
	free(inner);
	free(quoted);
}

static void test_no_room(const char *program)
{
	sh("fresh; libfoo; head -c 300000 /dev/urandom >base/usr/large; mkdir mnt");
	private_is(
	    program,
	    "mount -t tmpfs -o size=128k none mnt; echo old >mnt/old; mkdir mnt/usr; "
	    "echo large >mnt/usr/large; \"$T\" --install mnt | sed \"s|$PWD/||\"; "
	    "\"$T\" --install mnt/new | sed \"s|$PWD/||\"; find mnt | LC_ALL=C sort; "
	    "cat mnt/usr/large",
	    "error: mnt/usr/large: cannot be written: No space left on device; nothing was "
	    "installed\n"
	    "error: mnt/new/usr/large: cannot be written: No space left on device; nothing was "
	    "installed\n"
	    "mnt\nmnt/old\nmnt/usr\nmnt/usr/large\nlarge\n",
	    "a full file system: one line, and the destination is as it was");
	private_is(
	    program,
	    "mount -t tmpfs none mnt; mkdir mnt/usr; mount -o remount,ro mnt; "
	    "\"$T\" --install mnt | sed \"s|$PWD/||\"; \"$T\" --install mnt/new | sed "
	    "\"s|$PWD/||\"; find mnt",
	    "error: mnt: cannot be written: Read-only file system; nothing was installed\n"
	    "error: mnt/new: cannot be written: Read-only file system; nothing was installed\n"
	    "mnt\nmnt/usr\n",
	    "a read-only destination: one line, as root too");
	private_is(
	    program,
	    "mount -t tmpfs none mnt; mkdir mnt/usr; mount -t tmpfs none mnt/usr; "
	    "mkdir mnt/usr/lib; mount -t tmpfs none mnt/usr/lib; mount -o remount,ro mnt/usr/lib; "
	    "\"$T\" --install mnt | sed \"s|$PWD/||\"; find mnt | LC_ALL=C sort",
	    "error: mnt/usr/lib: cannot be written: Read-only file system; nothing was "
	    "installed\nmnt\nmnt/usr\nmnt/usr/lib\n",
	    "a read-only file system below the destination");
}

static void test_mounts(const char *program)
{
	sh("fresh; libfoo; echo large >base/usr/large; rm -rf mnt; mkdir mnt");
	private_is(
	    program,
	    "mount -t tmpfs none mnt; mkdir mnt/usr; mount -t tmpfs none mnt/usr; "
	    "mkdir mnt/usr/lib mnt/bound; mount --bind mnt/bound mnt/usr/lib; "
	    "\"$T\" --install mnt; find mnt -type f | LC_ALL=C sort; ls -A mnt mnt/usr mnt/usr/lib",
	    LIBFOO "\nmnt/bound/x86_64-linux-gnu/" V3 "/libfoo.so.10.0.0\n"
	           "mnt/bound/x86_64-linux-gnu/libfoo.so.10.0.0\nmnt/usr/large\n"
	           "mnt/usr/lib/x86_64-linux-gnu/" V3 "/libfoo.so.10.0.0\n"
	           "mnt/usr/lib/x86_64-linux-gnu/libfoo.so.10.0.0\n"
	           "mnt:\nbound\nusr\n\nmnt/usr:\nlarge\nlib\n\nmnt/usr/lib:\nx86_64-linux-gnu\n",
	    "other file systems and bind mounts below the destination");
	private_is(
	    program,
	    "mount -t tmpfs none mnt; mkdir mnt/usr; echo old >mnt/usr/large; mkdir -p mnt/" LIBDIR
	    "; touch mnt/" LIBDIR "/libfoo.so; mount --bind mnt/" LIBDIR "/libfoo.so mnt/" LIBDIR
	    "/libfoo.so; \"$T\" --install mnt | sed \"s|$PWD/||\"; find mnt | LC_ALL=C sort; "
	    "cat mnt/usr/large",
	    "error: mnt/" LIBDIR "/libfoo.so: cannot be written: Device or resource busy; nothing "
	    "was installed\nmnt\nmnt/usr\nmnt/usr/large\nmnt/usr/lib\nmnt/" LIBDIR "\nmnt/" LIBDIR
	    "/libfoo.so\nold\n",
	    "a file that cannot be replaced: all that was renamed is taken back");
	private_is(
	    program,
	    "mount -t tmpfs none mnt; mkdir mnt/host mnt/proc; cp -a base v3 mnt; "
	    "mount --rbind / mnt/host; mount --rbind /proc mnt/proc; "
	    "interpreter=$(readlink -f $(readelf -lW \"$T\" | sed -n 's/.*interpreter: "
	    "\\(.*\\)]/\\1/p')); "
	    "path=$(ldd \"$T\" | sed -n 's|.*=> \\(.*\\)/[^/]* (.*|/host\\1|p' | sort -u | tr "
	    "'\\n' :); "
	    "chroot mnt \"/host$interpreter\" --library-path \"$path\" \"/host$T\" --install /; "
	    "ls -A mnt mnt/" LIBDIR,
	    LIBFOO "\nmnt:\nbase\nhost\nproc\nusr\nv3\n\nmnt/" LIBDIR ":\nglibc-hwcaps\n"
	           "libfoo.so\nlibfoo.so.10\nlibfoo.so.10.0.0\n",
	    "the destination may be /");
}

int main(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "--install") == 0) {
		int outcome = install_to(argv[2], V3);
		char *text = summary(outcome);

		puts(text);
		free(text);
		gather_free(&result);
		error_clear(&error);
		return outcome != 0;
	}
	char *program = path_absolute(argv[0]);

	tap_begin();
	test_library();
	test_where();
	test_states();
	test_modules();
	test_refused();
	test_in_the_way();
	test_links_out();
	test_give_up();
	test_names();
	test_no_room(program);
	test_mounts(program);
	free(program);
	gather_free(&result);
	error_clear(&error);
	return tap_end();
}
