// SPDX-License-Identifier: MIT
#include "elf/protection.h"

#include "elf/dynamic.h"
#include "elf/property.h"

/* Without PT_GNU_STACK the kernel and the loader assume these machines' old ABI: executable. */
static bool stack_is_executable_by_default(const struct image *image)
{
	switch (image->header.e_machine) {
	case EM_X86_64:
	case EM_386:
	case EM_ARM:
	case EM_S390:
	case EM_MIPS:
	case EM_PPC64:
		return true;
	default:
		return false;
	}
}

static int read_image(const struct image *image, struct protection *protection, struct error *error)
{
	struct dynamic dynamic;
	uint64_t flags = 0, flags_1 = 0, ignored;
	GElf_Phdr segment;

	if (dynamic_read(image, &dynamic, error) != 0)
		return -1;
	dynamic_value(&dynamic, DT_FLAGS, &flags);
	dynamic_value(&dynamic, DT_FLAGS_1, &flags_1);
	protection->text_relocations =
	    (flags & DF_TEXTREL) || dynamic_value(&dynamic, DT_TEXTREL, &ignored);
	protection->bind_now = (flags & DF_BIND_NOW) || (flags_1 & DF_1_NOW) ||
	                       dynamic_value(&dynamic, DT_BIND_NOW, &ignored);
	protection->relro = image_segment(image, PT_GNU_RELRO, &segment);
	protection->executable_stack = image_segment(image, PT_GNU_STACK, &segment)
	                                   ? (segment.p_flags & PF_X) != 0
	                                   : stack_is_executable_by_default(image);
	return 0;
}

int protection_read(const char *path, struct protection *protection, struct error *error)
{
	struct property property;
	struct image image;

	*protection = (struct protection){0};
	if (property_read(path, &property, error) != 0 || image_open(path, &image, error) != 0)
		return -1;
	int result = image.elf
	                 ? read_image(&image, protection, error)
	                 : error_at(error, path, 0, "is not an ELF file; name a shared library");
	protection->features = property.features;
	image_close(&image);
	return result;
}
