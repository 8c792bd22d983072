// SPDX-License-Identifier: MIT
/*
 * Any bytes, read as an ld.so.cache of either byte order: no access outside them, no leak, and for
 * every name in it an answer that is one of its entries. The same bytes are read as ld.so.conf and
 * as a search path.
 *
 * With -DFUZZ_MAIN a program that runs over the files it is given.
 */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"
#include "loader/ldconfig.h"
#include "loader/path.h"

static void count_entry(const struct cache_entry *entry, enum cache_verdict verdict, void *data)
{
	require(entry->name != NULL && verdict <= CACHE_DAMAGED);
	++*(size_t *)data;
}

static bool is_path(const char *path, void *data)
{
	return strcmp(path, data) == 0;
}

static void look_up(const struct cache *cache, const struct target *target,
                    const struct hwcaps *hwcaps)
{
	/* As many as a program may have libraries; a cache of millions would take for ever. */
	for (size_t i = 0; i < cache->count && i < 64; i++) {
		const struct cache_entry *entry = &cache->entries[i];
		size_t seen = 0;

		if (!entry->name)
			continue;
		const struct cache_entry *one =
		    cache_find(cache, entry->name, target->abi, hwcaps, NULL, NULL);
		const struct cache_entry *two =
		    cache_find(cache, entry->name, target->abi, hwcaps, count_entry, &seen);
		require(one == two && (!one || (one->path && seen > 0)));
		require(!one || cache_has(cache, entry->name, is_path, (void *)one->path));
	}
}

static void read_as_cache(const uint8_t *bytes, size_t size, const char *architecture)
{
	const struct environment environment = {0};
	struct target target = {.abi = abi_find(architecture), .glibc = {2, 36}};
	struct cpu cpu = {0};
	struct hwcaps hwcaps;
	struct cache cache;
	/* A copy of its own, with the NUL behind it that every file read has. */
	char *copy = malloc(size + 1);

	require(copy != NULL);
	memcpy(copy, bytes, size);
	copy[size] = '\0';
	hwcaps_find(&hwcaps, architecture, target.glibc, &cpu, &environment);
	if (cache_parse(&cache, copy, size, target.abi))
		look_up(&cache, &target, &hwcaps);
	cache_free(&cache);
	hwcaps_free(&hwcaps);
}

static void read_as_path(const uint8_t *bytes, size_t size)
{
	const struct tokens tokens = {.origin = "/opt", .lib = "lib"};
	struct strlist directories = {0};
	/* Each directory is compared with all before it. */
	char *copy = xstrndup((const char *)bytes, size < 4096 ? size : 4096);

	path_split(copy, ":;", &tokens, &directories);
	for (size_t i = 0; i < directories.count; i++)
		require(!directories.items[i][0] || ends_with(directories.items[i], "/"));
	strlist_free(&directories);
	free(copy);
}

static void read_as_conf(const uint8_t *bytes, size_t size)
{
	char folder[] = "/tmp/hwflavor-fuzz.XXXXXX";
	struct target target = {.abi = abi_find("amd64"), .glibc = {2, 36}};
	struct strlist directories = {0};
	struct root root;
	struct error error = {0};

	require(mkdtemp(folder) != NULL);
	char *etc = path_join(folder, "etc");
	char *conf = path_join(etc, "ld.so.conf");
	require(mkdir(etc, 0700) == 0 && file_write(conf, (const char *)bytes, size, &error) == 0);
	require(root_open(&root, folder, &error) == 0);
	ldconfig_directories(&root, &target, &directories);
	/* There is one folder in there, by whatever name. */
	require(directories.count <= 2);
	root_close(&root);
	strlist_free(&directories);
	require(tree_remove(folder, &error) == 0);
	free(conf);
	free(etc);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	read_as_cache(bytes, size, "amd64");
	read_as_cache(bytes, size, "s390x");
	read_as_path(bytes, size);
	read_as_conf(bytes, size);
	return 0;
}
