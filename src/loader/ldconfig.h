// SPDX-License-Identifier: MIT
/*
 * What ldconfig would do in a root: the directories it looks into (/etc/ld.so.conf with what that
 * includes, then the loader's own), and the cache it would write. For roots that have no cache, and
 * packages that are not installed yet: dpkg's trigger runs ldconfig once they are. Source: glibc,
 * elf/ldconfig.c. Nothing is written.
 */
#pragma once

#include "loader/cache.h"
#include "loader/object.h"

/* Adds the directories, without a slash at the end; each only once, whatever links name it. */
void ldconfig_directories(struct root *root, const struct target *target,
                          struct strlist *directories);

/* Fills an empty cache. */
void ldconfig_cache(struct root *root, const struct target *target, struct objects *objects,
                    struct cache *cache);
