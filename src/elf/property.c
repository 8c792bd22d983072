// SPDX-License-Identifier: MIT
#include "elf/property.h"

#include <endian.h>
#include <string.h>

#ifndef GNU_PROPERTY_X86_ISA_1_NEEDED
#define GNU_PROPERTY_X86_ISA_1_NEEDED 0xc0008002
#endif

/* Two little-endian words as they stand in the file. */
struct pair {
	uint32_t type;
	uint32_t size;
};

/* Properties: type, size, data, padded to the class's word; sorted by type. */
static uint32_t needed_in(const unsigned char *bytes, size_t size, size_t align)
{
	while (size >= sizeof(struct pair)) {
		struct pair head;
		uint32_t value;

		memcpy(&head, bytes, sizeof(head));
		head.type = le32toh(head.type);
		head.size = le32toh(head.size);
		bytes += sizeof(head);
		size -= sizeof(head);
		if (head.size > size)
			return 0;
		if (head.type == GNU_PROPERTY_X86_ISA_1_NEEDED && head.size == sizeof(value)) {
			memcpy(&value, bytes, sizeof(value));
			return le32toh(value);
		}
		size_t step = (head.size + align - 1) & ~(align - 1);
		if (step > size)
			return 0;
		bytes += step;
		size -= step;
	}
	return 0;
}

static uint32_t needed_in_notes(const struct image *image, const GElf_Phdr *segment)
{
	bool wide = image->header.e_ident[EI_CLASS] == ELFCLASS64;
	GElf_Nhdr note;
	size_t name, text, next;

	/* The loader ignores property notes that are not aligned as their class has it. */
	if (segment->p_align != (wide ? 8 : 4))
		return 0;
	Elf_Data *notes = image_data(image, segment->p_offset, segment->p_filesz,
	                             wide ? ELF_T_NHDR8 : ELF_T_NHDR);
	for (size_t at = 0; notes && (next = gelf_getnote(notes, at, &note, &name, &text)) > 0;
	     at = next) {
		const char *bytes = notes->d_buf;

		if (note.n_type == NT_GNU_PROPERTY_TYPE_0 && note.n_namesz == sizeof("GNU") &&
		    memcmp(bytes + name, "GNU", sizeof("GNU")) == 0)
			return needed_in((const unsigned char *)bytes + text, note.n_descsz,
			                 wide ? 8 : 4);
	}
	return 0;
}

uint32_t property_isa_needed(const struct image *image)
{
	GElf_Phdr segment;
	uint32_t needed = 0;

	if (!image->elf ||
	    (image->header.e_machine != EM_X86_64 && image->header.e_machine != EM_386))
		return 0;
	for (size_t i = 0; i < image->segments && needed == 0; i++)
		if (gelf_getphdr(image->elf, (int)i, &segment) && segment.p_type == PT_NOTE)
			needed = needed_in_notes(image, &segment);
	return needed;
}

const char *property_isa_name(uint32_t needed)
{
	static const char *const names[] = {"x86-64-baseline", "x86-64-v2", "x86-64-v3",
	                                    "x86-64-v4"};

	for (size_t i = 4; i-- > 0;)
		if (needed >> i & 1)
			return names[i];
	return NULL;
}
