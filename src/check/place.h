// SPDX-License-Identifier: MIT
/*
 * Where a library lies: a library directory, and below it perhaps a hwcap directory. Which folders
 * the loader ever took for hwcap directories comes from facts measured with the real loaders of
 * glibc 2.36 to 2.43, and from glibc's dl-hwcaps and dl-procinfo sources.
 */
#pragma once

#include <stdbool.h>

#include "elf/library.h"
#include "flavor/flavor.h"

struct place {
	char *folder;    /* the library directory */
	char *directory; /* "glibc-hwcaps/x86-64-v3", "vfp/neon"; NULL: in the folder itself */
	/* Its name alone is no proof: it counts if the folder above has the same library. */
	bool uncertain;
};

/* Takes a folder apart, for a library of that Debian architecture. place_free() frees. */
void place_of(const char *folder, const char *architecture, const struct flavors *flavors,
              struct place *place);
void place_free(struct place *place);

/* The flavor that has this directory, or NULL. */
const struct flavor *place_flavor(const char *directory, const char *architecture,
                                  const struct flavors *flavors);

/* Why the loader of that version never searches the directory, or NULL; caller frees. */
char *place_unsearched(const char *directory, const char *architecture,
                       const struct flavors *flavors, struct glibc glibc);

/* Whether all parts are those of glibc before 2.37 that depend on no CPU: "tls/x86_64". */
bool place_is_for_every_cpu(const char *directory, const char *architecture);

/* Whether a folder ("/usr/lib/x86_64-linux-gnu") is one that glibc searches by default. */
bool place_is_default(const char *folder);

/* Debian's name for the architecture of an ELF file, or NULL. */
const char *place_architecture(const struct library *library);
