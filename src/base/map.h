// SPDX-License-Identifier: MIT
/* A map from strings to pointers that keeps copies of its keys and does not own its values. */
#pragma once

#include <stddef.h>

struct map_slot {
	char *key;
	void *value;
};

/* Zero-initialised is empty. room is 0 or a power of two, and never more than half of it is used.
 */
struct map {
	struct map_slot *slots;
	size_t count;
	size_t room;
};

/* The value of a key, or NULL. */
void *map_get(const struct map *map, const char *key);

/* Sets the value of a key, which must not be NULL; returns the map's own copy of the key. */
const char *map_set(struct map *map, const char *key, void *value);

/* Frees the keys and the map; values, where there are any, by the function given (may be NULL). */
void map_free(struct map *map, void (*free_value)(void *value));
