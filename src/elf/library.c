// SPDX-License-Identifier: MIT
#include "elf/library.h"

#include <stdlib.h>
#include <string.h>

#include "elf/image.h"
#include "elf/property.h"

/* What the dynamic section says, before its offsets are looked up in the string table. */
struct dynamic {
	Elf_Data *entries;
	size_t count;
	uint64_t strings_address;
	uint64_t strings_size;
	bool has_strings;
	bool has_soname;
	bool pie;
	bool no_default_path;
	bool symbolic;
};

/* The segment of that type, the first as the loader takes it; false where there is none. */
static bool find_segment(const struct image *image, unsigned type, GElf_Phdr *segment)
{
	for (size_t i = 0; i < image->segments; i++)
		if (gelf_getphdr(image->elf, (int)i, segment) && segment->p_type == type)
			return true;
	return false;
}

/*
 * Detached debug information keeps the program headers of the library it was taken from while the
 * bytes they describe are gone: its dynamic section is one without contents.
 */
static bool is_debug_file(const struct image *image, const GElf_Phdr *dynamic)
{
	for (size_t i = 0; i < image->sections; i++) {
		Elf_Scn *section = elf_getscn(image->elf, i);
		GElf_Shdr header;

		if (section && gelf_getshdr(section, &header) && header.sh_type == SHT_NOBITS &&
		    header.sh_addr == dynamic->p_vaddr && header.sh_size == dynamic->p_memsz &&
		    header.sh_size > 0)
			return true;
	}
	return false;
}

static int check_segments(const struct image *image, struct error *error)
{
	for (size_t i = 0; i < image->segments; i++) {
		GElf_Phdr segment;

		if (!gelf_getphdr(image->elf, (int)i, &segment))
			return image_damaged(image, error, "program header %zu cannot be read", i);
		if (segment.p_type == PT_LOAD &&
		    (segment.p_offset > image->size ||
		     segment.p_filesz > image->size - segment.p_offset))
			return image_damaged(image, error, "segment %zu ends after the file", i);
	}
	return 0;
}

static int read_dynamic(const struct image *image, const GElf_Phdr *segment,
                        struct dynamic *dynamic, struct error *error)
{
	uint64_t offset, available;
	size_t entry = gelf_fsize(image->elf, ELF_T_DYN, 1, EV_CURRENT);

	if (!image_offset(image, segment->p_vaddr, &offset, &available) ||
	    segment->p_filesz > available)
		return image_damaged(image, error, "its dynamic section is in no loaded segment");
	size_t most = segment->p_filesz / entry;
	dynamic->entries = image_data(image, offset, most * entry, ELF_T_DYN);
	if (most > 0 && !dynamic->entries)
		return image_damaged(image, error, "its dynamic section cannot be read");
	for (dynamic->count = 0; dynamic->count < most; dynamic->count++) {
		GElf_Dyn tag;

		if (!gelf_getdyn(dynamic->entries, (int)dynamic->count, &tag))
			return image_damaged(image, error, "its dynamic section cannot be read");
		if (tag.d_tag == DT_NULL)
			return 0;
		if (tag.d_tag == DT_STRTAB) {
			dynamic->strings_address = tag.d_un.d_ptr;
			dynamic->has_strings = true;
		} else if (tag.d_tag == DT_STRSZ) {
			dynamic->strings_size = tag.d_un.d_val;
		} else if (tag.d_tag == DT_SONAME) {
			dynamic->has_soname = true;
		} else if (tag.d_tag == DT_SYMBOLIC) {
			dynamic->symbolic = true;
		} else if (tag.d_tag == DT_FLAGS) {
			dynamic->symbolic =
			    dynamic->symbolic || (tag.d_un.d_val & DF_SYMBOLIC) != 0;
		} else if (tag.d_tag == DT_FLAGS_1) {
			dynamic->pie = (tag.d_un.d_val & DF_1_PIE) != 0;
			dynamic->no_default_path = (tag.d_un.d_val & DF_1_NODEFLIB) != 0;
		}
	}
	return image_damaged(image, error, "its dynamic section has no end");
}

/* The place in the library for the value of a tag that names a string; NULL for other tags. */
static char **place_of(struct library *library, int64_t tag)
{
	switch (tag) {
	case DT_SONAME:
		return &library->soname;
	case DT_RUNPATH:
		return &library->runpath;
	case DT_RPATH:
		return &library->rpath;
	case DT_FILTER:
	case DT_AUXILIARY:
		return &library->filtered;
	default:
		return NULL;
	}
}

static int read_strings(const struct image *image, const struct dynamic *dynamic,
                        struct library *library, struct error *error)
{
	uint64_t offset, available;
	Elf_Data *strings = NULL;

	if (dynamic->has_strings &&
	    image_offset(image, dynamic->strings_address, &offset, &available) &&
	    dynamic->strings_size <= available)
		strings = image_data(image, offset, dynamic->strings_size, ELF_T_BYTE);
	for (size_t i = 0; i < dynamic->count; i++) {
		GElf_Dyn tag;

		if (!gelf_getdyn(dynamic->entries, (int)i, &tag))
			return image_damaged(image, error, "its dynamic section cannot be read");
		char **place = place_of(library, tag.d_tag);
		if (!place && tag.d_tag != DT_NEEDED)
			continue;
		if (!strings || !strings->d_buf)
			return image_damaged(image, error, "its dynamic strings are missing");
		uint64_t at = tag.d_un.d_val;
		const char *text = at < strings->d_size ? (char *)strings->d_buf + at : NULL;
		if (!text || !memchr(text, '\0', strings->d_size - at))
			return image_damaged(image, error, "a dynamic string has no end");
		if (!place) {
			strlist_add(&library->needed, text);
		} else {
			/* Of two the loader takes the last. */
			free(*place);
			*place = xstrdup(text);
		}
	}
	return 0;
}

static char *hexadecimal(const unsigned char *bytes, size_t count)
{
	struct str text = {0};

	for (size_t i = 0; i < count; i++)
		str_add(&text, "%02x", bytes[i]);
	return str_take(&text);
}

/* The build-id is a help for people: notes that make no sense leave it NULL. */
static char *read_build_id(const struct image *image)
{
	struct image_note note = {0};

	while (image_next_note(image, "GNU", NT_GNU_BUILD_ID, &note))
		if (note.size > 0)
			return hexadecimal(note.bytes, note.size);
	return NULL;
}

static int read_image(const struct image *image, struct library *library, struct error *error)
{
	struct dynamic dynamic = {0};
	GElf_Phdr segment, interpreter;
	struct property property;

	library->bits = image->header.e_ident[EI_CLASS] == ELFCLASS64 ? 64 : 32;
	library->big_endian = image->header.e_ident[EI_DATA] == ELFDATA2MSB;
	library->machine = image->header.e_machine;
	library->flags = image->header.e_flags;
	library->kind = image->header.e_type == ET_EXEC ? LIBRARY_PROGRAM : LIBRARY_OTHER;
	if (image->header.e_type != ET_DYN && image->header.e_type != ET_EXEC)
		return 0;
	if (!find_segment(image, PT_DYNAMIC, &segment)) {
		if (check_segments(image, error) != 0)
			return -1;
		library->build_id = read_build_id(image);
		return 0;
	}
	if (is_debug_file(image, &segment)) {
		library->kind = LIBRARY_OTHER;
		return 0;
	}
	if (check_segments(image, error) != 0 ||
	    read_dynamic(image, &segment, &dynamic, error) != 0 ||
	    read_strings(image, &dynamic, library, error) != 0)
		return -1;
	library->build_id = read_build_id(image);
	property_read_image(image, &property);
	library->isa_needed = property.needed;
	library->no_default_path = dynamic.no_default_path;
	library->symbolic = dynamic.symbolic;
	if (image->header.e_type == ET_EXEC)
		return 0;
	bool program =
	    dynamic.pie || (!dynamic.has_soname && find_segment(image, PT_INTERP, &interpreter));
	library->kind = program ? LIBRARY_PIE : LIBRARY_SHARED;
	return 0;
}

static int read_and_close(struct image *image, struct library *library, struct error *error)
{
	int result = image->elf ? read_image(image, library, error) : 0;

	image_close(image);
	if (result != 0)
		library_free(library);
	return result;
}

int library_read(const char *path, struct library *library, struct error *error)
{
	struct image image;

	*library = (struct library){0};
	if (image_open(path, &image, error) != 0)
		return -1;
	return read_and_close(&image, library, error);
}

int library_read_memory(const char *path, void *bytes, size_t size, struct library *library,
                        struct error *error)
{
	struct image image;

	*library = (struct library){0};
	if (image_open_memory(path, bytes, size, &image, error) != 0)
		return -1;
	return read_and_close(&image, library, error);
}

void library_free(struct library *library)
{
	free(library->soname);
	strlist_free(&library->needed);
	free(library->runpath);
	free(library->rpath);
	free(library->filtered);
	free(library->build_id);
	*library = (struct library){0};
}
