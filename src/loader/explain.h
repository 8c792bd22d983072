// SPDX-License-Identifier: MIT
/*
 * What a search says beside what the loader does: copies it passes over without a look. Called
 * where the search decides, and only while somebody listens (search->visit).
 */
#pragma once

#include "loader/search.h"

/* Copies in subdirectories that this loader does not search on this CPU. */
void explain_refused(struct search *search, const char *name, const char *stage,
                     const char *directory);

/* A folder that exists and has no file of that name: perhaps one whose link is missing. */
void explain_absent(struct search *search, const char *name, const char *stage, const char *folder);

/* Copies in a directory after the one where the search ended, other than the one that was taken. */
void explain_hidden(struct search *search, const char *name, const char *stage,
                    const char *directory, const struct object *taken);

/* Copies in the same directory after the one that was taken. */
void explain_rest(struct search *search, const char *name, const char *stage, const char *directory,
                  const char *taken);

/* A file that was taken and ends the program; missing: the levels of its marker above the CPU. */
void explain_marker(struct search *search, const char *name, const char *stage, const char *path,
                    uint32_t missing);

/* An entry of the cache that was not chosen. hidden: the search ended before the cache. */
void explain_entry(struct search *search, const char *name, const struct cache_entry *entry,
                   enum cache_verdict verdict, bool hidden);

/* Copies in the directories of ldconfig that the cache does not list. */
void explain_uncached(struct search *search, const char *name);
