// SPDX-License-Identifier: MIT
#include "fuse/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

enum file_form file_form(const char *path)
{
	unsigned char bytes[EI_NIDENT + 2];
	enum file_form form = FORM_OTHER;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return FORM_OTHER;
	if (read(fd, bytes, sizeof(bytes)) == (ssize_t)sizeof(bytes)) {
		bool big = bytes[EI_DATA] == ELFDATA2MSB;
		unsigned type = bytes[EI_NIDENT + (big ? 1 : 0)];

		if (memcmp(bytes, ELFMAG, SELFMAG) == 0)
			form = type == ET_REL   ? FORM_OBJECT
			       : type == ET_DYN ? FORM_SHARED
			                        : FORM_OTHER;
		else if (memcmp(bytes, "!<arch>\n", 8) == 0)
			form = FORM_ARCHIVE;
		else if (memcmp(bytes, "!<thin>\n", 8) == 0)
			form = FORM_THIN_ARCHIVE;
	}
	close(fd);
	return form;
}

static int extract(int fd, Elf *archive, const char *path, const char *member, size_t earlier,
                   const char *to, struct error *error)
{
	Elf_Cmd command = ELF_C_READ;
	int result = 1;

	while (result > 0) {
		Elf *elf = elf_begin(fd, command, archive);
		Elf_Arhdr *header = elf ? elf_getarhdr(elf) : NULL;
		size_t size;

		if (!elf || !header) {
			elf_end(elf);
			break;
		}
		if (header->ar_name && strcmp(header->ar_name, member) == 0 && earlier-- == 0) {
			char *bytes = elf_rawfile(elf, &size);

			result = bytes ? file_write(to, bytes, size, error)
			               : error_at(error, path, 0, "its member %s cannot be read",
			                          member);
		}
		command = elf_next(elf);
		elf_end(elf);
	}
	if (result > 0)
		result =
		    error_at(error, path, 0, "has no member %s; build the library anew", member);
	return result;
}

int archive_extract(const char *path, const char *member, size_t earlier, const char *to,
                    struct error *error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return error_set(error, "%s:", path);
	elf_version(EV_CURRENT);
	Elf *archive = elf_begin(fd, ELF_C_READ, NULL);
	int result = archive && elf_kind(archive) == ELF_K_AR
	                 ? extract(fd, archive, path, member, earlier, to, error)
	                 : error_at(error, path, 0, "is no archive; build the library anew");
	elf_end(archive);
	close(fd);
	return result;
}
