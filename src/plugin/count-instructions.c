// SPDX-License-Identifier: MIT
/*
 * A plugin for qemu's user-mode emulators: counts the instructions that a program executes, in all
 * threads, and at its end appends the number as a line to the file of the argument out=FILE.
 *
 * Debian ships no header for plugins; the few functions used have been the same since the
 * interface began (QEMU 4.2, docs/devel/tcg-plugins), and are declared here. Emulators up to 8.x
 * want version 0 or 1, those from 9.0 on at least 2: it is built once for each, PLUGIN_VERSION.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct qemu_plugin_tb;

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id,
                                           void (*callback)(uint64_t id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *block,
                                          void (*callback)(unsigned cpu, void *data),
                                          enum qemu_plugin_cb_flags flags, void *data);
void qemu_plugin_register_atexit_cb(uint64_t id, void (*callback)(uint64_t id, void *data),
                                    void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);

#define EXPORTED __attribute__((visibility("default")))

EXPORTED extern const int qemu_plugin_version;
const int qemu_plugin_version = PLUGIN_VERSION;

EXPORTED int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv);

static atomic_uint_least64_t executed;
static char out[4096];

/* The emulator ends a block where execution can leave it, so all of a block is executed. */
static void count_block(unsigned cpu, void *instructions)
{
	(void)cpu;
	atomic_fetch_add_explicit(&executed, (uintptr_t)instructions, memory_order_relaxed);
}

static void translate_block(uint64_t id, struct qemu_plugin_tb *block)
{
	(void)id;
	qemu_plugin_register_vcpu_tb_exec_cb(block, count_block, QEMU_PLUGIN_CB_NO_REGS,
	                                     (void *)(uintptr_t)qemu_plugin_tb_n_insns(block));
}

/* A child that is forked has its parent's count, which the parent reports. */
static void begin_anew(void)
{
	atomic_store_explicit(&executed, 0, memory_order_relaxed);
}

static void report(uint64_t id, void *data)
{
	char line[32];
	int length = snprintf(line, sizeof(line), "%llu\n", (unsigned long long)executed);
	int fd = open(out, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);

	(void)id;
	(void)data;
	if (fd < 0)
		return;
	/* A line that is missing is noticed by whoever reads the file. */
	(void)!write(fd, line, (size_t)length);
	close(fd);
}

int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv)
{
	(void)info;
	for (int i = 0; i < argc; i++)
		if (strncmp(argv[i], "out=", 4) == 0)
			snprintf(out, sizeof(out), "%s", argv[i] + 4);
	if (out[0] == '\0')
		return 1;
	if (pthread_atfork(NULL, NULL, begin_anew) != 0)
		return 1;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translate_block);
	qemu_plugin_register_atexit_cb(id, report, NULL);
	return 0;
}
