// SPDX-License-Identifier: MIT
#include "loader/cache.h"

#include <elf.h>
#include <endian.h>
#include <stdlib.h>
#include <string.h>

static const char old_magic[] = "ld.so-1.7.0";
static const char new_magic[] = "glibc-ld.so.cache1.1";

/* Sizes and offsets of the formats. */
enum {
	OLD_HEADER = 16, /* magic, padding, count */
	OLD_COUNT = 12,
	OLD_ENTRY = 12, /* flags, name, path */
	NEW_HEADER = 48,
	NEW_COUNT = 20,
	NEW_FLAGS = 28, /* a byte: two bits of byte order */
	NEW_EXTENSION = 32,
	NEW_ENTRY = 24, /* flags, name, path, OS version, hwcaps (64 bits) */
	EXTENSION_HEADER = 8,
	EXTENSION_SECTION = 16, /* tag, flags, offset, size */
	TAG_HWCAPS = 1,
};

/* How the byte order is marked; 0 is from an ldconfig before 2.33, which did not mark it. */
enum { ORDER_MASK = 3, ORDER_LITTLE = 2, ORDER_BIG = 3 };

static const uint32_t extension_magic = 0xeaa42174;

/* In the upper half of an entry's hwcaps: the extension's bit, and a level in the lower ten. */
enum { LEVEL_MASK = 0x3ff };
static const uint32_t extension_bit = (uint32_t)1 << 30;

/* A part of the file from which offsets are counted. */
struct view {
	const char *bytes;
	size_t size;
	bool big_endian;
};

static uint32_t read_word(const struct view *view, size_t at)
{
	uint32_t word;

	memcpy(&word, view->bytes + at, sizeof(word));
	return view->big_endian ? be32toh(word) : le32toh(word);
}

static uint64_t read_long(const struct view *view, size_t at)
{
	uint64_t word;

	memcpy(&word, view->bytes + at, sizeof(word));
	return view->big_endian ? be64toh(word) : le64toh(word);
}

/* The string at an offset, or NULL where it points outside; the file ends with a NUL. */
static const char *read_string(const struct view *view, uint32_t at)
{
	return at < view->size ? view->bytes + at : NULL;
}

/* The names of glibc-hwcaps directories as the loader reads them; NULL for what it passes over. */
struct names {
	const char **items;
	size_t count;
};

/* Longer names are searched by nobody, and are not compared to their ends. */
enum { NAME_LIMIT = 256 };

/*
 * The loader merges the names, which ldconfig has sorted, with its own: one that stands behind a
 * greater one is never met.
 */
static void read_names(const struct view *file, size_t at, struct names *names)
{
	const char *greatest = "";

	names->items = xcalloc(names->count + 1, sizeof(*names->items));
	for (size_t i = 0; i < names->count; i++) {
		const char *name = read_string(file, read_word(file, at + 4 * i));

		if (!name || strncmp(name, greatest, NAME_LIMIT) <= 0)
			continue;
		names->items[i] = greatest = name;
	}
}

/*
 * The extension's offsets, and those of its names, count from the start of the file, for the loader
 * as for ldconfig. But behind the old format (ldconfig -c compat) ldconfig counts those of the
 * names from the new format on: then other bytes are taken for names, and hardly ever fit.
 */
static struct names find_names(const struct view *view, const struct view *file)
{
	uint32_t at = read_word(view, NEW_EXTENSION);

	if (at == 0 || at % 4 != 0 || at > file->size || file->size - at < EXTENSION_HEADER ||
	    read_word(file, at) != extension_magic)
		return (struct names){0};
	uint32_t count = read_word(file, at + 4);
	if (count > (file->size - at - EXTENSION_HEADER) / EXTENSION_SECTION)
		return (struct names){0};
	for (uint32_t i = 0; i < count; i++) {
		size_t section = at + EXTENSION_HEADER + (size_t)i * EXTENSION_SECTION;
		uint32_t offset = read_word(file, section + 8);
		uint32_t size = read_word(file, section + 12);

		if (offset > file->size || size > file->size - offset)
			return (struct names){0};
		if (read_word(file, section) == TAG_HWCAPS && offset % 4 == 0 && size % 4 == 0) {
			struct names names = {.count = size / 4};

			read_names(file, offset, &names);
			return names;
		}
	}
	return (struct names){0};
}

static void read_new_entry(const struct view *view, size_t at, const struct names *names,
                           struct cache_entry *entry)
{
	uint64_t hwcaps = read_long(view, at + 16);
	uint32_t upper = (uint32_t)(hwcaps >> 32);

	entry->flags = read_word(view, at);
	entry->name = read_string(view, read_word(view, at + 4));
	entry->path = read_string(view, read_word(view, at + 8));
	if ((upper & ~(uint32_t)LEVEL_MASK) != extension_bit) {
		entry->bits = hwcaps;
		return;
	}
	uint32_t index = (uint32_t)hwcaps;
	const char *name = index < names->count ? names->items[index] : NULL;
	entry->hwcaps = name ? name : "";
	entry->isa = upper & LEVEL_MASK;
}

/* The new format, somewhere in a file; false where the loader would not use it. */
static bool parse_new(struct cache *cache, const struct view *view, const struct view *file)
{
	if (view->size <= NEW_HEADER || memcmp(view->bytes, new_magic, strlen(new_magic)) != 0)
		return false;
	unsigned order = (unsigned char)view->bytes[NEW_FLAGS] & ORDER_MASK;
	if (order != 0 && order != (view->big_endian ? ORDER_BIG : ORDER_LITTLE))
		return false;
	size_t count = read_word(view, NEW_COUNT);
	if (count > (view->size - NEW_HEADER) / NEW_ENTRY)
		return false;
	struct names names = find_names(view, file);
	cache->entries = xcalloc(count ? count : 1, sizeof(*cache->entries));
	for (; cache->count < count; cache->count++)
		read_new_entry(view, NEW_HEADER + cache->count * NEW_ENTRY, &names,
		               &cache->entries[cache->count]);
	free(names.items);
	return true;
}

/* The old format; where the new one lies behind its entries, only that counts. */
static bool parse_old(struct cache *cache, const struct view *view)
{
	if (view->size <= OLD_HEADER || memcmp(view->bytes, old_magic, strlen(old_magic)) != 0)
		return false;
	size_t count = read_word(view, OLD_COUNT);
	if (count > (view->size - OLD_HEADER) / OLD_ENTRY)
		return false;
	size_t end = OLD_HEADER + count * OLD_ENTRY;
	size_t behind = (end + 7) & ~(size_t)7;
	if (behind <= view->size && view->size - behind >= NEW_HEADER &&
	    memcmp(view->bytes + behind, new_magic, strlen(new_magic)) == 0) {
		const struct view rest = {view->bytes + behind, view->size - behind,
		                          view->big_endian};

		return parse_new(cache, &rest, view);
	}
	cache->old = true;
	struct view strings = {view->bytes + end, view->size - end, view->big_endian};
	cache->entries = xcalloc(count ? count : 1, sizeof(*cache->entries));
	for (; cache->count < count; cache->count++) {
		size_t at = OLD_HEADER + cache->count * OLD_ENTRY;
		struct cache_entry *entry = &cache->entries[cache->count];

		entry->flags = read_word(view, at);
		entry->name = read_string(&strings, read_word(view, at + 4));
		entry->path = read_string(&strings, read_word(view, at + 8));
	}
	return true;
}

bool cache_parse(struct cache *cache, char *bytes, size_t size, const struct abi *abi)
{
	struct view view = {bytes, size, abi->big_endian};

	*cache = (struct cache){.bytes = bytes, .signed_chars = abi_has_signed_chars(abi)};
	if (parse_new(cache, &view, &view) || parse_old(cache, &view))
		return true;
	cache_free(cache);
	return false;
}

void cache_free(struct cache *cache)
{
	free(cache->bytes);
	free(cache->entries);
	strlist_free(&cache->strings);
	*cache = (struct cache){0};
}

static bool is_digit(char letter)
{
	return letter >= '0' && letter <= '9';
}

/* The value of the digits at *text, as an int that wraps around. */
static int32_t take_number(const char **text)
{
	uint32_t value = 0;

	while (is_digit(**text))
		value = value * 10 + (uint32_t)(*(*text)++ - '0');
	return (int32_t)value;
}

/* Any byte as a char of the target. */
static int char_value(char letter, bool signed_chars)
{
	return signed_chars ? (signed char)letter : (unsigned char)letter;
}

int cache_compare_names(const char *a, const char *b, bool signed_chars)
{
	while (*a) {
		if (is_digit(*a) && is_digit(*b)) {
			int32_t one = take_number(&a), two = take_number(&b);

			if (one != two)
				return one < two ? -1 : 1;
		} else if (is_digit(*a) || is_digit(*b)) {
			return is_digit(*a) ? 1 : -1;
		} else if (*a != *b) {
			return char_value(*a, signed_chars) < char_value(*b, signed_chars) ? -1 : 1;
		} else {
			a++;
			b++;
		}
	}
	return *b ? -1 : 0;
}

static bool right_abi(uint32_t flags, const struct abi *abi)
{
	enum { ELF = 1, LIBC6 = 3 };

	if (flags == ((uint32_t)abi->cache_flags | LIBC6))
		return true;
	if (strcmp(abi->architecture, "i386") == 0)
		return flags == ELF;
	return abi->machine == EM_ARM && flags == LIBC6;
}

/* The place of a name among those that are searched, from 1; 0 where it is not. */
static size_t rank_of(const struct hwcaps *hwcaps, const char *name)
{
	for (size_t i = 0; i < hwcaps->names.count; i++)
		if (strcmp(hwcaps->names.items[i], name) == 0)
			return i + 1;
	return 0;
}

/* What the loader decides about an entry by itself. */
static enum cache_verdict judge(const struct cache_entry *entry, const struct abi *abi,
                                const struct hwcaps *hwcaps, size_t *rank)
{
	bool x86 = abi->machine == EM_X86_64 || abi->machine == EM_386;

	*rank = 0;
	if (!right_abi(entry->flags, abi))
		return CACHE_OTHER_ABI;
	if (!entry->path)
		return CACHE_DAMAGED;
	if (!entry->hwcaps)
		return hwcaps_accept(hwcaps, abi->architecture, entry->bits) ? CACHE_CHOSEN
		                                                             : CACHE_UNSEARCHED;
	*rank = rank_of(hwcaps, entry->hwcaps);
	if (*rank == 0)
		return CACHE_UNSEARCHED;
	if (x86 && (entry->isa >= 32 || !(hwcaps->isa >> entry->isa & 1)))
		return CACHE_ISA_LEVEL;
	return CACHE_CHOSEN;
}

/* The first of the entries with a name, by bisection as the loader does it; count if none. */
static size_t first_of(const struct cache *cache, const char *name)
{
	size_t left = 0, right = cache->count;

	while (left < right) {
		size_t middle = (left + right - 1) / 2;

		if (!cache->entries[middle].name)
			return cache->count;
		int order =
		    cache_compare_names(name, cache->entries[middle].name, cache->signed_chars);
		if (order == 0) {
			while (middle > 0 && cache->entries[middle - 1].name &&
			       cache_compare_names(name, cache->entries[middle - 1].name,
			                           cache->signed_chars) == 0)
				middle--;
			return middle;
		}
		if (order < 0)
			left = middle + 1;
		else
			right = middle;
	}
	return cache->count;
}

/*
 * Whether an entry ends the loader's search of the cache. In the old format one does not whose
 * flags are not the architecture's very own (i386: 1 in place of 3): the last of them is taken. On
 * ARM that holds for all.
 */
static bool is_final(const struct cache *cache, const struct cache_entry *entry,
                     const struct abi *abi)
{
	if (entry->hwcaps)
		return false;
	return !cache->old || (abi->machine != EM_ARM && entry->flags != 1);
}

const struct cache_entry *cache_find(const struct cache *cache, const char *name,
                                     const struct abi *abi, const struct hwcaps *hwcaps,
                                     cache_visit *visit, void *data)
{
	const struct cache_entry *best = NULL;
	size_t best_rank = 0;
	bool ended = false;

	for (size_t i = first_of(cache, name); i < cache->count; i++) {
		const struct cache_entry *entry = &cache->entries[i];
		size_t rank;

		if (!entry->name ||
		    cache_compare_names(name, entry->name, cache->signed_chars) != 0)
			break;
		enum cache_verdict verdict = judge(entry, abi, hwcaps, &rank);
		/* Entries of glibc-hwcaps stand before the others: after them it is decided. */
		ended |= best && !cache->old && !entry->hwcaps && right_abi(entry->flags, abi);
		if (verdict == CACHE_CHOSEN &&
		    (ended || (best && !cache->old && rank >= best_rank)))
			verdict = CACHE_WORSE;
		if (verdict != CACHE_CHOSEN) {
			if (visit)
				visit(entry, verdict, data);
			continue;
		}
		if (visit && best)
			visit(best, CACHE_WORSE, data);
		best = entry;
		best_rank = rank;
		ended = is_final(cache, entry, abi);
		if (ended && !visit)
			break;
	}
	if (visit && best)
		visit(best, CACHE_CHOSEN, data);
	return best;
}

bool cache_has(const struct cache *cache, const char *name,
               bool (*fits)(const char *path, void *data), void *data)
{
	for (size_t i = first_of(cache, name); i < cache->count; i++) {
		const struct cache_entry *entry = &cache->entries[i];

		if (!entry->name ||
		    cache_compare_names(name, entry->name, cache->signed_chars) != 0)
			break;
		if (entry->path && fits(entry->path, data))
			return true;
	}
	return false;
}

/* <0 where a stands before b in what ldconfig writes. */
static int compare_entries(const struct cache_entry *a, const struct cache_entry *b,
                           bool signed_chars)
{
	int order = cache_compare_names(b->name, a->name, signed_chars);

	if (order != 0)
		return order;
	if (a->flags != b->flags)
		return a->flags < b->flags ? 1 : -1;
	if (!a->hwcaps != !b->hwcaps)
		return a->hwcaps ? -1 : 1;
	if (a->hwcaps && (order = strcmp(a->hwcaps, b->hwcaps)) != 0)
		return order;
	int more = __builtin_popcountll(b->bits) - __builtin_popcountll(a->bits);
	if (more != 0)
		return more;
	return a->bits < b->bits ? 1 : a->bits > b->bits ? -1 : 0;
}

static const char *keep(struct cache *cache, const char *text)
{
	if (!text)
		return NULL;
	strlist_add(&cache->strings, text);
	return cache->strings.items[cache->strings.count - 1];
}

void cache_add(struct cache *cache, const struct cache_entry *entry)
{
	size_t at = 0, end = cache->count;

	/* Behind the last that is not after it. */
	while (at < end) {
		size_t middle = at + (end - at) / 2;

		if (compare_entries(&cache->entries[middle], entry, cache->signed_chars) > 0)
			end = middle;
		else
			at = middle + 1;
	}
	cache->entries = xreallocarray(cache->entries, cache->count + 1, sizeof(*cache->entries));
	memmove(&cache->entries[at + 1], &cache->entries[at],
	        (cache->count - at) * sizeof(*cache->entries));
	cache->count++;
	cache->entries[at] = *entry;
	cache->entries[at].name = keep(cache, entry->name);
	cache->entries[at].path = keep(cache, entry->path);
	cache->entries[at].hwcaps = keep(cache, entry->hwcaps);
	cache->entries[at].file = keep(cache, entry->file);
}
