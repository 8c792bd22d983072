// SPDX-License-Identifier: MIT
#include "tiny-elf.h"

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The file as it grows. */
struct output {
	struct str bytes;
	bool big_endian;
	bool wide;
};

static void put(struct output *output, uint64_t value, unsigned size)
{
	char bytes[8];

	for (unsigned i = 0; i < size; i++)
		bytes[output->big_endian ? size - 1 - i : i] = (char)(value >> 8 * i);
	str_add_bytes(&output->bytes, bytes, size);
}

/* A value as wide as an address. */
static void put_word(struct output *output, uint64_t value)
{
	put(output, value, output->wide ? 8 : 4);
}

static void pad(struct output *output, size_t to)
{
	while (output->bytes.length < to)
		str_add_bytes(&output->bytes, "", 1);
}

struct segment {
	uint32_t type;
	uint32_t flags;
	uint64_t at;
	uint64_t size;
	uint64_t align;
};

static void put_segment(struct output *output, const struct segment *segment)
{
	put(output, segment->type, 4);
	if (output->wide)
		put(output, segment->flags, 4);
	put_word(output, segment->at);
	put_word(output, segment->at);
	put_word(output, segment->at);
	put_word(output, segment->size);
	put_word(output, segment->size);
	if (!output->wide)
		put(output, segment->flags, 4);
	put_word(output, segment->align);
}

/* Flags that a loader or ldconfig of an architecture asks for. */
static uint32_t header_flags(const struct abi *abi)
{
	if (strcmp(abi->architecture, "armhf") == 0)
		return 0x5000400; /* EABI 5, hard float */
	if (strcmp(abi->architecture, "armel") == 0)
		return 0x5000200;
	if (abi->machine == EM_PPC64)
		return 2;                        /* ELFv2 */
	return abi->machine == EM_RISCV ? 4 : 0; /* floats in double registers */
}

static void put_header(struct output *output, const struct abi *abi, unsigned segments,
                       uint64_t entry)
{
	str_add_bytes(&output->bytes, ELFMAG, SELFMAG);
	put(output, output->wide ? ELFCLASS64 : ELFCLASS32, 1);
	put(output, output->big_endian ? ELFDATA2MSB : ELFDATA2LSB, 1);
	put(output, EV_CURRENT, 1);
	pad(output, EI_NIDENT);
	put(output, ET_DYN, 2);
	put(output, abi->machine, 2);
	put(output, EV_CURRENT, 4);
	put_word(output, entry);
	put_word(output, output->wide ? 64 : 52);
	put_word(output, 0);
	put(output, header_flags(abi), 4);
	put(output, output->wide ? 64 : 52, 2);
	put(output, output->wide ? 56 : 32, 2);
	put(output, segments, 2);
	put(output, output->wide ? 64 : 40, 2);
	put(output, 0, 4);
}

static size_t add_string(struct str *strings, const char *text)
{
	size_t at = strings->length;

	str_add_bytes(strings, text, strlen(text) + 1);
	return at;
}

static void put_tag(struct output *output, int64_t tag, uint64_t value)
{
	put_word(output, (uint64_t)tag);
	put_word(output, value);
}

/* The dynamic section; strings that it names are added, which lie at strings_at. */
static void put_dynamic(struct output *output, const struct tiny_elf *elf, struct str *strings,
                        const uint64_t at[3])
{
	for (size_t i = 0; i < elf->needed.count; i++)
		put_tag(output, DT_NEEDED, add_string(strings, elf->needed.items[i]));
	if (elf->soname)
		put_tag(output, DT_SONAME, add_string(strings, elf->soname));
	if (elf->rpath)
		put_tag(output, DT_RPATH, add_string(strings, elf->rpath));
	if (elf->runpath)
		put_tag(output, DT_RUNPATH, add_string(strings, elf->runpath));
	put_tag(output, DT_HASH, at[0]);
	put_tag(output, DT_SYMTAB, at[1]);
	put_tag(output, DT_STRTAB, at[2]);
	put_tag(output, DT_STRSZ, strings->length);
	put_tag(output, DT_SYMENT, output->wide ? 24 : 16);
	if (elf->no_default_path || elf->program)
		put_tag(output, DT_FLAGS_1,
		        (elf->no_default_path ? DF_1_NODEFLIB : 0) | (elf->program ? DF_1_PIE : 0));
	put_tag(output, DT_NULL, 0);
}

static void put_marker(struct output *output, uint32_t isa)
{
	put(output, 4, 4);
	put(output, output->wide ? 16 : 12, 4);
	put(output, NT_GNU_PROPERTY_TYPE_0, 4);
	str_add_bytes(&output->bytes, "GNU", 4);
	put(output, 0xc0008002, 4);
	put(output, 4, 4);
	put(output, isa, 4);
	if (output->wide)
		put(output, 0, 4);
}

/* exit(0) */
static void put_code(struct output *output, const struct abi *abi)
{
	static const char amd64[] = "\xb8\x3c\x00\x00\x00\x31\xff\x0f\x05";
	static const char i386[] = "\x31\xdb\xb8\x01\x00\x00\x00\xcd\x80";

	if (abi->machine == EM_X86_64)
		str_add_bytes(&output->bytes, amd64, sizeof(amd64) - 1);
	else if (abi->machine == EM_386)
		str_add_bytes(&output->bytes, i386, sizeof(i386) - 1);
	pad(output, (output->bytes.length + 15) & ~(size_t)15);
}

/* Where things lie: all of it behind a header and at most six program headers. */
enum { INTERPRETER = 0x200, MARKER = 0x280, CODE = 0x2c0, HASH = 0x300, SYMBOLS = 0x320 };
enum { STRINGS = 0x340, DYNAMIC = 0x2000, ALIGN = 0x10000 };

static void put_segments(struct output *output, const struct tiny_elf *elf, size_t dynamic_size,
                         size_t marker_size)
{
	bool wide = output->wide;
	const char *loader = elf->abi->loader;
	struct segment segments[] = {
	    {PT_INTERP, PF_R, INTERPRETER, strlen(loader) + 1, 1},
	    {PT_LOAD, PF_R | PF_W | PF_X, 0, DYNAMIC + dynamic_size, ALIGN},
	    {PT_DYNAMIC, PF_R | PF_W, DYNAMIC, dynamic_size, 8},
	    {PT_GNU_STACK, PF_R | PF_W, 0, 0, 16},
	    {PT_NOTE, PF_R, MARKER, marker_size, wide ? 8 : 4},
	    {PT_GNU_PROPERTY, PF_R, MARKER, marker_size, wide ? 8 : 4},
	};

	for (size_t i = elf->program ? 0 : 1; i < (elf->isa ? 6 : 4); i++)
		put_segment(output, &segments[i]);
}

int tiny_elf_write(const struct tiny_elf *elf, const char *path)
{
	static const uint64_t places[3] = {HASH, SYMBOLS, STRINGS};
	bool wide = elf->abi->bits == 64, big_endian = elf->abi->big_endian;
	struct output dynamic = {.wide = wide, .big_endian = big_endian}, output = dynamic;
	struct str strings = {0};

	str_add_bytes(&strings, "", 1);
	put_dynamic(&dynamic, elf, &strings, places);
	put_header(&output, elf->abi, (elf->program ? 4 : 3) + (elf->isa ? 2 : 0),
	           elf->program ? CODE : 0);
	put_segments(&output, elf, dynamic.bytes.length, wide ? 32 : 28);
	pad(&output, INTERPRETER);
	if (elf->program)
		str_add(&output.bytes, "%s", elf->abi->loader);
	pad(&output, MARKER);
	if (elf->isa)
		put_marker(&output, elf->isa);
	pad(&output, CODE);
	put_code(&output, elf->abi);
	pad(&output, HASH);
	/* A hash table with one empty bucket and one symbol, which is none. On s390x of 64 bits
	   its words have 64 bits as well. */
	for (size_t i = 0; i < 4; i++)
		put(&output, i < 2 ? 1 : 0, elf->abi->machine == EM_S390 && wide ? 8 : 4);
	pad(&output, STRINGS);
	str_add_bytes(&output.bytes, strings.text, strings.length);
	pad(&output, DYNAMIC);
	str_add_bytes(&output.bytes, dynamic.bytes.text, dynamic.bytes.length);

	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0755);
	ssize_t put_bytes = fd < 0 ? -1 : write(fd, output.bytes.text, output.bytes.length);
	bool good = put_bytes == (ssize_t)output.bytes.length;
	if (fd >= 0)
		close(fd);
	str_free(&strings);
	str_free(&dynamic.bytes);
	str_free(&output.bytes);
	return good ? 0 : -1;
}
