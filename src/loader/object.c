// SPDX-License-Identifier: MIT
#include "loader/object.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A 16-bit field of a header in the file's byte order. */
static unsigned half(const unsigned char *header, size_t at)
{
	return header[EI_DATA] == ELFDATA2MSB ? header[at] * 256u + header[at + 1]
	                                      : header[at + 1] * 256u + header[at];
}

/* Compiled for the other float ABI: Debian's loaders pass over it. A file that names none is taken.
 */
static bool has_other_floats(const unsigned char *header, const struct abi *abi)
{
	bool hard = strcmp(abi->architecture, "armhf") == 0;

	return abi->machine == EM_ARM &&
	       (half(header, offsetof(Elf32_Ehdr, e_flags)) &
	        (hard ? EF_ARM_ABI_FLOAT_SOFT : EF_ARM_ABI_FLOAT_HARD)) != 0;
}

static const char *check_header(const unsigned char *header, size_t size, const struct abi *abi,
                                enum object_verdict *verdict)
{
	bool wide = abi->bits == 64;

	*verdict = OBJECT_FATAL;
	if (size < (wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr)))
		return "file too short";
	if (memcmp(header, ELFMAG, SELFMAG) != 0)
		return "invalid ELF header";
	if (header[EI_CLASS] != (wide ? ELFCLASS64 : ELFCLASS32)) {
		*verdict = OBJECT_OTHER_CLASS;
		return NULL;
	}
	/* Debian's loaders pass over files of the other byte order; upstream's give up. */
	if (header[EI_DATA] != (abi->big_endian ? ELFDATA2MSB : ELFDATA2LSB)) {
		*verdict = OBJECT_OTHER_MACHINE;
		return NULL;
	}
	if (header[EI_VERSION] != EV_CURRENT)
		return "ELF file version ident does not match current one";
	if (header[EI_OSABI] != ELFOSABI_SYSV && header[EI_OSABI] != ELFOSABI_GNU)
		return "ELF file OS ABI invalid";
	/* The fields up to e_version lie at the same place in both classes. */
	if (half(header, abi->big_endian ? 22 : 20) != EV_CURRENT)
		return "ELF file version does not match current one";
	if (half(header, 18) != abi->machine || has_other_floats(header, abi)) {
		*verdict = OBJECT_OTHER_MACHINE;
		return NULL;
	}
	if (half(header, 16) != ET_DYN && half(header, 16) != ET_EXEC)
		return "only ET_DYN and ET_EXEC can be loaded";
	if (half(header, wide ? 54 : 42) != (wide ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr)))
		return "ELF file's phentsize not the expected size";
	*verdict = OBJECT_GOOD;
	return NULL;
}

static void judge(struct object *object, const struct abi *abi)
{
	unsigned char header[64];
	struct error error = {0};
	int fd = open(object->host, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	const char *reason = "cannot read file data";

	if (fd < 0) {
		object->verdict = OBJECT_UNREADABLE;
		object->error = errno;
		return;
	}
	ssize_t got = read(fd, header, sizeof(header));
	int read_errno = errno;
	object->verdict = OBJECT_FATAL;
	close(fd);
	if (got < 0) {
		object->reason = str_format("%s: %s", reason, strerror(read_errno));
		return;
	}
	reason = check_header(header, (size_t)got, abi, &object->verdict);
	if (reason)
		object->reason = xstrdup(reason);
	if (object->verdict != OBJECT_GOOD)
		return;
	if (library_read(object->host, &object->library, &error) != 0) {
		object->verdict = OBJECT_FATAL;
		object->reason = xstrdup(error.text);
		error_clear(&error);
	}
}

const struct object *object_get(struct objects *objects, const struct root_file *file,
                                const struct abi *abi)
{
	struct object *object = map_get(&objects->by_host, file->host);

	if (object)
		return object;
	object = xcalloc(1, sizeof(*object));
	object->host = xstrdup(file->host);
	object->device = file->status.st_dev;
	object->inode = file->status.st_ino;
	object->mode = file->status.st_mode;
	judge(object, abi);
	map_set(&objects->by_host, object->host, object);
	return object;
}

static void free_object(void *value)
{
	struct object *object = value;

	free(object->host);
	free(object->reason);
	library_free(&object->library);
	free(object);
}

void objects_free(struct objects *objects)
{
	map_free(&objects->by_host, free_object);
}
