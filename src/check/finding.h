// SPDX-License-Identifier: MIT
/* Findings: what check has to say, and which of it the package's hwflavors file allows. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "check/tags.h"
#include "flavor/recipe.h"

struct finding {
	enum tag tag;
	char *file;                      /* as the installed system names it, or as it was given */
	char *subject;                   /* a function, symbol or source file, or NULL */
	char *text;                      /* "what is wrong; what to do" */
	const struct allowance *allowed; /* NULL: it counts */
};

/* Zero-initialised is empty, and nothing is allowed. Freed by findings_free(). */
struct findings {
	struct finding *items;
	size_t count;
	const struct recipe *recipe;
	bool *used;                 /* of the recipe's allowances, by index */
	const struct recipe *known; /* what hwflavor ships, used or not; NULL: none */
};

/*
 * Heeds a package's Allow lines. Fails at one with an unknown tag. The recipe must outlive the
 * findings; so must one that is set as known.
 */
int findings_allow(struct findings *findings, const struct recipe *recipe, struct error *error);

/* The format is "what is wrong; what to do". subject may be NULL. */
void findings_add(struct findings *findings, enum tag tag, const char *file, const char *subject,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));

/*
 * Whether a FILE:SUBJECT pattern allows the subject (of several that one finding would name); its
 * line then counts as used. The caller leaves it out.
 */
bool findings_allows(struct findings *findings, enum tag tag, const char *file,
                     const char *subject);

/*
 * Whether patterns allow some subjects of the file, whichever: a subject whose name is lost may be
 * one of them. The lines then count as used.
 */
bool findings_allows_some(struct findings *findings, enum tag tag, const char *file);

/* An error about a file that is no reason to stop: its text without the path in front. */
void findings_add_error(struct findings *findings, const char *file, const char *path,
                        struct error *error);

/* Adds an unused-allowance for each line that allowed nothing. */
void findings_close(struct findings *findings);

/* One line each of those that count, from error up to least: "E: TAG: FILE: TEXT". */
void findings_print(const struct findings *findings, enum severity least, FILE *out);

/* How many of a severity count. */
size_t findings_count(const struct findings *findings, enum severity severity);

void findings_free(struct findings *findings);
