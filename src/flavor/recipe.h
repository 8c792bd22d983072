// SPDX-License-Identifier: MIT
/*
 * The package's own hwflavors file, hwflavors(5): how to build this source, which flavors, and
 * what each of them gets beyond what hwflavor ships. All of it, and the file, are optional.
 */
#pragma once

#include "flavor/benchmark.h"
#include "flavor/files.h"
#include "flavor/flavor.h"

enum build_system {
	BUILD_SYSTEM_UNKNOWN,
	BUILD_SYSTEM_AUTOCONF,
	BUILD_SYSTEM_CMAKE,
	BUILD_SYSTEM_MESON,
	BUILD_SYSTEM_MAKE,
};

/* How a flavor reaches the CPU. */
enum delivery {
	DELIVERY_DIRECTORY, /* a copy in a hwcap directory, for which the loader searches */
	DELIVERY_FUSE,      /* inside of the one library */
	DELIVERY_AUTO,      /* fused where the loader searches no directory for it */
};

/* One line of Allow: "TAG PATTERN -- REASON". What a tag is, only check knows. */
struct allowance {
	char *tag;
	char *pattern; /* of fnmatch(3): FILE, or FILE:FUNCTION */
	char *reason;
	unsigned line;
};

struct recipe {
	char *file;        /* NULL: the package has none */
	char *record_file; /* hwflavors.bench beside it, whether or not it is there */
	struct benchmarks benchmarks;
	double threshold; /* from which part on a difference counts: 0.03 is 3 % */
	enum build_system build_system;
	unsigned build_system_line;
	struct strlist flavors; /* names as listed */
	unsigned flavors_line;
	struct strlist configure; /* arguments for every flavor and the baseline */
	enum delivery delivery;
	struct strlist modules; /* patterns of dlopened modules that are to have flavors */
	unsigned modules_line;
	char *shell; /* runs configure and libtool in place of the found one, or NULL */
	unsigned shell_line;
	struct allowance *allowances; /* what check finds and the package answers for */
	size_t allowance_count;
	struct file_flags_list files; /* flags for single source files */
	bool copy_source; /* Source-Copy: the source cannot be built outside of itself */
};

/* The names a Build-System field takes, by enum; NULL for BUILD_SYSTEM_UNKNOWN. */
const char *build_system_name(enum build_system build_system);

/* "directory", "fuse", "auto". */
const char *delivery_name(enum delivery delivery);

/*
 * Reads FILE, or without one (NULL) SOURCE/debian/hwflavors or SOURCE/hwflavors where one exists,
 * and adds its Flavor paragraphs to flavors. architecture is that of new flavors without one.
 */
int recipe_read(struct recipe *recipe, const char *file, const char *source,
                struct flavors *flavors, const char *architecture, struct error *error);

/* The same from text that has been read. */
int recipe_read_control(struct recipe *recipe, const struct control *control,
                        struct flavors *flavors, const char *architecture, struct error *error);
void recipe_free(struct recipe *recipe);
