// SPDX-License-Identifier: MIT
/*
 * Any bytes, read as an ELF file: no access outside them, no leak, and an error or an answer. Where
 * they are read, the file compared with itself must have the same code.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "elf/library.h"
#include "elf/likeness.h"
#include "fuzz.h"

/* libelf reads files and memory in different ways: both must say the same. */
static void read_as_file(const uint8_t *bytes, size_t size, int expected)
{
	int fd = memfd_create("library", MFD_CLOEXEC);
	struct library library;
	struct error error = {0};
	bool same = false;

	require(fd >= 0 && write(fd, bytes, size) == (ssize_t)size);
	char *path = str_format("/proc/self/fd/%d", fd);
	int result = library_read(path, &library, &error);
	require(result == expected && (result == 0) == (error.text == NULL));
	bool elf = result == 0 && library.kind != LIBRARY_NOT_ELF;
	library_free(&library);
	error_clear(&error);
	if (elf)
		library_same_code(path, path, &same, &error);
	error_clear(&error);
	free(path);
	close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	/* A copy of its own, so that the sanitizer sees its bounds. */
	void *copy = malloc(size > 0 ? size : 1);
	struct library library;
	struct error error = {0};

	require(copy != NULL);
	memcpy(copy, bytes, size);
	int result = library_read_memory("input", copy, size, &library, &error);
	require((result == 0) == (error.text == NULL));
	library_free(&library);
	error_clear(&error);
	free(copy);
	read_as_file(bytes, size, result);
	return 0;
}
