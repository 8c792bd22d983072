// SPDX-License-Identifier: MIT
/*
 * One ELF file, opened with libelf: its bytes are found by file offset or by the address at which
 * the loader maps them, and every access stays inside the file, whatever its headers claim.
 */
#pragma once

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* elf is NULL where the file is not ELF. Close with image_close(); path must outlive it. */
struct image {
	const char *path;
	Elf *elf;
	GElf_Ehdr header;
	size_t size;     /* of the file, in bytes */
	size_t segments; /* program headers */
	size_t sections; /* section headers; 0 where they were stripped */
	size_t names;    /* the index of the section that holds section names */
	int fd;          /* -1 for memory */
};

/* Opens a file. One that does not begin as ELF files do is no error, and costs one read. */
int image_open(const char *path, struct image *image, struct error *error);

/* The same for bytes in memory, which must stay there and be writable; path names them. */
int image_open_memory(const char *path, void *bytes, size_t size, struct image *image,
                      struct error *error);

void image_close(struct image *image);

/* Sets "PATH: is a damaged ELF file: WHAT; build or copy it anew" and returns -1. */
int image_damaged(const struct image *image, struct error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Size bytes at a file offset, or NULL if they are not all in the file. libelf owns them. */
Elf_Data *image_data(const struct image *image, uint64_t offset, uint64_t size, Elf_Type type);

/*
 * Where in the file the byte mapped at address lies, and in *available how many bytes follow it in
 * the same loaded segment. False if no segment maps it from the file.
 */
bool image_offset(const struct image *image, uint64_t address, uint64_t *offset,
                  uint64_t *available);

/* The address that is stored at an address (4 or 8 bytes, by the class of the file). */
bool image_address_at(const struct image *image, uint64_t place, uint64_t *address);

/* A note of the segments; all zero before the first is asked for. */
struct image_note {
	const unsigned char *bytes; /* its description; libelf owns them */
	size_t size;                /* in bytes */
	size_t segment, at;         /* where the next one is looked for */
};

/*
 * The next note of an owner ("GNU") and type. False when there is none: notes that make no sense
 * end the segment they are in.
 */
bool image_next_note(const struct image *image, const char *owner, unsigned type,
                     struct image_note *found);
