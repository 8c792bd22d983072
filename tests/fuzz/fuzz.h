// SPDX-License-Identifier: MIT
/* What every fuzzer has: require(), and with -DFUZZ_MAIN a program that runs over the files it is
 * given. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/file.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static inline void require(bool condition)
{
	if (!condition)
		abort();
}

#ifdef FUZZ_MAIN
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		struct error error = {0};
		size_t size;
		char *bytes = file_read(argv[i], (size_t)1 << 30, &size, &error);

		if (!bytes)
			die("%s", error.text);
		LLVMFuzzerTestOneInput((uint8_t *)bytes, size);
		free(bytes);
	}
	return 0;
}
#endif
