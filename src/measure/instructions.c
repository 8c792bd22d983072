// SPDX-License-Identifier: MIT
#include "measure/instructions.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"

/* For qemu up to 8.x, and from 9.0 on. */
static const char *const plugins[] = {"count-instructions.so", "count-instructions-2.so"};

/* Beside this program, where it is not installed, or else where it is. Caller frees; may be NULL.
 */
static char *find_plugin(const char *name)
{
	char *path = path_beside_program(name, HWFLAVOR_LIBDIR);

	if (access(path, R_OK) == 0)
		return path;
	free(path);
	return NULL;
}

/* $CC is a command with arguments, so that a shell splits it. */
static int make_program(const char *work, const char *cc, struct error *error)
{
	char *command = str_format("cd \"$0\" && echo 'int main(void) { return 0; }' >main.c && "
	                           "%s main.c -o main",
	                           cc);
	const char *const words[] = {"sh", "-c", command, work, NULL};
	char *output;
	int result = dir_make(work, error);

	if (result == 0) {
		result = process_run(words, &output, 4096, NULL, error);
		if (result > 0)
			error_set(error, "%s makes no program: %s", cc, output);
		free(output);
	}
	free(command);
	return result == 0 ? 0 : -1;
}

/* Whether the emulator runs the program on a CPU with a plugin. */
static bool tries(struct counter *counter, const char *command, const char *work)
{
	char *line = str_format("exec %s \"$0/main\"", command);
	const char *const words[] = {"sh", "-c", line, work, NULL};
	unsigned long long instructions;
	struct error ignored = {0};
	char *output = NULL;
	int status = process_run(words, &output, 4096, NULL, &ignored);

	error_clear(&ignored);
	bool good = status == 0 && counter_read(counter, &instructions, &ignored) == 0;
	error_clear(&ignored);
	free(output);
	free(line);
	return good;
}

int counter_open(struct counter *counter, const char *work, const char *cc, const char *emulator,
                 const char *sysroot, const struct strlist *cpus, struct error *error)
{
	*counter = (struct counter){.out = path_join(work, "instructions")};
	if (make_program(work, cc, error) != 0)
		return -1;
	for (size_t i = 0; i < cpus->count; i++)
		for (size_t j = 0; j < sizeof(plugins) / sizeof(plugins[0]); j++) {
			char *plugin = find_plugin(plugins[j]);
			char *command =
			    plugin ? str_format("%s -cpu %s%s%s -plugin %s,out=%s", emulator,
			                        cpus->items[i], sysroot ? " -L " : "",
			                        sysroot ? sysroot : "", plugin, counter->out)
			           : NULL;

			free(plugin);
			if (command && counter_reset(counter, error) == 0 &&
			    tries(counter, command, work)) {
				counter->emulator = command;
				counter->cpu = xstrdup(cpus->items[i]);
				return 0;
			}
			free(command);
		}
	char *all = strlist_join(cpus, ", ");
	error_set(error,
	          "%s counts no instructions on %s; is it installed (Debian: qemu-user), and does "
	          "it take plugins?",
	          emulator, all);
	free(all);
	return -1;
}

int counter_reset(const struct counter *counter, struct error *error)
{
	return tree_remove(counter->out, error);
}

int counter_read(const struct counter *counter, unsigned long long *instructions,
                 struct error *error)
{
	char *text = file_read(counter->out, 1024 * 1024, NULL, error), *rest = text;

	if (!text)
		return -1;
	*instructions = 0;
	for (char *line; (line = strsep(&rest, "\n")) != NULL;)
		*instructions += strtoull(line, NULL, 10);
	free(text);
	if (*instructions == 0)
		return error_set(error, "%s: counts nothing; was the emulator killed?",
		                 counter->out);
	return 0;
}

void counter_free(struct counter *counter)
{
	free(counter->emulator);
	free(counter->cpu);
	free(counter->out);
	*counter = (struct counter){0};
}
