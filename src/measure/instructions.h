// SPDX-License-Identifier: MIT
/*
 * Executed instructions, for CPUs that are not here: the benchmark's program runs in qemu's
 * user-mode emulator with a plugin (src/plugin/) that counts. Instructions are not time.
 */
#pragma once

#include "base/error.h"
#include "base/str.h"

struct counter {
	char *emulator; /* "qemu-arm -cpu cortex-a7 -L ...", with the plugin */
	char *cpu;      /* as chosen */
	char *out;      /* the file that the plugin writes */
};

/*
 * Finds the first of the CPUs, and the plugin, that the emulator takes, by running a program that
 * $CC makes. work: a folder of its own. sysroot: NULL for the usual place.
 */
int counter_open(struct counter *counter, const char *work, const char *cc, const char *emulator,
                 const char *sysroot, const struct strlist *cpus, struct error *error);

/* Before a run, and the sum of what the processes of one executed. */
int counter_reset(const struct counter *counter, struct error *error);
int counter_read(const struct counter *counter, unsigned long long *instructions,
                 struct error *error);

void counter_free(struct counter *counter);
