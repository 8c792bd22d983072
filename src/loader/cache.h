// SPDX-License-Identifier: MIT
/*
 * ld.so.cache: where ldconfig wrote down which library is in which file.
 *
 * Formats: "ld.so-1.7.0" (names and paths), "glibc-ld.so.cache1.1" (with hwcaps, since glibc 2.2),
 * or the first with the second behind it; an extension at the end names the glibc-hwcaps
 * directories (since 2.33). Integers have the target's byte order. Source: glibc, elf/dl-cache.c
 * and sysdeps/generic/dl-cache.h. The bytes may come from anywhere: whatever does not fit is no
 * cache, or an entry that is passed over.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "loader/hwcaps.h"
#include "loader/target.h"

struct cache_entry {
	const char
	    *name; /* NULL: points outside of the file; as for the others the cache owns it */
	const char *path;
	const char *hwcaps; /* name below glibc-hwcaps, "" for one that is damaged; NULL: none */
	const char *file; /* where ldconfig has yet to make the link PATH: to this file; or NULL */
	uint64_t bits;    /* legacy hwcaps */
	uint32_t flags;
	uint32_t isa; /* level of the marker in a glibc-hwcaps directory: 0 baseline, 1 v2, ... */
};

struct cache {
	char *bytes;
	struct cache_entry *entries; /* in the order of the file: names descending */
	size_t count;
	bool old;               /* the old format alone */
	bool signed_chars;      /* abi_has_signed_chars() of the target, for the order of names */
	struct strlist strings; /* of entries that came from no file */
};

/* What is decided about an entry of the name that is looked for. */
enum cache_verdict {
	CACHE_CHOSEN,
	CACHE_WORSE,      /* the chosen one has a better level, or stands before it */
	CACHE_OTHER_ABI,  /* its flags say that it is for another ABI */
	CACHE_UNSEARCHED, /* its glibc-hwcaps name, or its legacy hwcaps, are not for this CPU */
	CACHE_ISA_LEVEL,  /* it is marked above this CPU */
	CACHE_DAMAGED,
};

/* Told about every entry of a name, the chosen one last. */
typedef void cache_visit(const struct cache_entry *entry, enum cache_verdict verdict, void *data);

/*
 * Reads a cache and takes the bytes, of which there is a NUL behind the last. False where they are
 * no cache that a loader of that ABI would use; the cache is then empty.
 */
bool cache_parse(struct cache *cache, char *bytes, size_t size, const struct abi *abi);

/* Adds an entry where ldconfig would put it, copying its strings. */
void cache_add(struct cache *cache, const struct cache_entry *entry);

/* The entry that the loader chooses for a name, or NULL. visit may be NULL. */
const struct cache_entry *cache_find(const struct cache *cache, const char *name,
                                     const struct abi *abi, const struct hwcaps *hwcaps,
                                     cache_visit *visit, void *data);

/* Whether the path of some entry of that name is one that fits. */
bool cache_has(const struct cache *cache, const char *name,
               bool (*fits)(const char *path, void *data), void *data);

/* Compares names as ldconfig and loader do: digits by their value, and chars as the ABI has them.
 */
int cache_compare_names(const char *a, const char *b, bool signed_chars);

void cache_free(struct cache *cache);
