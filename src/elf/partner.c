// SPDX-License-Identifier: MIT
#include "elf/partner.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "elf/image.h"

static const char section_name[] = ".note.hwflavor";
static const char owner[] = "hwflavor";

enum { NOTE_TYPE = 1, BUILD_ID_LIMIT = 64 };

/* The section, or NULL. */
static Elf_Scn *find_section(const struct image *image)
{
	for (size_t i = 1; i < image->sections; i++) {
		Elf_Scn *scn = elf_getscn(image->elf, i);
		GElf_Shdr header;

		if (!gelf_getshdr(scn, &header) || header.sh_type != SHT_NOTE)
			continue;
		const char *name = elf_strptr(image->elf, image->names, header.sh_name);
		if (name && strcmp(name, section_name) == 0)
			return scn;
	}
	return NULL;
}

static char *read_note(Elf_Scn *scn)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	struct str text = {0};
	GElf_Nhdr note;
	size_t name, at;

	if (!data || gelf_getnote(data, 0, &note, &name, &at) == 0 || note.n_type != NOTE_TYPE ||
	    note.n_namesz != sizeof(owner) || note.n_descsz == 0 ||
	    note.n_descsz > BUILD_ID_LIMIT ||
	    memcmp((const char *)data->d_buf + name, owner, sizeof(owner)) != 0)
		return NULL;
	for (size_t i = 0; i < note.n_descsz; i++)
		str_add(&text, "%02x", ((const unsigned char *)data->d_buf)[at + i]);
	return str_take(&text);
}

int partner_read(const char *path, char **build_id, struct error *error)
{
	struct image image;

	*build_id = NULL;
	if (image_open(path, &image, error) != 0)
		return -1;
	Elf_Scn *scn = image.elf ? find_section(&image) : NULL;
	if (scn)
		*build_id = read_note(scn);
	image_close(&image);
	return 0;
}

/* What is appended to a file, from an offset on; and where the header must then point. */
struct tail {
	const struct image *image;
	uint64_t start;
	struct str bytes;
	uint64_t headers; /* the new e_shoff */
};

static void align(struct tail *tail, unsigned alignment)
{
	while ((tail->start + tail->bytes.length) % alignment != 0)
		str_add_bytes(&tail->bytes, "", 1);
}

static void add_word(struct tail *tail, uint32_t word)
{
	bool big = tail->image->header.e_ident[EI_DATA] == ELFDATA2MSB;

	for (unsigned i = 0; i < 4; i++) {
		char byte = (char)(word >> 8 * (big ? 3 - i : i));
		str_add_bytes(&tail->bytes, &byte, 1);
	}
}

/* Adds the note and fills in its section's header. */
static void add_note(struct tail *tail, const char *build_id, GElf_Shdr *header)
{
	align(tail, 4);
	*header = (GElf_Shdr){
	    .sh_type = SHT_NOTE, .sh_offset = tail->start + tail->bytes.length, .sh_addralign = 4};
	add_word(tail, sizeof(owner));
	add_word(tail, (uint32_t)strlen(build_id) / 2);
	add_word(tail, NOTE_TYPE);
	str_add_bytes(&tail->bytes, owner, sizeof(owner));
	align(tail, 4);
	for (const char *at = build_id; at[0] && at[1]; at += 2) {
		char pair[3] = {at[0], at[1], '\0'};
		char byte = (char)strtoul(pair, NULL, 16);

		str_add_bytes(&tail->bytes, &byte, 1);
	}
	align(tail, 4);
	header->sh_size = tail->start + tail->bytes.length - header->sh_offset;
}

/* Adds the names of sections with one more, and changes their header. */
static int add_names(struct tail *tail, GElf_Shdr *names, uint32_t *name, struct error *error)
{
	Elf_Data *data = image_data(tail->image, names->sh_offset, names->sh_size, ELF_T_BYTE);

	if (!data || !data->d_buf || names->sh_type != SHT_STRTAB || names->sh_size > UINT32_MAX)
		return image_damaged(tail->image, error, "its section names lie outside the file");
	*name = (uint32_t)names->sh_size;
	names->sh_offset = tail->start + tail->bytes.length;
	str_add_bytes(&tail->bytes, data->d_buf, data->d_size);
	str_add_bytes(&tail->bytes, section_name, sizeof(section_name));
	names->sh_size += sizeof(section_name);
	return 0;
}

static int add_header(struct tail *tail, const GElf_Shdr *from, struct error *error)
{
	unsigned char bytes[sizeof(Elf64_Shdr)];
	Elf32_Shdr narrow = {from->sh_name,
	                     (Elf32_Word)from->sh_type,
	                     (Elf32_Word)from->sh_flags,
	                     (Elf32_Addr)from->sh_addr,
	                     (Elf32_Off)from->sh_offset,
	                     (Elf32_Word)from->sh_size,
	                     from->sh_link,
	                     from->sh_info,
	                     (Elf32_Word)from->sh_addralign,
	                     (Elf32_Word)from->sh_entsize};
	GElf_Shdr wide = *from;
	bool is_wide = tail->image->header.e_ident[EI_CLASS] == ELFCLASS64;
	size_t size = is_wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
	Elf_Data source = {.d_type = ELF_T_SHDR, .d_version = EV_CURRENT, .d_size = size};
	Elf_Data target = source;

	source.d_buf = is_wide ? (void *)&wide : (void *)&narrow;
	target.d_buf = bytes;
	if (!gelf_xlatetof(tail->image->elf, &target, &source,
	                   tail->image->header.e_ident[EI_DATA]))
		return image_damaged(tail->image, error, "a section header cannot be written");
	str_add_bytes(&tail->bytes, (const char *)bytes, size);
	return 0;
}

static int make_tail(struct tail *tail, const char *build_id, struct error *error)
{
	const struct image *image = tail->image;
	GElf_Shdr names, note, header;
	uint32_t name = 0;

	if (!gelf_getshdr(elf_getscn(image->elf, image->names), &names))
		return image_damaged(image, error, "it has no section names");
	if (add_names(tail, &names, &name, error) != 0)
		return -1;
	add_note(tail, build_id, &note);
	note.sh_name = name;
	align(tail, 8);
	tail->headers = tail->start + tail->bytes.length;
	for (size_t i = 0; i < image->sections; i++) {
		if (!gelf_getshdr(elf_getscn(image->elf, i), &header))
			return image_damaged(image, error, "a section header cannot be read");
		if (add_header(tail, i == image->names ? &names : &header, error) != 0)
			return -1;
	}
	return add_header(tail, &note, error);
}

/* The ELF header as it must become, in the file's own form. */
static int make_header(const struct tail *tail, unsigned char *bytes, size_t *size,
                       struct error *error)
{
	const GElf_Ehdr *from = &tail->image->header;
	bool wide = from->e_ident[EI_CLASS] == ELFCLASS64;
	Elf64_Ehdr full = *from;
	Elf32_Ehdr narrow;

	full.e_shoff = tail->headers;
	full.e_shnum = (Elf64_Half)(tail->image->sections + 1);
	memcpy(narrow.e_ident, full.e_ident, EI_NIDENT);
	narrow.e_type = full.e_type;
	narrow.e_machine = full.e_machine;
	narrow.e_version = full.e_version;
	narrow.e_entry = (Elf32_Addr)full.e_entry;
	narrow.e_phoff = (Elf32_Off)full.e_phoff;
	narrow.e_shoff = (Elf32_Off)full.e_shoff;
	narrow.e_flags = full.e_flags;
	narrow.e_ehsize = full.e_ehsize;
	narrow.e_phentsize = full.e_phentsize;
	narrow.e_phnum = full.e_phnum;
	narrow.e_shentsize = full.e_shentsize;
	narrow.e_shnum = full.e_shnum;
	narrow.e_shstrndx = full.e_shstrndx;
	*size = wide ? sizeof(full) : sizeof(narrow);
	Elf_Data source = {.d_type = ELF_T_EHDR, .d_version = EV_CURRENT, .d_size = *size};
	Elf_Data target = source;
	source.d_buf = wide ? (void *)&full : (void *)&narrow;
	target.d_buf = bytes;
	if (!gelf_xlatetof(tail->image->elf, &target, &source, from->e_ident[EI_DATA]))
		return image_damaged(tail->image, error, "its header cannot be written");
	return 0;
}

static bool write_all(int fd, const void *bytes, size_t size, uint64_t offset)
{
	const char *at = bytes;

	while (size > 0) {
		ssize_t written = pwrite(fd, at, size, (off_t)offset);

		if (written <= 0)
			return false;
		at += written;
		size -= (size_t)written;
		offset += (uint64_t)written;
	}
	return true;
}

/* The tail first: a file cut short by a full disk is still the one it was. */
static int write_file(const struct tail *tail, const unsigned char *header, size_t size,
                      struct error *error)
{
	const char *path = tail->image->path;
	struct stat status;
	int result = 0;

	if (stat(path, &status) != 0 || chmod(path, status.st_mode | S_IWUSR) != 0)
		return error_set(error, "%s:", path);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return error_set(error, "%s:", path);
	struct timespec times[2] = {status.st_atim, status.st_mtim};
	if (!write_all(fd, tail->bytes.text, tail->bytes.length, tail->start) ||
	    !write_all(fd, header, size, 0) || futimens(fd, times) != 0 ||
	    fchmod(fd, status.st_mode & 07777) != 0)
		result = error_set(error, "%s: cannot be written:", path);
	if (close(fd) != 0 && result == 0)
		result = error_set(error, "%s: cannot be written:", path);
	return result;
}

/* Where the appended part begins: in the place of the old section headers, if they stand last. */
static uint64_t tail_start(const struct image *image)
{
	uint64_t size = (uint64_t)image->sections * image->header.e_shentsize;

	return image->header.e_shoff + size == image->size ? image->header.e_shoff : image->size;
}

int partner_write(const char *path, const char *build_id, struct error *error)
{
	unsigned char header[sizeof(Elf64_Ehdr)];
	struct image image;
	size_t size;
	int result = 0;

	if (image_open(path, &image, error) != 0)
		return -1;
	struct tail tail = {.image = &image, .start = tail_start(&image)};
	if (!image.elf)
		result = error_at(error, path, 0, "is not an ELF file; name a shared library");
	else if (image.sections > 0 && find_section(&image))
		result = error_at(error, path, 0,
		                  "says already which baseline it is a copy for; build it anew");
	/* From SHN_LORESERVE on their number stands elsewhere: no library has so many. */
	if (result == 0 && image.sections > 0 && image.sections + 1 < SHN_LORESERVE) {
		result = make_tail(&tail, build_id, error);
		if (result == 0)
			result = make_header(&tail, header, &size, error);
		if (result == 0)
			result = write_file(&tail, header, size, error);
	}
	str_free(&tail.bytes);
	image_close(&image);
	return result;
}
