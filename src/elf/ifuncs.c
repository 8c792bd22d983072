// SPDX-License-Identifier: MIT
#include "elf/ifuncs.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "elf/image.h"

/* The type of a relocation that writes what a resolver returns, by machine; from elf.h. */
static const struct {
	unsigned machine, type;
} irelative[] = {
    {EM_X86_64, R_X86_64_IRELATIVE},   {EM_386, R_386_IRELATIVE},     {EM_ARM, R_ARM_IRELATIVE},
    {EM_AARCH64, R_AARCH64_IRELATIVE}, {EM_PPC64, R_PPC64_IRELATIVE}, {EM_S390, R_390_IRELATIVE},
    {EM_PPC, R_PPC_IRELATIVE},         {EM_RISCV, R_RISCV_IRELATIVE},
};

enum { MACHINES = sizeof(irelative) / sizeof(irelative[0]) };

struct addresses {
	uint64_t *items;
	size_t count;
};

static void add_address(struct addresses *addresses, uint64_t address)
{
	if ((addresses->count & (addresses->count - 1)) == 0)
		addresses->items = xreallocarray(addresses->items, 2 * addresses->count + 1,
		                                 sizeof(*addresses->items));
	addresses->items[addresses->count++] = address;
}

static int compare(const void *left, const void *right)
{
	const uint64_t *a = left, *b = right;

	return *a < *b ? -1 : *a > *b;
}

static void read_relocations(const struct image *image, Elf_Scn *scn, unsigned type,
                             struct addresses *resolvers)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Rela rela;
	GElf_Rel rel;
	uint64_t target;

	for (int i = 0; data; i++) {
		if (data->d_type == ELF_T_RELA) {
			if (!gelf_getrela(data, i, &rela))
				return;
			if (GELF_R_TYPE(rela.r_info) == type)
				add_address(resolvers, (uint64_t)rela.r_addend);
		} else {
			if (!gelf_getrel(data, i, &rel))
				return;
			if (GELF_R_TYPE(rel.r_info) == type &&
			    image_address_at(image, rel.r_offset, &target))
				add_address(resolvers, target);
		}
	}
}

/* The IFUNCs of a symbol table: .dynsym's resolvers, or .symtab's names that .dynsym lacks. */
static void read_symbols(const struct image *image, Elf_Scn *scn, const GElf_Shdr *header,
                         struct ifuncs *ifuncs, struct addresses *exported)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Sym symbol;

	for (int i = 1; data && gelf_getsym(data, i, &symbol); i++) {
		if (GELF_ST_TYPE(symbol.st_info) != STT_GNU_IFUNC || symbol.st_shndx == SHN_UNDEF)
			continue;
		if (header->sh_type == SHT_DYNSYM) {
			add_address(exported, symbol.st_value);
			continue;
		}
		const char *name = elf_strptr(image->elf, header->sh_link, symbol.st_name);
		if (GELF_ST_BIND(symbol.st_info) != STB_LOCAL || !name || *name == '\0')
			continue;
		char *plain = xstrndup(name, strcspn(name, "."));
		if (*plain != '\0')
			strlist_add(&ifuncs->names, plain);
		free(plain);
	}
}

/* How many different ones of the addresses are not among others. */
static size_t count_without(struct addresses *addresses, struct addresses *others)
{
	size_t count = 0;

	if (addresses->count > 0)
		qsort(addresses->items, addresses->count, sizeof(uint64_t), compare);
	if (others->count > 0)
		qsort(others->items, others->count, sizeof(uint64_t), compare);
	for (size_t i = 0; i < addresses->count; i++)
		if ((i == 0 || addresses->items[i] != addresses->items[i - 1]) &&
		    (others->count == 0 || !bsearch(&addresses->items[i], others->items,
		                                    others->count, sizeof(uint64_t), compare)))
			count++;
	return count;
}

static void read_image(const struct image *image, struct ifuncs *ifuncs)
{
	struct addresses resolvers = {0}, exported = {0};
	size_t machine = 0;

	ifuncs->told = image->sections > 0;
	while (machine < MACHINES && irelative[machine].machine != image->header.e_machine)
		machine++;
	for (size_t i = 1; i < image->sections; i++) {
		Elf_Scn *scn = elf_getscn(image->elf, i);
		GElf_Shdr header;

		if (!gelf_getshdr(scn, &header))
			continue;
		bool table = header.sh_type == SHT_RELA || header.sh_type == SHT_REL;
		if (table && (header.sh_flags & SHF_ALLOC) && machine < MACHINES)
			read_relocations(image, scn, irelative[machine].type, &resolvers);
		if (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM)
			read_symbols(image, scn, &header, ifuncs, &exported);
		ifuncs->named = ifuncs->named || header.sh_type == SHT_SYMTAB;
	}
	strlist_sort(&ifuncs->names);
	ifuncs->resolvers = count_without(&resolvers, &exported);
	free(resolvers.items);
	free(exported.items);
}

int ifuncs_read(const char *path, struct ifuncs *ifuncs, struct error *error)
{
	struct image image;

	*ifuncs = (struct ifuncs){0};
	if (image_open(path, &image, error) != 0)
		return -1;
	if (image.elf)
		read_image(&image, ifuncs);
	image_close(&image);
	return 0;
}

void ifuncs_free(struct ifuncs *ifuncs)
{
	strlist_free(&ifuncs->names);
}
