// SPDX-License-Identifier: MIT
/* The ranges of code that .eh_frame describes, with which a stripped library still tells them. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "elf/image.h"

struct frame {
	uint64_t address;
	uint64_t size;
};

/*
 * Reads them in the order of the file, from the section, or where section headers are stripped from
 * what PT_GNU_EH_FRAME leads to. What cannot be read is left out, and so is all of an object file's
 * (its addresses wait for relocation). Caller frees *frames.
 */
void frames_read(const struct image *image, struct frame **frames, size_t *count);
