// SPDX-License-Identifier: MIT
/*
 * From the flavors' own DESTDIRs to one destination: the baseline whole, and beside each of its
 * libraries the flavors' copies of it, in their hwcap directories: DIR/HWCAP-DIRECTORY/NAME, with
 * the SONAME link where the SONAME is not the file's name. Nothing else of a flavor is delivered.
 * Each copy is told which build of the baseline it belongs to (elf/partner.h).
 *
 * The destination changes when everything is copied and checked, and then at once; whatever fails
 * before leaves it as it was (see stage.h).
 */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/str.h"

struct gather_flavor {
	const char *name;
	const char *directory; /* "glibc-hwcaps/x86-64-v3"; never "." */
	const char *root;      /* the DESTDIR into which this flavor was installed */
};

struct gather_copy;

struct gather_request {
	const char *baseline_root;
	/*
	 * Only the copies are to go to destdir, which may be the baseline's root: a package that
	 * has the baseline already. Its libraries may have been moved since they were installed: a
	 * copy then is the flavor's only file of that SONAME.
	 */
	bool copies_only;
	const struct gather_flavor *flavors; /* best or worst first: results keep the order */
	size_t flavor_count;
	/*
	 * Patterns (fnmatch; a star does not match a slash) of modules of which copies are
	 * delivered all the same. Relative to the root, with or without a slash in front. NULL:
	 * none.
	 */
	const struct strlist *modules;
	const char *modules_file; /* where they stand, for messages; or NULL */
	unsigned modules_line;
	const char *destdir;               /* "/" is fine; made where it does not exist */
	const volatile sig_atomic_t *stop; /* NULL, or: not 0 means to give up, as on Ctrl-C */
	/*
	 * NULL, or called with all that will become of the copies before the destination is
	 * touched; -1 with the error set means that nothing is to be installed.
	 */
	int (*approve)(void *data, const struct gather_copy *copies, size_t count,
	               struct error *error);
	void *data;
};

enum gather_state {
	GATHER_DELIVERED,
	GATHER_IDENTICAL, /* left out: code and data are the baseline's (elf/likeness.h) */
	GATHER_MISSING,   /* the flavor did not install this library */
	GATHER_MODULE,    /* left out: only ever opened by absolute path (build/baseline.h) */
	GATHER_TWIN,      /* left out: another file of the folder bears its SONAME */
	GATHER_STALE,     /* an earlier install left it at the destination, and it is still there */
};

/* Paths begin with a slash and are those of the installed system, without destdir. */
struct gather_copy {
	char *flavor;    /* of a stale copy: its hwcap directory, if no flavor has that */
	char *library;   /* the baseline's file */
	char *installed; /* delivered or stale: where the copy lies; else NULL */
	char *from;      /* delivered: the flavor's file, in its own DESTDIR; else NULL */
	off_t size;      /* bytes of the flavor's file; 0 if missing or not looked at */
	enum gather_state state;
	char *reason; /* one clause for people; NULL if delivered */
};

/* By library in the order of sorted paths, then by flavor; stale copies last. */
struct gather_result {
	struct gather_copy *copies;
	size_t count;
};

/* "delivered", "identical", "missing", "module", "twin", "stale": for tables and JSON. */
const char *gather_state_name(enum gather_state state);

/*
 * Errors: everything in baseline.h and stage.h; a flavor's file is damaged, is no shared object, is
 * for another machine or has another SONAME than the baseline's; the baseline installs a file where
 * a copy must go; the destination is the baseline's root or inside it, unless copies_only. The
 * result is then empty.
 */
int gather_install(const struct gather_request *request, struct gather_result *result,
                   struct error *error);

void gather_free(struct gather_result *result);
