// SPDX-License-Identifier: MIT
#include "elf/image.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"

int image_damaged(const struct image *image, struct error *error, const char *format, ...)
{
	struct str what = {0};
	va_list arguments;

	va_start(arguments, format);
	str_add_va(&what, format, arguments);
	va_end(arguments);
	error_at(error, image->path, 0, "is a damaged ELF file: %s; build or copy it anew",
	         what.text);
	str_free(&what);
	return -1;
}

/* Whether count entries of size bytes at offset lie in the file; none at all do. */
static bool inside(const struct image *image, uint64_t offset, uint64_t count, uint64_t size)
{
	uint64_t bytes;

	return count == 0 || (!__builtin_mul_overflow(count, size, &bytes) &&
	                      offset <= image->size && bytes <= image->size - offset);
}

static int check_headers(struct image *image, struct error *error)
{
	if (elf_kind(image->elf) != ELF_K_ELF || !gelf_getehdr(image->elf, &image->header))
		return image_damaged(image, error, "its header is not whole");

	const GElf_Ehdr *header = &image->header;
	bool wide = header->e_ident[EI_CLASS] == ELFCLASS64;
	size_t segment_size = wide ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr);
	size_t section_size = wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);

	if (header->e_phnum > 0 && header->e_phentsize != segment_size)
		return image_damaged(image, error, "its program headers have a wrong size");
	if (header->e_shoff > 0 && header->e_shnum > 0 && header->e_shentsize != section_size)
		return image_damaged(image, error, "its section headers have a wrong size");
	/* libelf drops a table that lies outside the file and goes on; the header still tells. */
	if (!inside(image, header->e_phoff, header->e_phnum == PN_XNUM ? 1 : header->e_phnum,
	            segment_size) ||
	    elf_getphdrnum(image->elf, &image->segments) != 0 ||
	    !inside(image, header->e_phoff, image->segments, segment_size))
		return image_damaged(image, error, "its program headers lie outside the file");
	if (header->e_shoff == 0)
		return 0;
	if (!inside(image, header->e_shoff, header->e_shnum ? header->e_shnum : 1, section_size) ||
	    elf_getshdrnum(image->elf, &image->sections) != 0 ||
	    !inside(image, header->e_shoff, image->sections, section_size))
		return image_damaged(image, error, "its section headers lie outside the file");
	if (image->sections > 0 && elf_getshdrstrndx(image->elf, &image->names) != 0)
		return image_damaged(image, error, "its section names are missing");
	return 0;
}

int image_open(const char *path, struct image *image, struct error *error)
{
	char magic[SELFMAG];
	struct stat status;

	*image = (struct image){.path = path};
	/* O_NONBLOCK: a pipe in the place of a library must not stop the program. */
	image->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (image->fd < 0 || fstat(image->fd, &status) != 0) {
		error_set(error, "%s: cannot be read:", path);
		image_close(image);
		return -1;
	}
	if (!S_ISREG(status.st_mode))
		return 0;
	ssize_t got = pread(image->fd, magic, sizeof(magic), 0);
	if (got < 0) {
		error_set(error, "%s: cannot be read:", path);
		image_close(image);
		return -1;
	}
	if (got < SELFMAG || memcmp(magic, ELFMAG, SELFMAG) != 0)
		return 0;
	image->size = (size_t)status.st_size;
	elf_version(EV_CURRENT);
	image->elf = elf_begin(image->fd, ELF_C_READ, NULL);
	if (check_headers(image, error) != 0) {
		image_close(image);
		return -1;
	}
	return 0;
}

int image_open_memory(const char *path, void *bytes, size_t size, struct image *image,
                      struct error *error)
{
	*image = (struct image){.path = path, .fd = -1, .size = size};
	if (size < SELFMAG || memcmp(bytes, ELFMAG, SELFMAG) != 0)
		return 0;
	elf_version(EV_CURRENT);
	image->elf = elf_memory(bytes, size);
	if (check_headers(image, error) != 0) {
		image_close(image);
		return -1;
	}
	return 0;
}

void image_close(struct image *image)
{
	elf_end(image->elf);
	image->elf = NULL;
	if (image->fd >= 0)
		close(image->fd);
	image->fd = -1;
}

Elf_Data *image_data(const struct image *image, uint64_t offset, uint64_t size, Elf_Type type)
{
	if (!inside(image, offset, 1, size))
		return NULL;
	return elf_getdata_rawchunk(image->elf, (int64_t)offset, size, type);
}

/* The loaded segment that maps the byte at address from the file. */
static bool segment_at(const struct image *image, uint64_t address, GElf_Phdr *segment)
{
	for (size_t i = 0; i < image->segments; i++)
		if (gelf_getphdr(image->elf, (int)i, segment) && segment->p_type == PT_LOAD &&
		    address >= segment->p_vaddr && address - segment->p_vaddr < segment->p_filesz)
			return inside(image, segment->p_offset, 1, segment->p_filesz);
	return false;
}

bool image_offset(const struct image *image, uint64_t address, uint64_t *offset,
                  uint64_t *available)
{
	GElf_Phdr segment;

	if (!segment_at(image, address, &segment))
		return false;
	*offset = segment.p_offset + (address - segment.p_vaddr);
	*available = segment.p_filesz - (address - segment.p_vaddr);
	return true;
}

/* libelf keeps every piece it is asked for, in a list: the whole segment is one for all places. */
bool image_address_at(const struct image *image, uint64_t place, uint64_t *address)
{
	bool big = image->header.e_ident[EI_DATA] == ELFDATA2MSB;
	size_t size = image->header.e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
	GElf_Phdr segment;

	if (!segment_at(image, place, &segment) ||
	    segment.p_filesz - (place - segment.p_vaddr) < size)
		return false;
	Elf_Data *data = image_data(image, segment.p_offset, segment.p_filesz, ELF_T_BYTE);
	if (!data || !data->d_buf)
		return false;
	const unsigned char *bytes = (unsigned char *)data->d_buf + (place - segment.p_vaddr);
	*address = 0;
	for (size_t i = 0; i < size; i++)
		*address = *address << 8 | bytes[big ? i : size - 1 - i];
	return true;
}

bool image_next_note(const struct image *image, const char *owner, unsigned type,
                     struct image_note *found)
{
	for (; found->segment < image->segments; found->segment++, found->at = 0) {
		GElf_Phdr segment;
		GElf_Nhdr note;
		size_t name, text, next;

		if (!gelf_getphdr(image->elf, (int)found->segment, &segment) ||
		    segment.p_type != PT_NOTE)
			continue;
		Elf_Data *notes = image_data(image, segment.p_offset, segment.p_filesz,
		                             segment.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
		while (notes && (next = gelf_getnote(notes, found->at, &note, &name, &text)) > 0) {
			const unsigned char *bytes = notes->d_buf;

			found->at = next;
			if (note.n_type != type || note.n_namesz != strlen(owner) + 1 ||
			    memcmp(bytes + name, owner, note.n_namesz) != 0)
				continue;
			found->bytes = bytes + text;
			found->size = note.n_descsz;
			return true;
		}
	}
	return false;
}
