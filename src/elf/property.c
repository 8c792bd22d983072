// SPDX-License-Identifier: MIT
#include "elf/property.h"

#include <string.h>

#include "elf/image.h"

enum {
	AARCH64_FEATURE_1_AND = 0xc0000000,
	X86_FEATURE_1_AND = 0xc0000002,
	X86_ISA_1_NEEDED = 0xc0008002,
};

static unsigned word(const unsigned char *bytes, bool big)
{
	return big ? (unsigned)bytes[0] << 24 | (unsigned)bytes[1] << 16 | (unsigned)bytes[2] << 8 |
	                 bytes[3]
	           : (unsigned)bytes[3] << 24 | (unsigned)bytes[2] << 16 | (unsigned)bytes[1] << 8 |
	                 bytes[0];
}

static void take(const GElf_Ehdr *header, unsigned type, unsigned value, struct property *property)
{
	unsigned machine = header->e_machine;

	if (machine == EM_AARCH64) {
		if (type == (unsigned)AARCH64_FEATURE_1_AND)
			property->features = value;
	} else if (machine == EM_X86_64 || machine == EM_386) {
		if (type == (unsigned)X86_FEATURE_1_AND)
			property->features = value;
		if (type == (unsigned)X86_ISA_1_NEEDED) {
			property->has_needed = true;
			property->needed = value;
		}
	}
}

void property_parse(const GElf_Ehdr *header, const unsigned char *bytes, size_t size,
                    struct property *property)
{
	bool big = header->e_ident[EI_DATA] == ELFDATA2MSB;
	size_t align = header->e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;

	while (size >= 8) {
		unsigned type = word(bytes, big);
		size_t length = word(bytes + 4, big);

		if (length > size - 8)
			return;
		if (length == 4)
			take(header, type, word(bytes + 8, big), property);
		size_t whole = 8 + ((length + align - 1) & ~(align - 1));
		if (whole > size)
			return;
		bytes += whole;
		size -= whole;
	}
}

void property_read_image(const struct image *image, struct property *property)
{
	struct image_note note = {0};

	*property = (struct property){0};
	while (image->elf && image_next_note(image, "GNU", NT_GNU_PROPERTY_TYPE_0, &note))
		property_parse(&image->header, note.bytes, note.size, property);
}

int property_read(const char *path, struct property *property, struct error *error)
{
	struct image image;

	*property = (struct property){0};
	if (image_open(path, &image, error) != 0)
		return -1;
	property_read_image(&image, property);
	image_close(&image);
	return 0;
}

unsigned property_level(const struct property *property)
{
	unsigned level = 1;

	for (unsigned bit = 1; bit < 4; bit++)
		if (property->needed & 1U << bit)
			level = bit + 1;
	return level;
}

const char *property_isa_name(unsigned needed)
{
	static const char *const names[] = {"x86-64-baseline", "x86-64-v2", "x86-64-v3",
	                                    "x86-64-v4"};

	for (size_t i = 4; i-- > 0;)
		if (needed >> i & 1)
			return names[i];
	return NULL;
}
