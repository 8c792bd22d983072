// SPDX-License-Identifier: MIT
/*
 * Flavors: named ways to build, read from flavors/<name>.flavor (hwflavors(5) has the fields) and
 * from the package's own hwflavors file. A flavor is known by its name and architecture together:
 * each architecture has a baseline.
 */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "flavor/control.h"
#include "flavor/glibc.h"

/* Which loaders search a flavor's directory: from <= version < before; before.major 0 is no end. */
struct loader_range {
	struct glibc from;
	struct glibc before;
};

/* Features that one flavor names: far above any real one. */
enum { FLAVOR_FEATURES_LIMIT = 256 };

struct flavor {
	char *name;
	char *architecture; /* Debian's name */
	char *directory;    /* below the library's own; "." for the baseline */
	char *description;
	char *package; /* the Debian package that its copies go to; NULL: the baseline's */
	char *triplet; /* given to configure in place of the plain one, or NULL */
	struct loader_range loader;
	struct strlist cflags; /* for the C and C++ compilers */
	struct strlist ldflags;
	struct strlist features;       /* own ones and names of other flavors, as written */
	struct strlist feature_places; /* "FILE:LINE" of each, for messages */
	struct strlist needs;          /* all features, resolved: see needs.h */
	struct strlist emulator_cpus;  /* for qemu-user's -cpu, best first: versions differ */
	struct strlist configure;      /* arguments, from the package's file */
	bool is_default;               /* built when nobody lists flavors */
	bool keep;                     /* built although the record says that it does not pay */
	char *file;                    /* where it was defined, for messages */
	unsigned line;
};

/* A list of flavors that owns them. Zero-initialised is empty. */
struct flavors {
	struct flavor **items;
	size_t count;
	struct strlist searched; /* "ARCH DIRECTORY" of each that was loaded */
};

/* Reads every *.flavor file in a folder, in the order of their names. Does not resolve. */
int flavors_load(struct flavors *flavors, const char *dir, struct error *error);
void flavors_free(struct flavors *flavors);

/*
 * Reads a Flavor: paragraph. One of a known flavor adds to it (lists are appended to, single
 * values replaced); another one defines a new flavor and then needs a Directory. default_arch is
 * the architecture of a paragraph without one whose name several architectures have, or none.
 */
int flavors_add_paragraph(struct flavors *flavors, const struct control *control,
                          const struct paragraph *paragraph, const char *default_arch,
                          struct error *error);

/*
 * Adds the words of a field with compiler flags or configure arguments, split as a shell would.
 * Flags for the build machine's own CPU (-march=native) are an error wherever they hide.
 */
int flavor_words(const struct control *control, const struct field *field, struct strlist *list,
                 struct error *error);

/*
 * The first flag in text for the CPU of the machine the build runs on (-march=native), or NULL; a
 * copy that got it runs there only, and differs from one build to the next. Caller frees.
 */
char *native_flag(const char *text);

struct flavor *flavors_find(const struct flavors *flavors, const char *name,
                            const char *architecture);

/* Whether some architecture has one of that name. */
bool flavors_have(const struct flavors *flavors, const char *name);

/*
 * A copy of a flavor under another name, for building it another way as well: bench takes parts of
 * it away.
 */
struct flavor *flavors_add_variant(struct flavors *flavors, const struct flavor *flavor,
                                   const char *name);

/*
 * The error "ARCH has no flavor NAME; did you mean ...?" about a line of a file (0: none);
 * architecture NULL: none has it. Returns -1.
 */
int flavors_unknown(const struct flavors *flavors, const char *name, const char *architecture,
                    const char *file, unsigned line, struct error *error);

bool flavor_is_baseline(const struct flavor *flavor);

/* Whether a shipped flavor of the architecture has its directory, or it says itself who searches.
 */
bool flavor_has_loader(const struct flavors *flavors, const struct flavor *flavor);

/* The first of the features the flavor needs that this CPU lacks, or NULL; needs machine_runs(). */
const char *flavor_missing_feature(const struct flavor *flavor);

/*
 * Why a loader of that version never searches the flavor's directory, as a clause ("glibc 2.37 and
 * later search no such directory"), or NULL when it does; caller frees.
 */
char *flavor_unsearched(const struct flavor *flavor, struct glibc version);
