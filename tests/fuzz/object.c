// SPDX-License-Identifier: MIT
/*
 * Any bytes, read as an object file, and taken through all that hwflavor fuse does to one: no
 * access outside of them, no leak, and an error or an answer. What was written must be readable.
 */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuse/archive.h"
#include "fuse/data.h"
#include "fuse/part.h"
#include "fuzz.h"

static char *file_of(const uint8_t *bytes, size_t size, int *fd)
{
	*fd = memfd_create("object", MFD_CLOEXEC);
	require(*fd >= 0 && write(*fd, bytes, size) == (ssize_t)size);
	return str_format("/proc/self/fd/%d", *fd);
}

/* Every second global symbol is exported: as what its type says. */
static void invent_interface(const struct object *object, struct interface *interface)
{
	struct symbols *symbols = &interface->symbols;

	symbols->items = xcalloc(object->symbol_count + 1, sizeof(*symbols->items));
	for (size_t i = 1; i < object->symbol_count; i += 2) {
		const struct object_symbol *symbol = &object->symbols[i];

		if (symbol->name[0] == '\0' || map_get(&interface->by_name, symbol->name))
			continue;
		symbols->items[symbols->count] =
		    (struct symbol){.name = xstrdup(symbol->name),
		                    .defined = true,
		                    .type = GELF_ST_TYPE(symbol->entry.st_info),
		                    .binding = STB_GLOBAL,
		                    .size = symbol->entry.st_size};
		map_set(&interface->by_name, symbol->name, (void *)++symbols->count);
	}
}

static void change(struct part parts[2], char *const paths[2])
{
	struct error error = {0};
	size_t pointers;

	if (data_match(parts, 2, &pointers, &error) == 0 && part_retarget(&parts[0], &error) == 0 &&
	    part_retarget(&parts[1], &error) == 0) {
		part_take_attributes(&parts[1], &parts[0]);
		part_rename(&parts[0]);
		part_rename(&parts[1]);
		/* The second may hold bytes of the first. */
		bool written = object_write(&parts[1].object, &error) == 0 &&
		               object_write(&parts[0].object, &error) == 0;
		for (size_t i = 0; i < 2 && written; i++) {
			struct object again;

			require(object_open(paths[i], false, &again, &error) == 0);
			object_close(&again);
		}
	}
	error_clear(&error);
}

/* The same file as the baseline and as a flavor. */
static void fuse(const uint8_t *bytes, size_t size, const char *architecture)
{
	const struct machine *machine = machine_find(architecture);
	struct interface interface = {0};
	struct part parts[2] = {0};
	struct object object;
	struct error error = {0};
	int fds[2];
	char *paths[2] = {file_of(bytes, size, &fds[0]), file_of(bytes, size, &fds[1])};

	part_refuse_input(paths[0], "input", &error);
	error_clear(&error);
	if (object_open(paths[0], false, &object, &error) == 0) {
		invent_interface(&object, &interface);
		object_close(&object);
		if (part_open(&parts[0], paths[0], "baseline", "input", machine, &interface,
		              &error) == 0 &&
		    part_open(&parts[1], paths[1], "flavor", "input", machine, &interface,
		              &error) == 0)
			change(parts, paths);
	}
	error_clear(&error);
	for (size_t i = 0; i < 2; i++) {
		part_free(&parts[i]);
		free(paths[i]);
		close(fds[i]);
	}
	interface_free(&interface);
}

static void extract(const uint8_t *bytes, size_t size)
{
	char to[] = "/tmp/hwflavor-fuzz.XXXXXX";
	struct error error = {0};
	int fd, made = mkstemp(to);
	char *path = file_of(bytes, size, &fd);

	require(made >= 0);
	file_form(path);
	archive_extract(path, "a.o", 0, to, &error);
	error_clear(&error);
	unlink(to);
	close(made);
	close(fd);
	free(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static const char *const architectures[] = {"amd64", "i386", "armhf", "arm64"};

	for (size_t i = 0; i < sizeof(architectures) / sizeof(architectures[0]); i++)
		fuse(bytes, size, architectures[i]);
	extract(bytes, size);
	return 0;
}
