// SPDX-License-Identifier: MIT
/*
 * Any bytes, read for their dynamic symbols, properties, protection, and what the compiler wrote
 * down: no access outside them, no leak, and an error or an answer. Compared with itself a file
 * must have no difference.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/str.h"
#include "elf/ifuncs.h"
#include "elf/partner.h"
#include "elf/producer.h"
#include "elf/property.h"
#include "elf/protection.h"
#include "elf/symbols.h"
#include "fuzz.h"

static void read_symbols(const char *path)
{
	struct symbols symbols;
	struct error error = {0};
	int result = symbols_read(path, &symbols, &error);

	require((result == 0) == (error.text == NULL));
	for (size_t i = 0; i < symbols.count; i++) {
		char *text = symbol_text(&symbols.items[i]);

		require(i == 0 || symbol_compare(&symbols.items[i - 1], &symbols.items[i]) <= 0);
		require(symbols.items[i].name[0] != '\0');
		free(text);
	}
	symbols_free(&symbols);
	error_clear(&error);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	int fd = memfd_create("library", MFD_CLOEXEC);
	struct property property;
	struct protection protection;
	struct units units;
	struct error error = {0};

	require(fd >= 0 && write(fd, bytes, size) == (ssize_t)size);
	char *path = str_format("/proc/self/fd/%d", fd);
	read_symbols(path);
	struct ifuncs ifuncs;
	require((ifuncs_read(path, &ifuncs, &error) == 0) == (error.text == NULL));
	ifuncs_free(&ifuncs);
	char *partner;
	require((partner_read(path, &partner, &error) == 0) == (error.text == NULL));
	bool told = partner != NULL;
	free(partner);
	error_clear(&error);
	/* What can be read can be told, and read again. */
	int written = partner_write(path, "00ff", &error);
	require((written == 0) == (error.text == NULL));
	error_clear(&error);
	if (written == 0 && !told && partner_read(path, &partner, &error) == 0) {
		require(!partner || strcmp(partner, "00ff") == 0);
		free(partner);
	}
	error_clear(&error);
	require((property_read(path, &property, &error) == 0) == (error.text == NULL));
	error_clear(&error);
	require(property_level(&property) >= 1 && property_level(&property) <= 4);
	require((protection_read(path, &protection, &error) == 0) == (error.text == NULL));
	error_clear(&error);
	require((units_read(path, &units, &error) == 0) == (error.text == NULL));
	units_free(&units);
	error_clear(&error);
	free(path);
	close(fd);
	return 0;
}
