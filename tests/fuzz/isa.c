// SPDX-License-Identifier: MIT
/*
 * Any bytes, scanned for what their instructions need: no access outside them, no leak, and an
 * error or a report whose parts fit together.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "isa/isa.h"

static void check_report(const struct isa_report *report, size_t size)
{
	require(report->bytes_decoded + report->bytes_unknown <= size);
	require(report->bytes_undecoded <= report->bytes_decoded);
	require(report->architecture || report->count == 0);
	for (size_t i = 0; i < report->count; i++) {
		const struct isa_function *function = &report->functions[i];

		require(function->name && function->count > 0);
		for (size_t k = 0; k < function->count; k++) {
			const struct isa_use *use = &function->uses[k];

			require(use->feature && use->text && *use->text && use->count > 0);
			require(use->address - function->address < function->size);
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static const struct isa_request requests[] = {{.start = true}, {0}};
	/* A copy of its own, so that the sanitizer sees its bounds. */
	void *copy = malloc(size > 0 ? size : 1);
	struct isa_scanner *scanner = isa_scanner_new();

	require(copy != NULL);
	for (size_t i = 0; i < 2; i++) {
		struct isa_report report;
		struct image image;
		struct error error = {0};

		/* libelf may have changed it. */
		if (size > 0)
			memcpy(copy, bytes, size);
		int result = image_open_memory("input", copy, size, &image, &error);
		if (result == 0) {
			result = isa_scan_image(scanner, &image, &requests[i], &report, &error);
			if (result == 0)
				check_report(&report, size);
			isa_report_free(&report);
			image_close(&image);
		}
		require((result == 0) == (error.text == NULL));
		error_clear(&error);
	}
	isa_scanner_free(scanner);
	free(copy);
	return 0;
}
