// SPDX-License-Identifier: MIT
/*
 * Which build of the baseline a flavor's copy was delivered with: the baseline's build-id, in a
 * note of the copy (section .note.hwflavor, owner "hwflavor", type 1). It is not loaded and costs
 * 32 bytes beside the section's header; strip, dh_strip, objcopy and dwz keep it, and the copy's
 * own build-id, which the linker made, stays. A record in a file beside would have to be shipped,
 * and would not follow the copy; one in dpkg's database knows only what dpkg installed.
 */
#pragma once

#include "base/error.h"

/*
 * Appends the note to a file that nobody has mapped; mode and times stay. build_id is lower-case
 * hexadecimal. A file without section headers has no place for it and stays as it is. Fails when
 * the file is not ELF, is damaged, has such a note already, or cannot be written.
 */
int partner_write(const char *path, const char *build_id, struct error *error);

/*
 * The build-id in such a note, or NULL where there is none, or none that makes sense; caller frees.
 * Fails when the file cannot be read or is damaged.
 */
int partner_read(const char *path, char **build_id, struct error *error);
