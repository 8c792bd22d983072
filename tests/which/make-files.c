// SPDX-License-Identifier: MIT
/*
 * Makes the files of a case: make-files ROOT ARCH GLIBC <LINES. One line each, made in this order:
 *
 *   PATH library [soname=S|none] [needs=A,B] [runpath=R] [rpath=R] [marked=x86-64-v3]
 *                [arch=A] [nodefaultlib]
 *   PATH program [the same]
 *   PATH link TARGET
 *   PATH folder
 *   PATH setuid
 *   PATH text WORDS              "\n" being a new line
 *   PATH strings WORD...         each with a zero behind it
 *   PATH remove
 *   PATH cache [old|compat|2.36] what ldconfig, with -c old or compat, or that of another
 *                                glibc, would write about the files made before
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "elf/property.h"
#include "loader/ldconfig.h"
#include "tiny-elf.h"

struct maker {
	const char *top;
	struct target target;
};

/* Bytes in the target's order. */
static void put(struct str *bytes, uint64_t value, unsigned size, bool big_endian)
{
	for (unsigned i = 0; i < size; i++) {
		char byte = (char)(value >> 8 * (big_endian ? size - 1 - i : i));

		str_add_bytes(bytes, &byte, 1);
	}
}

/* The index of a name below glibc-hwcaps, which is added if it is new. */
static size_t name_index(struct strlist *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (strcmp(names->items[i], name) == 0)
			return i;
	strlist_add(names, name);
	return names->count - 1;
}

static size_t add_string(struct str *strings, const char *text)
{
	size_t at = strings->length;

	str_add_bytes(strings, text, strlen(text) + 1);
	return at;
}

/* The old format: header, entries; the strings follow. It has no room for hwcaps: what lies in
   glibc-hwcaps is written like any other. */
static void add_old(struct str *bytes, struct str *strings, const struct cache *cache, bool big)
{
	struct str entries = {0};
	size_t count = 0;

	for (size_t i = 0; i < cache->count; i++) {
		const struct cache_entry *entry = &cache->entries[i];

		if (entry->bits)
			continue;
		put(&entries, entry->flags, 4, big);
		put(&entries, add_string(strings, entry->name), 4, big);
		put(&entries, add_string(strings, entry->path), 4, big);
		count++;
	}
	str_add_bytes(bytes, "ld.so-1.7.0", 12);
	put(bytes, count, 4, big);
	if (entries.length > 0)
		str_add_bytes(bytes, entries.text, entries.length);
	str_free(&entries);
}

/*
 * The new format: header, entries, strings, extension. offset: where in the file it begins; real
 * ldconfigs count from the file's start where the extension lies, but from there all the rest.
 */
static void add_new(struct str *all, const struct cache *cache, size_t offset, bool big)
{
	size_t start = 48 + 24 * cache->count;
	struct str entries = {0}, strings = {0};
	struct strlist names = {0};

	for (size_t i = 0; i < cache->count; i++) {
		const struct cache_entry *entry = &cache->entries[i];
		uint64_t hwcap = entry->bits;

		if (entry->hwcaps)
			hwcap = (uint64_t)1 << 62 | (uint64_t)entry->isa << 32 |
			        name_index(&names, entry->hwcaps);
		put(&entries, entry->flags, 4, big);
		put(&entries, start + add_string(&strings, entry->name), 4, big);
		put(&entries, start + add_string(&strings, entry->path), 4, big);
		put(&entries, 0, 4, big);
		put(&entries, hwcap, 8, big);
	}
	struct str indexes = {0};
	for (size_t i = 0; i < names.count; i++)
		put(&indexes, start + add_string(&strings, names.items[i]), 4, big);
	while (strings.length % 4)
		str_add_bytes(&strings, "", 1);
	str_add(all, "glibc-ld.so.cache1.1");
	put(all, cache->count, 4, big);
	put(all, strings.length, 4, big);
	put(all, big ? 3 : 2, 1, big);
	put(all, 0, 3, big);
	put(all, offset + start + strings.length, 4, big);
	put(all, 0, 8, big);
	put(all, 0, 4, big);
	if (entries.length > 0)
		str_add_bytes(all, entries.text, entries.length);
	if (strings.length > 0)
		str_add_bytes(all, strings.text, strings.length);
	put(all, 0xeaa42174, 4, big);
	put(all, 1, 4, big);
	put(all, 1, 4, big);
	put(all, 0, 4, big);
	put(all, all->length + 8, 4, big);
	put(all, indexes.length, 4, big);
	if (indexes.length > 0)
		str_add_bytes(all, indexes.text, indexes.length);
	str_free(&entries);
	str_free(&strings);
	str_free(&indexes);
	strlist_free(&names);
}

static void write_cache(const struct maker *maker, const struct cache *cache, const char *path,
                        const char *format)
{
	bool big = maker->target.abi->big_endian;
	struct str all = {0}, strings = {0};
	struct error error = {0};

	if (format)
		add_old(&all, &strings, cache, big);
	while (format && strcmp(format, "compat") == 0 && all.length % 8)
		str_add_bytes(&all, "", 1);
	if (!format || strcmp(format, "compat") == 0)
		add_new(&all, cache, all.length, big);
	if (strings.length > 0 && strcmp(format, "old") == 0)
		str_add_bytes(&all, strings.text, strings.length);
	if (file_write(path, all.text, all.length, &error) != 0)
		die("%s", error.text);
	str_free(&strings);
	str_free(&all);
}

static void make_cache(const struct maker *maker, const char *path, const char *format)
{
	struct target target = maker->target;
	struct root root;
	struct cache cache;
	struct objects objects = {0};
	struct error error = {0};

	if (root_open(&root, maker->top, &error) != 0)
		die("%s", error.text);
	if (format && glibc_parse(format, &target.glibc))
		format = NULL;
	ldconfig_cache(&root, &target, &objects, &cache);
	write_cache(maker, &cache, path, format);
	cache_free(&cache);
	objects_free(&objects);
	root_close(&root);
}

static uint32_t marker(const char *name)
{
	for (uint32_t bit = 1; bit <= ISA_V4; bit <<= 1)
		if (strcmp(property_isa_name(bit), name) == 0)
			return bit;
	die("%s: no level", name);
}

static void make_elf(const struct maker *maker, const char *path, char *words, bool program)
{
	struct tiny_elf elf = {.abi = maker->target.abi, .program = program};
	char *needs;

	elf.soname = program ? NULL : path_name(path);
	for (char *word; (word = strsep(&words, " ")) != NULL;) {
		char *value = strchr(word, '=') ? strchr(word, '=') + 1 : word;

		if (starts_with(word, "soname="))
			elf.soname = strcmp(value, "none") ? value : NULL;
		else if (starts_with(word, "runpath="))
			elf.runpath = value;
		else if (starts_with(word, "rpath="))
			elf.rpath = value;
		else if (starts_with(word, "marked="))
			elf.isa = marker(value);
		else if (starts_with(word, "arch="))
			elf.abi = abi_find(value);
		else if (strcmp(word, "nodefaultlib") == 0)
			elf.no_default_path = true;
		else if (starts_with(word, "needs="))
			for (needs = value; needs;)
				strlist_add(&elf.needed, strsep(&needs, ","));
		else if (*word)
			die("%s: no key", word);
	}
	if (tiny_elf_write(&elf, path) != 0)
		die("%s:", path);
	strlist_free(&elf.needed);
}

static void make_text(const char *path, const char *words)
{
	struct str text = {0};
	struct error error = {0};

	for (; *words; words++) {
		bool line = words[0] == '\\' && words[1] == 'n';

		str_add_bytes(&text, line ? "\n" : words, 1);
		words += line;
	}
	if (file_write(path, text.text ? text.text : "", text.length, &error) != 0)
		die("%s", error.text);
	str_free(&text);
}

static void make_strings(const char *path, char *words)
{
	struct str bytes = {0};
	struct error error = {0};

	for (const char *word; (word = strsep(&words, " ")) != NULL;)
		add_string(&bytes, word);
	if (file_write(path, bytes.text ? bytes.text : "", bytes.length, &error) != 0)
		die("%s", error.text);
	str_free(&bytes);
}

static void make(const struct maker *maker, char *line)
{
	char *name = strsep(&line, " ");
	char *kind = line ? strsep(&line, " ") : NULL;
	char *path = str_format("%s%s", maker->top, name);
	char *folder = path_dir(path);
	struct error error = {0};
	int result = 0;

	if (!kind)
		die("%s: says not what to make", name);
	if (dir_make(folder, &error) != 0)
		die("%s", error.text);
	if (strcmp(kind, "library") == 0 || strcmp(kind, "program") == 0)
		make_elf(maker, path, line, kind[0] == 'p');
	else if (strcmp(kind, "link") == 0)
		result = symlink(line, path);
	else if (strcmp(kind, "folder") == 0)
		result = dir_make(path, &error);
	else if (strcmp(kind, "setuid") == 0)
		result = chmod(path, 04755);
	else if (strcmp(kind, "text") == 0)
		make_text(path, line ? line : "");
	else if (strcmp(kind, "strings") == 0)
		make_strings(path, line);
	else if (strcmp(kind, "remove") == 0)
		result = unlink(path);
	else if (strcmp(kind, "cache") == 0)
		make_cache(maker, path, line);
	else
		die("%s: no kind of file", kind);
	if (result != 0)
		die("%s:", path);
	free(folder);
	free(path);
}

int main(int argc, char **argv)
{
	struct maker maker = {0};
	struct root root;
	struct glibc glibc;
	struct error error = {0};
	char *line = NULL;
	size_t room = 0;

	if (argc != 4 || !glibc_parse(argv[3], &glibc))
		die("usage: make-files ROOT ARCH GLIBC");
	maker.top = argv[1];
	if (root_open(&root, argv[1], &error) != 0 ||
	    target_read(&maker.target, &root, argv[2], &glibc, &error) != 0)
		die("%s", error.text);
	root_close(&root);
	while (getline(&line, &room, stdin) > 0) {
		line[strcspn(line, "\n")] = '\0';
		if (*line)
			make(&maker, line);
	}
	free(line);
	target_free(&maker.target);
	return 0;
}
