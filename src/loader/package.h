// SPDX-License-Identifier: MIT
/* Debian packages, unpacked into a private folder to be laid over a root. dpkg-deb and tar do it.
 */
#pragma once

#include "base/error.h"
#include "base/str.h"

/* The new folder with all of the packages, or NULL with the error set; caller removes and frees. */
char *package_unpack(const struct strlist *packages, struct error *error);

/* Adds the SONAMEs of the shared libraries in the folder, each once, sorted. */
void package_sonames(const char *folder, struct strlist *sonames);

/* The Debian architecture of the folder's libraries, or NULL where it has none. */
const char *package_architecture(const char *folder);
