// SPDX-License-Identifier: MIT
#include "layout.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "tiny-elf.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const names[] = {"liba.so.1",   "libb.so.1",  "libb.so.2",
                                    "libc1.so.10", "libc1.so.9", "libd.so"};

/* %s: the multiarch folder. */
static const char *const directories[] = {
    "/opt/a",      "/opt/b", "/opt/b/sub", "/usr/local/lib", "/lib/%s",
    "/usr/lib/%s", "/lib",   "/usr/lib",   "/opt/lib/%s",
};

static const char *const legacy[] = {
    "tls",      "neon/vfp",     "neon",           "vfp",        "vfp/neon",
    "v7l",      "v7l/neon/vfp", "sse2",           "i686",       "i686/sse2",
    "haswell",  "x86_64",       "haswell/x86_64", "tls/x86_64", "dfp",
    "altivec",  "altivec/dfp",  "atomics",        "aarch64",    "zarch",
    "vx/zarch", "v8l",          "vxe/vx",         "eimm/ldisp", "avx512_1",
    "tls/i686",
};

static const char *const levels[] = {"x86-64-v2", "x86-64-v3", "x86-64-v4", "power9", "power10",
                                     "z13",       "z14",       "z15",       "other"};

unsigned layout_random(struct layout *layout, unsigned limit)
{
	/* xorshift64* */
	layout->random ^= layout->random >> 12;
	layout->random ^= layout->random << 25;
	layout->random ^= layout->random >> 27;
	return (unsigned)((layout->random * 0x2545f4914f6cdd1d) >> 33) % limit;
}

static bool chance(struct layout *layout, unsigned percent)
{
	return layout_random(layout, 100) < percent;
}

static char *host(const struct layout *layout, const char *path)
{
	return str_format("%s%s", layout->world, path);
}

/* Makes a folder and those above it. */
static void make_folder(struct layout *layout, const char *path)
{
	char *above = path_dir(path);
	char *real = host(layout, path);

	if (mkdir(real, 0755) != 0 && errno == ENOENT && strcmp(above, "/") != 0) {
		make_folder(layout, above);
		if (mkdir(real, 0755) == 0)
			strlist_add(&layout->made, real);
	} else if (errno != EEXIST && path_is_dir(real)) {
		strlist_add(&layout->made, real);
	}
	errno = 0;
	free(real);
	free(above);
}

static char *directory(struct layout *layout)
{
	const char *format = directories[layout_random(layout, COUNT(directories))];
	const char *place = strstr(format, "%s");

	return place ? str_format("%.*s%s", (int)(place - format), format, layout->abi->triplet)
	             : xstrdup(format);
}

/* Mostly one that means something to the architecture. */
static char *subdirectory(struct layout *layout)
{
	if (chance(layout, 45))
		return xstrdup("");
	if (chance(layout, 60)) {
		unsigned first = layout->abi->machine == 62   ? 0
		                 : layout->abi->machine == 21 ? 3
		                 : layout->abi->machine == 22 ? 5
		                                              : 0;
		unsigned count = first == 0 ? 3 : first == 3 ? 2 : 3;

		if (chance(layout, 15))
			return str_format("/glibc-hwcaps/%s",
			                  levels[layout_random(layout, COUNT(levels))]);
		return str_format("/glibc-hwcaps/%s", levels[first + layout_random(layout, count)]);
	}
	return str_format("/%s", legacy[layout_random(layout, COUNT(legacy))]);
}

static char *search_path(struct layout *layout, bool environment)
{
	struct str path = {0};
	unsigned count = 1 + layout_random(layout, 3);

	for (unsigned i = 0; i < count; i++) {
		char *one = directory(layout);
		unsigned kind = layout_random(layout, 20);

		str_add(&path, "%s", i == 0 ? "" : environment && kind % 2 ? ";" : ":");
		if (kind == 0)
			str_add(&path, "$ORIGIN/../a");
		else if (kind == 1)
			str_add(&path, "${ORIGIN}%s", chance(layout, 50) ? "" : "/sub//");
		else if (kind == 2)
			str_add(&path, "/opt/$LIB");
		else if (kind == 3)
			str_add(&path, "%s/$PLATFORM", one);
		else if (kind == 4)
			str_add(&path, "%s", chance(layout, 50) ? "" : "$ORIGINS");
		else if (kind == 5)
			str_add(&path, "%s", one + 1);
		else
			str_add(&path, "%s%s", one, kind == 6 ? "///" : "");
		free(one);
	}
	return str_take(&path);
}

static void add_needed(struct layout *layout, struct strlist *needed, const char *self,
                       unsigned most)
{
	unsigned count = layout_random(layout, most + 1);

	for (unsigned i = 0; i < count; i++) {
		const char *name = names[layout_random(layout, COUNT(names))];
		char *folder = directory(layout);

		if (chance(layout, 4))
			strlist_add_taken(needed, str_format("%s/%s", folder, name));
		else if (strcmp(name, self) != 0)
			strlist_add(needed, name);
		free(folder);
	}
}

static const struct abi *other_abi(struct layout *layout)
{
	static const char *const others[] = {"amd64", "i386", "armel", "armhf", "arm64", "s390x"};
	const struct abi *abi = abi_find(others[layout_random(layout, COUNT(others))]);

	/* The byte order of a file of the same class would be fatal, which has a case of its own.
	 */
	return abi;
}

static void write_library(struct layout *layout, const char *path, const char *name)
{
	struct tiny_elf elf = {.abi = layout->abi};
	bool x86 = layout->abi->machine == 62 || layout->abi->machine == 3;
	char *real = host(layout, path);
	char *list = search_path(layout, false);

	if (chance(layout, 90))
		elf.soname = chance(layout, 95) ? name : names[layout_random(layout, COUNT(names))];
	add_needed(layout, &elf.needed, name, chance(layout, 30) ? 2 : 0);
	if (chance(layout, 12))
		elf.runpath = list;
	else if (chance(layout, 12))
		elf.rpath = list;
	if (x86 && chance(layout, 12)) {
		elf.isa = 1u << layout_random(layout, 4);
		layout->marked = true;
	}
	elf.no_default_path = chance(layout, 3);
	if (chance(layout, 8)) {
		elf.abi = other_abi(layout);
		layout->foreign = true;
	}
	if (tiny_elf_write(&elf, real) == 0)
		strlist_add(&layout->made, real);
	strlist_free(&elf.needed);
	free(list);
	free(real);
}

static void make_link(struct layout *layout, const char *target, const char *path)
{
	char *real = host(layout, path);

	if (symlink(target, real) == 0)
		strlist_add(&layout->made, real);
	free(real);
}

/* Something that is no library. */
static void write_nonsense(struct layout *layout, const char *path)
{
	char *real = host(layout, path);
	unsigned kind = layout_random(layout, 5);
	int fd;

	if (kind == 0) {
		make_folder(layout, path);
	} else if (kind == 1) {
		make_link(layout, path_name(path), path);
	} else if (kind == 4) {
		/* A way through a file, which is no folder. */
		make_link(layout, "/program/file", path);
	} else {
		fd = open(real, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
		if (fd >= 0) {
			strlist_add(&layout->made, real);
			for (unsigned i = 0; i < (kind == 2 ? 2 : 40); i++)
				if (write(fd, "nonsense", 8) != 8)
					break;
			close(fd);
		}
	}
	free(real);
}

static void make_copy(struct layout *layout, const char *name)
{
	char *folder = directory(layout), *below = subdirectory(layout);
	char *whole = str_format("%s%s", folder, below);
	char *path = path_join(whole, name);
	char *versioned = str_format("%s.0", path);
	unsigned kind = layout_random(layout, 100);

	make_folder(layout, whole);
	if (kind < 65) {
		write_library(layout, path, name);
	} else if (kind < 80) {
		write_library(layout, versioned, name);
		make_link(layout, path_name(versioned), path);
	} else if (kind < 87) {
		write_library(layout, versioned, name);
	} else if (kind < 95) {
		char *elsewhere = directory(layout);
		char *target = path_join(elsewhere, name);

		make_link(layout, target, path);
		free(target);
		free(elsewhere);
	} else if (kind < 97) {
		write_nonsense(layout, path);
	} else {
		/* A folder that is a link, or a file in its place. */
		char *link = str_format("%s/tls", folder);

		make_link(layout, kind == 97 ? "/opt/b" : "nowhere", link);
		free(link);
	}
	free(versioned);
	free(path);
	free(whole);
	free(below);
	free(folder);
}

static void write_text(struct layout *layout, const char *path, const char *text)
{
	char *real = host(layout, path);
	struct error error = {0};

	if (file_write(real, text, strlen(text), &error) != 0)
		die("%s", error.text);
	strlist_add(&layout->made, real);
	free(real);
}

static void write_conf(struct layout *layout)
{
	struct str text = {0}, more = {0};

	make_folder(layout, "/etc/ld.so.conf.d");
	for (unsigned i = layout_random(layout, 5); i-- > 0;) {
		char *one = directory(layout);

		str_add(chance(layout, 50) ? &text : &more, "%s%s\n", one,
		        chance(layout, 10) ? "/ # with a remark" : "");
		free(one);
	}
	str_add(&text, "\n# a remark\ninclude /etc/ld.so.conf.d/*.conf\n");
	str_add(&more, "\n");
	write_text(layout, "/etc/ld.so.conf", text.text);
	write_text(layout, "/etc/ld.so.conf.d/more.conf", more.text);
	str_free(&text);
	str_free(&more);
}

static void write_program(struct layout *layout)
{
	struct tiny_elf elf = {.abi = layout->abi, .program = true};
	char *list = search_path(layout, false);

	free(layout->program);
	layout->program = xstrdup(chance(layout, 50) ? "/opt/b/program" : "/program");
	if (chance(layout, 25))
		elf.runpath = list;
	else if (chance(layout, 25))
		elf.rpath = list;
	strlist_add(&elf.needed, names[layout_random(layout, COUNT(names))]);
	add_needed(layout, &elf.needed, "", 3);
	elf.no_default_path = chance(layout, 3);
	make_folder(layout, "/opt/b");
	char *real = host(layout, layout->program);
	if (tiny_elf_write(&elf, real) != 0)
		die("%s:", real);
	strlist_add(&layout->made, real);
	free(real);
	free(list);
	strlist_free(&elf.needed);
}

static void choose_environment(struct layout *layout)
{
	static const char *const hidden[] = {"-AVX2",     "-AVX", "-BMI1",   "-BMI2",  "-SSE4_2",
	                                     "-LZCNT",    "-FMA", "-MOVBE",  "-SSSE3", "-POPCNT",
	                                     "-nonsense", "AVX2", "-SSE4_1", "-F16C",  "-SSE3"};
	static const char *const masks[] = {"0", "64", "4096",  "0x1040",
	                                    "2", "1",  "16384", "0xffffffff"};
	bool mask = chance(layout, 12);

	if (chance(layout, 40))
		layout->library_path = search_path(layout, true);
	/* Every bit of AT_HWCAP that the mask lets through is a directory: two to the power of
	 * them. */
	if (mask)
		layout->hwcap_mask = xstrdup(masks[layout_random(layout, COUNT(masks) - 1)]);
	if (chance(layout, 15)) {
		const char *one = hidden[layout_random(layout, COUNT(hidden))];
		const char *two = hidden[layout_random(layout, COUNT(hidden))];

		layout->tunables = layout->native && chance(layout, 40)
		                       ? str_format("glibc.cpu.hwcaps=%s,%s", one, two)
		                       : str_format("glibc.cpu.hwcaps=%s", one);
	}
}

/* One to three names below glibc-hwcaps, those of other architectures too. */
static char *level_list(struct layout *layout)
{
	struct str list = {0};

	for (unsigned i = 1 + layout_random(layout, 3); i-- > 0;)
		str_add(&list, "%s%s", levels[layout_random(layout, COUNT(levels))], i ? ":" : "");
	return str_take(&list);
}

static char *preload_list(struct layout *layout)
{
	struct str list = {0};

	for (unsigned i = 1 + layout_random(layout, 2); i-- > 0;) {
		const char *name = names[layout_random(layout, COUNT(names))];
		char *folder = directory(layout);
		unsigned kind = layout_random(layout, 10);

		if (kind == 0)
			str_add(&list, "libnone.so.1");
		else if (kind == 1)
			str_add(&list, "$ORIGIN/%s", name);
		else if (kind < 5)
			str_add(&list, "%s/%s", folder, name);
		else
			str_add(&list, "%s", name);
		str_add(&list, "%s", i == 0 ? "" : chance(layout, 50) ? " " : ":");
		free(folder);
	}
	return str_take(&list);
}

static void choose_preloads(struct layout *layout)
{
	if (chance(layout, 8))
		layout->preload = preload_list(layout);
	/* The loader of an emulator would read this file too. */
	if (layout->native && chance(layout, 4)) {
		char *list = preload_list(layout);
		char *text = str_format("# a remark: of two\n%s\n", list);

		write_text(layout, "/etc/ld.so.preload", text);
		free(text);
		free(list);
	}
}

/* What the loader is told when it is run as a command. */
static void choose_options(struct layout *layout)
{
	if (glibc_compare(layout->glibc, (struct glibc){2, 33}) < 0)
		return;
	if (chance(layout, 6))
		layout->mask = level_list(layout);
	if (chance(layout, 6))
		layout->prepend = level_list(layout);
}

void layout_make(struct layout *layout)
{
	layout->marked = layout->foreign = false;
	write_conf(layout);
	for (size_t i = 0; i < COUNT(names); i++)
		for (unsigned k = layout_random(layout, 5); k-- > 0;)
			make_copy(layout, names[i]);
	write_program(layout);
	choose_environment(layout);
	choose_preloads(layout);
	choose_options(layout);
	layout->wants_cache = chance(layout, 75);
	unsigned format = layout_random(layout, 10);
	layout->cache_format = format == 0 ? "old" : format < 3 ? "compat" : "new";
}

void layout_change(struct layout *layout)
{
	if (!chance(layout, 35))
		return;
	for (unsigned i = 1 + layout_random(layout, 2); i-- > 0;) {
		const char *victim =
		    layout->made.items[layout_random(layout, (unsigned)layout->made.count)];

		if (strstr(victim, "/lib") && strstr(victim, ".so"))
			unlink(victim);
	}
	if (chance(layout, 50))
		make_copy(layout, names[layout_random(layout, COUNT(names))]);
}

/* Everything in the folder of the loader but the loader. */
static void clear_lib(struct layout *layout)
{
	char *lib = host(layout, "/lib");
	DIR *entries = opendir(lib);
	struct error error = {0};

	for (struct dirent *entry; entries && (entry = readdir(entries)) != NULL;) {
		char *path = path_join(lib, entry->d_name);

		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
		    strcmp(entry->d_name, path_name(layout->abi->loader)) != 0 &&
		    tree_remove(path, &error) != 0)
			die("%s", error.text);
		free(path);
	}
	if (entries)
		closedir(entries);
	free(lib);
}

void layout_clear(struct layout *layout)
{
	static const char *const tops[] = {"/opt", "/etc", "/usr/local", "/usr/lib", "/program"};
	struct error error = {0};

	for (size_t i = layout->made.count; i-- > 0;) {
		const char *path = layout->made.items[i];

		if (unlink(path) != 0)
			rmdir(path);
	}
	strlist_free(&layout->made);
	/* Links that ldconfig made, which may lie in folders of ours. */
	for (size_t i = 0; i < COUNT(tops); i++) {
		char *real = host(layout, tops[i]);

		if (tree_remove(real, &error) != 0)
			die("%s", error.text);
		free(real);
	}
	clear_lib(layout);
	free(layout->library_path);
	free(layout->tunables);
	free(layout->hwcap_mask);
	free(layout->preload);
	free(layout->prepend);
	free(layout->mask);
	layout->library_path = layout->tunables = layout->hwcap_mask = NULL;
	layout->preload = layout->prepend = layout->mask = NULL;
}
