// SPDX-License-Identifier: MIT
/* What the loader takes from the environment and from its own command line; NULL where not given.
 */
#pragma once

struct environment {
	const char *library_path; /* LD_LIBRARY_PATH, or --library-path */
	const char *tunables;     /* GLIBC_TUNABLES */
	const char *hwcap_mask;   /* LD_HWCAP_MASK */
	const char *preload;      /* LD_PRELOAD: names parted by ":" or blanks */
	const char *prepend;      /* --glibc-hwcaps-prepend: names parted by ":" */
	const char *mask;         /* --glibc-hwcaps-mask: names parted by ":" */
};
