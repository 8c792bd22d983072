// SPDX-License-Identifier: MIT
/* The dynamic section of an open image, found through the program headers as the loader does. */
#pragma once

#include "elf/image.h"

/* count entries, without the DT_NULL that ends them. libelf owns the bytes. */
struct dynamic {
	Elf_Data *entries;
	size_t count;
};

/* The first segment of a type, as the loader takes it; false where there is none. */
bool image_segment(const struct image *image, unsigned type, GElf_Phdr *segment);

/* A file without a dynamic section has no entries, and that is no error. */
int dynamic_read(const struct image *image, struct dynamic *dynamic, struct error *error);

/* The value of the last entry with that tag, which is the one the loader takes. */
bool dynamic_value(const struct dynamic *dynamic, int64_t tag, uint64_t *value);
