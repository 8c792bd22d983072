// SPDX-License-Identifier: MIT
#include "elf/dynamic.h"

bool image_segment(const struct image *image, unsigned type, GElf_Phdr *segment)
{
	for (size_t i = 0; i < image->segments; i++)
		if (gelf_getphdr(image->elf, (int)i, segment) && segment->p_type == type)
			return true;
	return false;
}

int dynamic_read(const struct image *image, struct dynamic *dynamic, struct error *error)
{
	uint64_t offset, available;
	GElf_Phdr segment;
	GElf_Dyn entry;

	*dynamic = (struct dynamic){0};
	if (!image_segment(image, PT_DYNAMIC, &segment))
		return 0;
	size_t size = gelf_fsize(image->elf, ELF_T_DYN, 1, EV_CURRENT);
	if (!image_offset(image, segment.p_vaddr, &offset, &available) ||
	    segment.p_filesz > available)
		return image_damaged(image, error, "its dynamic section is in no loaded segment");
	size_t most = segment.p_filesz / size;
	if (most == 0)
		return 0;
	dynamic->entries = image_data(image, offset, most * size, ELF_T_DYN);
	if (!dynamic->entries)
		return image_damaged(image, error, "its dynamic section cannot be read");
	while (dynamic->count < most &&
	       gelf_getdyn(dynamic->entries, (int)dynamic->count, &entry) && entry.d_tag != DT_NULL)
		dynamic->count++;
	return 0;
}

bool dynamic_value(const struct dynamic *dynamic, int64_t tag, uint64_t *value)
{
	bool found = false;
	GElf_Dyn entry;

	for (size_t i = 0; i < dynamic->count; i++)
		if (gelf_getdyn(dynamic->entries, (int)i, &entry) && entry.d_tag == tag) {
			*value = entry.d_un.d_val;
			found = true;
		}
	return found;
}
