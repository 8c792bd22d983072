// SPDX-License-Identifier: MIT
#include "base/map.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* FNV-1a; the keys are paths and names, and whoever makes them collide slows down only himself. */
static size_t hash(const char *key)
{
	uint64_t value = 0xcbf29ce484222325;

	for (; *key; key++)
		value = (value ^ (unsigned char)*key) * 0x100000001b3;
	return (size_t)(value ^ value >> 32);
}

/* The slot that holds the key, or the empty one where it belongs. */
static struct map_slot *slot_of(struct map_slot *slots, size_t room, const char *key)
{
	size_t at = hash(key) & (room - 1);

	while (slots[at].key && strcmp(slots[at].key, key) != 0)
		at = (at + 1) & (room - 1);
	return &slots[at];
}

static void grow(struct map *map)
{
	size_t room = map->room ? 2 * map->room : 64;
	struct map_slot *slots = xcalloc(room, sizeof(*slots));

	for (size_t i = 0; i < map->room; i++)
		if (map->slots[i].key)
			*slot_of(slots, room, map->slots[i].key) = map->slots[i];
	free(map->slots);
	map->slots = slots;
	map->room = room;
}

void *map_get(const struct map *map, const char *key)
{
	return map->room ? slot_of(map->slots, map->room, key)->value : NULL;
}

const char *map_set(struct map *map, const char *key, void *value)
{
	if (2 * map->count >= map->room)
		grow(map);
	struct map_slot *slot = slot_of(map->slots, map->room, key);
	if (!slot->key) {
		slot->key = xstrdup(key);
		map->count++;
	}
	slot->value = value;
	return slot->key;
}

void map_free(struct map *map, void (*free_value)(void *value))
{
	for (size_t i = 0; i < map->room; i++) {
		if (map->slots[i].key && free_value)
			free_value(map->slots[i].value);
		free(map->slots[i].key);
	}
	free(map->slots);
	*map = (struct map){0};
}
