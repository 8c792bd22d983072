// SPDX-License-Identifier: MIT
/* Everything that check can say: names, severities and long texts, in one table. */
#pragma once

enum severity {
	SEVERITY_ERROR,   /* does not ship: exit status 1 */
	SEVERITY_WARNING, /* most likely a mistake */
	SEVERITY_NOTE,    /* good to know */
};

enum tag {
	TAG_FLAVOR_WITHOUT_BASELINE,
	TAG_SONAME_DIFFERS,
	TAG_SONAME_LINK_MISSING,
	TAG_EXPORTS_MISSING,
	TAG_EXPORTS_EXTRA,
	TAG_OBJECT_SIZE_DIFFERS,
	TAG_TYPE_LAYOUT_DIFFERS,
	TAG_NEEDED_DIFFERS,
	TAG_HEADER_DIFFERS,
	TAG_RUNPATH_INTO_HWCAPS,
	TAG_RUNPATH_INTO_BUILD,
	TAG_RUNPATH_ORIGIN,
	TAG_ISA_BEYOND_FLAVOR,
	TAG_ISA_BEYOND_BASELINE,
	TAG_ISA_IN_CONSTRUCTOR,
	TAG_ISA_MARKER_MISSING,
	TAG_ISA_MARKER_ABOVE,
	TAG_FLAGS_NOT_APPLIED,
	TAG_FLAGS_FROM_BUILD_MACHINE,
	TAG_IDENTICAL_TO_BASELINE,
	TAG_FLAVOR_NOT_NEEDED,
	TAG_DEAD_DIRECTORY,
	TAG_DEVELOPMENT_FILE,
	TAG_STALE_FLAVOR,
	TAG_IFUNC_DIFFERS,
	TAG_TEXT_RELOCATIONS,
	TAG_EXECUTABLE_STACK,
	TAG_HARDENING_LOST,
	TAG_UNREADABLE_FILE,
	TAG_NOT_CHECKED,
	TAG_UNUSED_ALLOWANCE,
	TAGS,
};

/* name: "soname-differs"; text: paragraphs for --explain, lines of at most 80 columns. */
struct tag_text {
	const char *name;
	enum severity severity;
	const char *text;
};

extern const struct tag_text tags[TAGS];

/* TAGS for a name that is none. */
enum tag tag_find(const char *name);

/* "error", "warning" or "note". */
const char *severity_name(enum severity severity);
