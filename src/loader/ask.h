// SPDX-License-Identifier: MIT
/*
 * The real loader asked the same question: the only place where something of the target is run.
 *
 * It runs below the target's root, in namespaces of its own, natively or in qemu-user, which is
 * brought in by mounting this machine's files over the root's /mnt (of the namespace only). Where
 * packages are laid over the root, they are unpacked in an overlay that lasts as long as the
 * question, and the root's own ldconfig is run in it.
 */
#pragma once

#include "loader/search.h"

/*
 * What the loader says of a program, or of a library by its name, a line "NAME => PATH" or "NAME =>
 * not found" for each library in its order, and last "error: TEXT" if it ends early; NULL with the
 * error set if it cannot be asked. emulator and its cpu may be NULL. Caller frees.
 */
char *ask_loader(const struct search *search, const char *program, const char *emulator,
                 const char *cpu, struct error *error);

/* The model's answer in the same words; caller frees. */
char *ask_model(const char *question, const struct closure *closure);
