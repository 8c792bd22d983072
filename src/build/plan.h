// SPDX-License-Identifier: MIT
/*
 * The plan: every value that decides how each flavor is configured, built, tested and installed,
 * resolved from the shipped flavors, the package's hwflavors file, the environment, this machine
 * and the command line. scripts/hwflavor.mk holds the rules that use the values.
 */
#pragma once

#include "build/toolchain.h"
#include "flavor/architecture.h"
#include "flavor/flavor.h"
#include "flavor/recipe.h"

/* What the command line asks for; NULL and empty mean the default. */
struct plan_request {
	const char *source;       /* default: the current folder */
	const char *build_dir;    /* default: hwflavor-build in the current folder */
	const char *file;         /* the hwflavors file; default: the source's own */
	const char *flavors;      /* names with commas or spaces between */
	const char *architecture; /* default: DEB_HOST_ARCH, else this machine's */
	const char *glibc; /* of the target, "2.36"; default: that of the compiler's headers */
	struct strlist configure; /* after "--" */
	bool measure;             /* for bench: the record is not obeyed */
	bool ablate;              /* and each flavor also with parts of it taken away */
	bool no_files;            /* and all also without the Files paragraphs */
	/*
	 * NULL, or debhelper's name of a build system ("cmake+makefile"). The baseline is then
	 * debhelper's own affair and no flavor of the plan; each flavor repeats debhelper's
	 * command, whose arguments configure is, in its copy of the source.
	 */
	const char *debhelper;
	const char *baseline_tree; /* with debhelper: where the baseline was configured, or NULL */
	bool fuse;                 /* one library, whatever the package's file says */
};

/* What bench takes away from a flavor; each is built as a flavor FLAVOR.NAME. */
enum plan_variant {
	VARIANT_WHOLE,
	VARIANT_FLAGS,     /* "flags": the flavor's flags, the baseline's arguments */
	VARIANT_ARGUMENTS, /* "arguments": its configure arguments, the baseline's flags */
	VARIANT_NO_FILES,  /* "files": all but the flags of single files */
};

/* How a flavor's own test suite can run here. */
enum test_mode {
	TEST_NATIVE,
	TEST_EMULATED,
	TEST_NONE, /* for the reason in untested */
};

struct plan_flavor {
	const struct flavor *flavor;
	enum plan_variant variant;
	size_t whole;             /* of a variant: the index of the flavor itself */
	struct strlist configure; /* all arguments, last one wins */
	bool foreign;             /* this machine cannot run it: configure must not try */
	enum test_mode test_mode;
	char *files;    /* flags of single files, for scripts/probe-files; NULL: none */
	char *untested; /* why the suite cannot run here, or NULL */
};

/* A flavor that was asked for, or is a default, and is not built. */
struct plan_left_out {
	const struct flavor *flavor;
	char *reason;
};

struct plan {
	char *data_dir; /* where scripts/ and flavors/ lie */
	char *source, *build_dir;
	enum build_system build_system;
	bool copy_source;
	bool fuse; /* the flavors go into one library: no directory is needed for them */
	const struct architecture *architecture;
	char *launcher; /* the path of hwflavor-cc where some flavor has files, else NULL */
	bool cross;     /* the architecture is not this machine's own */
	struct toolchain toolchain;
	struct glibc glibc; /* of the target */
	struct flavors catalogue;
	struct recipe recipe;
	struct strlist arguments;        /* of debhelper's command */
	char *debhelper, *baseline_tree; /* as in the request */
	struct plan_flavor *flavors;     /* the baseline first, unless debhelper builds it */
	size_t count;
	struct plan_left_out *left_out;
	size_t left_out_count;
};

/* Fails, with the error set, at anything that makes the request impossible. */
int plan_resolve(struct plan *plan, const struct plan_request *request, struct error *error);

/* Refuses a place to install to that a step would remove. */
int plan_check_destdir(const struct plan *plan, const char *destdir, struct error *error);
void plan_free(struct plan *plan);

/* "flags", ...; NULL for VARIANT_WHOLE. */
const char *plan_variant_name(enum plan_variant variant);

/* hwflavor's own data folder: HWFLAVOR_DATADIR, else where it was installed. Caller frees. */
char *plan_data_dir(void);

/* Loads and resolves the shipped flavors of data_dir. */
int plan_load_catalogue(struct flavors *catalogue, const char *data_dir, struct error *error);

/* Adds each flavor's own DESTDIR, below the build directory, in the order of plan->flavors. */
void plan_roots(const struct plan *plan, struct strlist *roots);
