// SPDX-License-Identifier: MIT
/*
 * One recorded link: the command that made a shared library, and where it was run. The compiler
 * launcher (scripts/record-link) writes such a file for each library that is linked; running the
 * command again makes the same library again.
 *
 * The file: the folder, then each word of the command, the compiler first, each followed by a NUL.
 */
#pragma once

#include "base/error.h"
#include "base/str.h"

/* Freed by link_free(). */
struct link {
	char *folder;         /* where it was run, absolute */
	struct strlist words; /* the compiler first; response files are read in */
	char *output;         /* the library, absolute */
};

/*
 * What a link takes from the package: its object files, in the order of the link, members of
 * archives (convenience libraries) among them, each as a file of its own. What the compiler adds
 * by itself (start files, its own libraries) is not among them. Freed by link_inputs_free().
 */
struct link_inputs {
	struct strlist objects; /* absolute paths */
	struct strlist
	    replaced; /* the words and archives they came from, as the linker names them */
};

int link_read(struct link *link, const char *file, struct error *error);
void link_free(struct link *link);

/* Asks the linker itself. Members of archives are copied into scratch, an empty folder. */
int link_find_inputs(const struct link *link, const char *scratch, struct link_inputs *inputs,
                     struct error *error);
void link_inputs_free(struct link_inputs *inputs);

/*
 * The compiler, and those of its options that decide for which ABI it compiles (-m..., --sysroot):
 * to compile or link something else the same way. Words are added to command.
 */
void link_add_compiler(const struct link *link, struct strlist *command);

/*
 * The command that links other objects in the place of the inputs, with everything else as it was,
 * into output.
 */
void link_replace(const struct link *link, const struct link_inputs *inputs,
                  const struct strlist *objects, const char *output, struct strlist *command);

/*
 * Runs a command in the link's folder, with messages in English. output may be NULL. A failure is
 * "WHAT: COMMAND's first line of complaint".
 */
int link_run(const struct link *link, const struct strlist *command, const char *what,
             char **output, struct error *error);
