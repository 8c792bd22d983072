// SPDX-License-Identifier: MIT
/*
 * One flavor's part of a fused library: all its object files as one, changed so that the parts of
 * all flavors can be linked together.
 *
 * - An exported function gets a name of its own, foo.FLAVOR; the public name becomes the
 *   dispatcher's. Calls inside the part stay inside; whoever takes the address gets the public one.
 * - Exported data is the baseline's only; the other parts refer to it.
 * - What is private keeps to its part, under names that no other part has.
 * - Code of a flavor other than the baseline lies in sections .FLAVOR.text, so that one sees in the
 *   library, even a stripped one, for which CPU a function is.
 * - Constructors and destructors become plain tables, of which the dispatcher runs one.
 */
#pragma once

#include "fuse/interface.h"
#include "fuse/machine.h"
#include "fuse/object.h"

/* Where an exported piece of data lies in a part. section 0: the part does not have it. */
struct part_data {
	size_t section;
	uint64_t start, size;
	size_t symbol;
};

/* One .init_array or .fini_array section. */
struct part_array {
	bool fini;
	unsigned priority; /* 65535 where none was given: these come last */
	size_t entries;
	char *symbol; /* at its start */
};

struct part_start;

struct part {
	const char *flavor;  /* "baseline", "x86-64-v3" */
	const char *library; /* for messages */
	bool is_baseline;
	const struct machine *machine;
	const struct interface *interface;
	struct object object;
	size_t *functions;         /* by place in interface->symbols: who implements it, or 0 */
	size_t *publics;           /* the same: the undefined symbol of its public name, or 0 */
	char **public_names;       /* the same: what the objects called a function, "foo@@V2" */
	struct part_data *data;    /* the same for data */
	size_t *exports;           /* by symbol: its place in the interface, from 1 */
	size_t symbol_count;       /* of exports: without symbols that were added */
	struct part_start *starts; /* of exported functions, sorted */
	size_t start_count;
	struct part_array *arrays; /* in the order in which constructors run */
	size_t array_count;
	struct strlist names;   /* of sections that were renamed */
	unsigned char note[64]; /* the property note's new bytes */
};

/* Refuses one object file of the library that shows C++, or link-time optimization. */
int part_refuse_input(const char *path, const char *library, struct error *error);

/*
 * Opens the object file made of all objects of a flavor. Refuses, naming symbol and reason, what
 * cannot be told apart from here. Freed by part_free().
 */
int part_open(struct part *part, const char *path, const char *flavor, const char *library,
              const struct machine *machine, const struct interface *interface,
              struct error *error);
void part_free(struct part *part);

/* Points references to where they must go; see retarget.c. */
int part_retarget(struct part *part, struct error *error);

/* Whether the compiler protected all code: bits of the property note, elf/property.h. */
unsigned part_protection(const struct part *part);

/* Takes over what the baseline's objects say of the CPU (.ARM.attributes); sizes may differ. */
void part_take_attributes(struct part *part, const struct part *baseline);

/*
 * Gives symbols and sections their names; see rename.c. Comes last: names are what the steps before
 * go by.
 */
void part_rename(struct part *part);

/* "LIBRARY: cannot be fused: flavor FLAVOR: WHY"; returns -1. */
int part_refuse(const struct part *part, struct error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The place in the interface, from 1, of the exported function that starts there; 0: none. */
size_t part_function_at(const struct part *part, size_t section, uint64_t value);

/* What the function of a place is called in its own part: "foo.x86-64-v3". Caller frees. */
char *part_function_name(const struct part *part, size_t place);

/* A symbol for the public name, which the dispatcher defines. */
size_t part_public(struct part *part, size_t place);
