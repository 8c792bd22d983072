// SPDX-License-Identifier: MIT
#include "elf/likeness.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "elf/image.h"

/* The same section in both files. */
struct pair {
	GElf_Shdr a, b;
	Elf_Data *a_data, *b_data; /* NULL where it has no contents */
	bool table;                /* for the loader only: may move by itself */
};

struct likeness {
	struct image a, b;
	struct pair *pairs;
	size_t count;
	uint64_t moved; /* how far code and data moved from a to b, modulo 2^64 */
};

/*
 * Relocations whose addend is an address of the library itself, from the processor supplements of
 * the ELF ABI; the machines here keep addends in the relocations.
 */
static const struct {
	unsigned machine, relative, irelative;
} machines[] = {
    {EM_X86_64, R_X86_64_RELATIVE, R_X86_64_IRELATIVE},
    {EM_AARCH64, R_AARCH64_RELATIVE, R_AARCH64_IRELATIVE},
    {EM_PPC64, R_PPC64_RELATIVE, R_PPC64_IRELATIVE},
    {EM_S390, R_390_RELATIVE, R_390_IRELATIVE},
    {EM_RISCV, R_RISCV_RELATIVE, R_RISCV_IRELATIVE},
};

static bool may_move(const struct likeness *likeness)
{
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++)
		if (likeness->a.header.e_machine == machines[i].machine)
			return likeness->a.header.e_ident[EI_CLASS] == ELFCLASS64;
	return false;
}

static bool addend_is_address(const struct likeness *likeness, uint64_t type)
{
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++)
		if (likeness->a.header.e_machine == machines[i].machine)
			return type == machines[i].relative || type == machines[i].irelative;
	return false;
}

static bool is_table(const GElf_Shdr *section)
{
	switch (section->sh_type) {
	case SHT_DYNSYM:
	case SHT_STRTAB:
	case SHT_HASH:
	case SHT_GNU_HASH:
	case SHT_GNU_versym:
	case SHT_GNU_verdef:
	case SHT_GNU_verneed:
	case SHT_REL:
	case SHT_RELA:
	case SHT_RELR:
		return true;
	default:
		return false;
	}
}

/* The next loaded section that is not a note, from *index on; NULL after the last. */
static Elf_Scn *next_section(const struct image *image, size_t *index, GElf_Shdr *header)
{
	while (*index < image->sections) {
		Elf_Scn *section = elf_getscn(image->elf, (*index)++);

		if (section && gelf_getshdr(section, header) && (header->sh_flags & SHF_ALLOC) &&
		    header->sh_type != SHT_NOTE && header->sh_type != SHT_NULL)
			return section;
	}
	return NULL;
}

static Elf_Type type_of(const GElf_Shdr *section)
{
	switch (section->sh_type) {
	case SHT_DYNSYM:
		return ELF_T_SYM;
	case SHT_DYNAMIC:
		return ELF_T_DYN;
	case SHT_RELA:
		return ELF_T_RELA;
	case SHT_REL:
		return ELF_T_REL;
	default:
		return ELF_T_BYTE;
	}
}

static int read_contents(const struct image *image, const GElf_Shdr *section, Elf_Data **data,
                         struct error *error)
{
	*data = NULL;
	if (section->sh_type == SHT_NOBITS || section->sh_size == 0)
		return 0;
	*data = image_data(image, section->sh_offset, section->sh_size, type_of(section));
	if (!*data)
		return image_damaged(image, error, "a section lies outside the file");
	return 0;
}

static bool same_shape(const struct likeness *likeness, const GElf_Shdr *a, const GElf_Shdr *b)
{
	const char *a_name = elf_strptr(likeness->a.elf, likeness->a.names, a->sh_name);
	const char *b_name = elf_strptr(likeness->b.elf, likeness->b.names, b->sh_name);

	return a_name && b_name && strcmp(a_name, b_name) == 0 && a->sh_type == b->sh_type &&
	       a->sh_flags == b->sh_flags && a->sh_size == b->sh_size &&
	       a->sh_addralign == b->sh_addralign && a->sh_entsize == b->sh_entsize;
}

/* Pairs up the sections. *same stays true while they have the same shape and moved together. */
static int pair_sections(struct likeness *likeness, bool *same, struct error *error)
{
	size_t a_index = 0, b_index = 0;
	bool first = true;

	for (;;) {
		struct pair pair = {0};
		Elf_Scn *a = next_section(&likeness->a, &a_index, &pair.a);
		Elf_Scn *b = next_section(&likeness->b, &b_index, &pair.b);

		if (!a || !b) {
			*same = !a && !b && likeness->count > 0;
			return 0;
		}
		if (read_contents(&likeness->a, &pair.a, &pair.a_data, error) != 0 ||
		    read_contents(&likeness->b, &pair.b, &pair.b_data, error) != 0)
			return -1;
		uint64_t moved = pair.b.sh_addr - pair.a.sh_addr;
		pair.table = is_table(&pair.a);
		if (first && !pair.table) {
			likeness->moved = moved;
			first = false;
		}
		*same = same_shape(likeness, &pair.a, &pair.b) &&
		        (pair.table || moved == likeness->moved);
		if (!*same)
			return 0;
		likeness->pairs = xreallocarray(likeness->pairs, likeness->count + 1, sizeof(pair));
		likeness->pairs[likeness->count++] = pair;
	}
}

/* Whether address a of the one file is the same thing as address b of the other. */
static bool same_address(const struct likeness *likeness, uint64_t a, uint64_t b)
{
	for (size_t i = 0; i < likeness->count; i++) {
		const struct pair *pair = &likeness->pairs[i];

		if (pair->table && a >= pair->a.sh_addr && a - pair->a.sh_addr < pair->a.sh_size)
			return b - pair->b.sh_addr == a - pair->a.sh_addr;
	}
	return b - a == likeness->moved || (a == 0 && b == 0);
}

static bool same_symbols(const struct likeness *likeness, const struct pair *pair)
{
	GElf_Sym a, b;

	for (int i = 0; gelf_getsym(pair->a_data, i, &a); i++) {
		/* The number of the section shifts with a note; the value says where it is. */
		bool placed = a.st_shndx != SHN_UNDEF && a.st_shndx < SHN_LORESERVE &&
		              GELF_ST_TYPE(a.st_info) != STT_TLS;

		if (!gelf_getsym(pair->b_data, i, &b) || a.st_name != b.st_name ||
		    a.st_info != b.st_info || a.st_other != b.st_other || a.st_size != b.st_size)
			return false;
		if ((a.st_shndx == SHN_UNDEF) != (b.st_shndx == SHN_UNDEF) ||
		    ((a.st_shndx >= SHN_LORESERVE || b.st_shndx >= SHN_LORESERVE) &&
		     a.st_shndx != b.st_shndx))
			return false;
		if (placed ? !same_address(likeness, a.st_value, b.st_value)
		           : a.st_value != b.st_value)
			return false;
	}
	return true;
}

static bool same_relocations(const struct likeness *likeness, const struct pair *pair)
{
	GElf_Rela a, b;

	for (int i = 0; gelf_getrela(pair->a_data, i, &a); i++) {
		if (!gelf_getrela(pair->b_data, i, &b) || a.r_info != b.r_info ||
		    !same_address(likeness, a.r_offset, b.r_offset))
			return false;
		if (addend_is_address(likeness, GELF_R_TYPE(a.r_info))
		        ? !same_address(likeness, (uint64_t)a.r_addend, (uint64_t)b.r_addend)
		        : a.r_addend != b.r_addend)
			return false;
	}
	return true;
}

static bool tag_is_address(int64_t tag)
{
	static const int64_t tags[] = {
	    DT_PLTGOT, DT_HASH,    DT_STRTAB,   DT_SYMTAB,     DT_RELA,          DT_INIT,
	    DT_FINI,   DT_REL,     DT_JMPREL,   DT_INIT_ARRAY, DT_FINI_ARRAY,    DT_VERSYM,
	    DT_VERDEF, DT_VERNEED, DT_GNU_HASH, DT_RELR,       DT_PREINIT_ARRAY,
	};

	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		if (tags[i] == tag)
			return true;
	return false;
}

static bool same_dynamic(const struct likeness *likeness, const struct pair *pair)
{
	GElf_Dyn a, b;

	for (int i = 0; gelf_getdyn(pair->a_data, i, &a); i++) {
		if (!gelf_getdyn(pair->b_data, i, &b) || a.d_tag != b.d_tag)
			return false;
		if (tag_is_address(a.d_tag) ? !same_address(likeness, a.d_un.d_ptr, b.d_un.d_ptr)
		                            : a.d_un.d_val != b.d_un.d_val)
			return false;
	}
	return true;
}

static uint64_t word(const struct image *image, const unsigned char *bytes)
{
	bool big = image->header.e_ident[EI_DATA] == ELFDATA2MSB;
	uint64_t value = 0;

	for (unsigned i = 0; i < 8; i++)
		value = value << 8 | bytes[big ? i : 7 - i];
	return value;
}

static int compare_addresses(const void *a, const void *b)
{
	uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

	return (left > right) - (left < right);
}

/*
 * The addresses in a of the words that may hold an address: where a relocation points, and the
 * first word of .got or .got.plt, where linkers put the address of the dynamic section.
 */
static uint64_t *address_words(const struct likeness *likeness, size_t *count)
{
	uint64_t *addresses = NULL;
	GElf_Rela relocation;

	*count = 0;
	for (size_t i = 0; i < likeness->count; i++) {
		const struct pair *pair = &likeness->pairs[i];
		const char *name = elf_strptr(likeness->a.elf, likeness->a.names, pair->a.sh_name);
		size_t most = pair->a.sh_type == SHT_RELA
		                  ? pair->a_data ? pair->a_data->d_size / sizeof(Elf64_Rela) : 0
		                  : 1;

		addresses = xreallocarray(addresses, *count + most + 1, sizeof(*addresses));
		if (strcmp(name, ".got") == 0 || strcmp(name, ".got.plt") == 0)
			addresses[(*count)++] = pair->a.sh_addr;
		if (pair->a.sh_type != SHT_RELA)
			continue;
		for (size_t j = 0; j < most && gelf_getrela(pair->a_data, (int)j, &relocation); j++)
			addresses[(*count)++] = relocation.r_offset;
	}
	if (*count > 0)
		qsort(addresses, *count, sizeof(*addresses), compare_addresses);
	return addresses;
}

/* Bytes that differ must be words that hold an address, which moved as everything did. */
static bool same_but_moved(const struct likeness *likeness, const struct pair *pair,
                           const uint64_t *addresses, size_t count)
{
	const unsigned char *a = pair->a_data->d_buf, *b = pair->b_data->d_buf;
	size_t size = pair->a_data->d_size;

	for (size_t i = 0; i < size; i++) {
		if (a[i] == b[i])
			continue;
		size_t start = i & ~(size_t)7;
		uint64_t address = pair->a.sh_addr + start;
		if (size - start < 8 ||
		    word(&likeness->b, b + start) - word(&likeness->a, a + start) !=
		        likeness->moved ||
		    !bsearch(&address, addresses, count, sizeof(address), compare_addresses))
			return false;
		i = start + 7;
	}
	return true;
}

static bool same_contents(const struct likeness *likeness)
{
	size_t count = 0;
	uint64_t *addresses = likeness->moved != 0 ? address_words(likeness, &count) : NULL;
	bool same = true;

	for (size_t i = 0; i < likeness->count && same; i++) {
		const struct pair *pair = &likeness->pairs[i];

		if (!pair->a_data)
			continue;
		if (pair->a.sh_type == SHT_DYNSYM)
			same = same_symbols(likeness, pair);
		else if (pair->a.sh_type == SHT_RELA)
			same = same_relocations(likeness, pair);
		else if (pair->a.sh_type == SHT_DYNAMIC)
			same = same_dynamic(likeness, pair);
		else if (addresses && !pair->table && !(pair->a.sh_flags & SHF_EXECINSTR))
			same = same_but_moved(likeness, pair, addresses, count);
		else
			same = memcmp(pair->a_data->d_buf, pair->b_data->d_buf,
			              pair->a_data->d_size) == 0;
	}
	free(addresses);
	return same;
}

/* Without section headers: the files as they are. */
static bool same_files(const struct likeness *likeness)
{
	size_t a_size, b_size;
	const char *a = elf_rawfile(likeness->a.elf, &a_size);
	const char *b = elf_rawfile(likeness->b.elf, &b_size);

	return a && b && a_size == b_size && memcmp(a, b, a_size) == 0;
}

static int compare(struct likeness *likeness, bool *same, struct error *error)
{
	const GElf_Ehdr *a = &likeness->a.header, *b = &likeness->b.header;

	*same = a->e_machine == b->e_machine && a->e_type == b->e_type &&
	        a->e_flags == b->e_flags && memcmp(a->e_ident, b->e_ident, EI_NIDENT) == 0;
	if (!*same)
		return 0;
	if (likeness->a.sections == 0 || likeness->b.sections == 0) {
		*same = same_files(likeness);
		return 0;
	}
	if (pair_sections(likeness, same, error) != 0)
		return -1;
	if (*same && likeness->moved != 0)
		*same = may_move(likeness);
	if (*same)
		*same = same_contents(likeness);
	return 0;
}

static int open_elf(const char *path, struct image *image, struct error *error)
{
	if (image_open(path, image, error) != 0)
		return -1;
	if (image->elf)
		return 0;
	image_close(image);
	return error_at(error, path, 0, "is not an ELF file; name a shared library");
}

int library_same_code(const char *path, const char *other, bool *same, struct error *error)
{
	struct likeness likeness = {0};

	*same = false;
	if (open_elf(path, &likeness.a, error) != 0)
		return -1;
	if (open_elf(other, &likeness.b, error) != 0) {
		image_close(&likeness.a);
		return -1;
	}
	int result = compare(&likeness, same, error);
	free(likeness.pairs);
	image_close(&likeness.a);
	image_close(&likeness.b);
	if (result != 0)
		*same = false;
	return result;
}
