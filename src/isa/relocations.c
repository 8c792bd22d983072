// SPDX-License-Identifier: MIT
#include "isa/relocations.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* The types that write an address, by machine; from elf.h. */
static const struct {
	unsigned machine;
	unsigned relative;   /* the load address and the addend */
	unsigned irelative;  /* what the resolver there returns */
	unsigned symbols[3]; /* the address of a symbol: absolute, GLOB_DAT, JUMP_SLOT */
} types[] = {
    {EM_X86_64,
     R_X86_64_RELATIVE,
     R_X86_64_IRELATIVE,
     {R_X86_64_64, R_X86_64_GLOB_DAT, R_X86_64_JUMP_SLOT}},
    {EM_386, R_386_RELATIVE, R_386_IRELATIVE, {R_386_32, R_386_GLOB_DAT, R_386_JMP_SLOT}},
    {EM_ARM, R_ARM_RELATIVE, R_ARM_IRELATIVE, {R_ARM_ABS32, R_ARM_GLOB_DAT, R_ARM_JUMP_SLOT}},
    {EM_AARCH64,
     R_AARCH64_RELATIVE,
     R_AARCH64_IRELATIVE,
     {R_AARCH64_ABS64, R_AARCH64_GLOB_DAT, R_AARCH64_JUMP_SLOT}},
    {EM_PPC64,
     R_PPC64_RELATIVE,
     R_PPC64_IRELATIVE,
     {R_PPC64_ADDR64, R_PPC64_GLOB_DAT, R_PPC64_JMP_SLOT}},
    {EM_S390, R_390_RELATIVE, R_390_IRELATIVE, {R_390_64, R_390_GLOB_DAT, R_390_JMP_SLOT}},
};

enum { TYPES = sizeof(types) / sizeof(types[0]) };

/* One relocation section being read. */
struct table {
	const struct image *image;
	const struct code *code;
	size_t type; /* index into types */
	Elf_Data *entries;
	bool addends;
	Elf_Data *symbols;
	size_t names; /* index of the symbols' string table */
};

static bool read_entry(const struct table *table, int index, GElf_Rela *entry)
{
	GElf_Rel rel;

	if (table->addends)
		return gelf_getrela(table->entries, index, entry);
	if (!gelf_getrel(table->entries, index, &rel))
		return false;
	*entry = (GElf_Rela){.r_offset = rel.r_offset, .r_info = rel.r_info};
	return true;
}

/* Fills in what an entry writes; false if that is no address of code in the file. */
static bool read_relocation(const struct table *table, const GElf_Rela *entry,
                            struct relocation *relocation)
{
	unsigned type = GELF_R_TYPE(entry->r_info);
	bool local = type == types[table->type].relative || type == types[table->type].irelative;
	GElf_Sym symbol;

	*relocation = (struct relocation){.place = entry->r_offset};
	if (local) {
		/* A relocation of type REL has its addend in its place. */
		if (table->addends)
			relocation->target = (uint64_t)entry->r_addend;
		else if (!image_address_at(table->image, entry->r_offset, &relocation->target))
			return false;
		if (type == types[table->type].irelative)
			relocation->resolver_of = "";
	} else {
		bool known = false;

		for (size_t i = 0; i < 3; i++)
			known = known || type == types[table->type].symbols[i];
		if (!known || !table->symbols ||
		    !gelf_getsym(table->symbols, (int)GELF_R_SYM(entry->r_info), &symbol) ||
		    symbol.st_shndx == SHN_UNDEF)
			return false;
		relocation->target = symbol.st_value + (uint64_t)entry->r_addend;
		if (GELF_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC) {
			const char *name =
			    elf_strptr(table->image->elf, table->names, symbol.st_name);
			relocation->resolver_of = name ? name : "";
		}
	}
	/* Thumb functions have odd addresses. */
	if (table->image->header.e_machine == EM_ARM)
		relocation->target &= ~(uint64_t)1;
	return code_section_at(table->code, relocation->target) != NULL;
}

static void read_table(const struct table *table, struct relocations *relocations, size_t *room)
{
	struct relocation relocation;
	GElf_Rela entry;

	for (int i = 0; read_entry(table, i, &entry); i++) {
		if (!read_relocation(table, &entry, &relocation))
			continue;
		if (relocations->count == *room) {
			*room = *room ? 2 * *room : 256;
			relocations->items =
			    xreallocarray(relocations->items, *room, sizeof(relocation));
		}
		relocations->items[relocations->count++] = relocation;
	}
}

static int compare(const void *left, const void *right)
{
	const struct relocation *a = left, *b = right;

	return a->place < b->place ? -1 : a->place > b->place;
}

void relocations_read(const struct image *image, const struct code *code,
                      struct relocations *relocations)
{
	struct table table = {.image = image, .code = code};
	size_t room = 0;

	*relocations = (struct relocations){0};
	while (table.type < TYPES && types[table.type].machine != image->header.e_machine)
		table.type++;
	if (table.type == TYPES || code->relocatable)
		return;
	for (size_t i = 1; i < image->sections; i++) {
		Elf_Scn *scn = elf_getscn(image->elf, i);
		GElf_Shdr header, symbols;

		if (!gelf_getshdr(scn, &header) || !(header.sh_flags & SHF_ALLOC) ||
		    (header.sh_type != SHT_RELA && header.sh_type != SHT_REL))
			continue;
		Elf_Scn *linked = elf_getscn(image->elf, header.sh_link);
		table.entries = elf_getdata(scn, NULL);
		table.addends = header.sh_type == SHT_RELA;
		table.symbols = NULL;
		if (linked && gelf_getshdr(linked, &symbols) && symbols.sh_type == SHT_DYNSYM) {
			table.symbols = elf_getdata(linked, NULL);
			table.names = symbols.sh_link;
		}
		if (table.entries)
			read_table(&table, relocations, &room);
	}
	if (relocations->count > 0)
		qsort(relocations->items, relocations->count, sizeof(*relocations->items), compare);
}

void relocations_free(struct relocations *relocations)
{
	free(relocations->items);
	*relocations = (struct relocations){0};
}

const struct relocation *relocation_at(const struct relocations *relocations, uint64_t place)
{
	struct relocation key = {.place = place};

	return relocations->count > 0
	           ? bsearch(&key, relocations->items, relocations->count, sizeof(key), compare)
	           : NULL;
}
