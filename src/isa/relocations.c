// SPDX-License-Identifier: MIT
#include "isa/relocations.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "elf/dynamic.h"

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

/* What relocations are read from, and one table of them. */
struct table {
	const struct image *image;
	const struct code *code;
	struct dynamic dynamic;
	size_t type; /* index into types */
	Elf_Data *entries;
	bool addends;
	Elf_Data *symbols; /* or NULL */
	Elf_Data *names;   /* of the symbols, or NULL */
};

/* Those read so far. */
struct list {
	struct relocations *relocations;
	size_t room;
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

/* The name of a symbol, "" where it has none. */
static const char *name_of(const struct table *table, const GElf_Sym *symbol)
{
	const Elf_Data *names = table->names;

	if (!names || !names->d_buf || symbol->st_name >= names->d_size)
		return "";
	const char *name = (const char *)names->d_buf + symbol->st_name;
	return memchr(name, '\0', names->d_size - symbol->st_name) ? name : "";
}

/* Fills in what an entry writes; false if that is no address the file tells. */
static bool read_relocation(const struct table *table, const GElf_Rela *entry,
                            struct relocation *relocation)
{
	unsigned type = GELF_R_TYPE(entry->r_info);
	bool local = type == types[table->type].relative || type == types[table->type].irelative;
	bool known = local;
	GElf_Sym symbol;

	*relocation = (struct relocation){.place = entry->r_offset};
	if (local) {
		if (type == types[table->type].irelative)
			relocation->resolver_of = "";
		relocation->target = (uint64_t)entry->r_addend;
		/* A relocation of type REL has its addend in its place. */
		return table->addends ||
		       image_address_at(table->image, entry->r_offset, &relocation->target);
	}
	for (size_t i = 0; i < 3; i++)
		known = known || type == types[table->type].symbols[i];
	if (!known || !table->symbols ||
	    !gelf_getsym(table->symbols, (int)GELF_R_SYM(entry->r_info), &symbol) ||
	    symbol.st_shndx == SHN_UNDEF)
		return false;
	relocation->target = symbol.st_value + (uint64_t)entry->r_addend;
	if (GELF_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC)
		relocation->resolver_of = name_of(table, &symbol);
	return true;
}

/* Keeps what leads to code. */
static void add(const struct table *table, struct list *list, struct relocation *relocation)
{
	struct relocations *relocations = list->relocations;

	/* Thumb functions have odd addresses. */
	if (table->image->header.e_machine == EM_ARM) {
		relocation->thumb = relocation->target & 1;
		relocation->target &= ~(uint64_t)1;
	}
	if (!code_section_at(table->code, relocation->target))
		return;
	if (relocations->count == list->room) {
		list->room = list->room ? 2 * list->room : 256;
		relocations->items =
		    xreallocarray(relocations->items, list->room, sizeof(*relocation));
	}
	relocations->items[relocations->count++] = *relocation;
}

/* The bytes that two entries of the dynamic section tell the place and the size of, or NULL. */
static Elf_Data *data_of(const struct table *table, int64_t tag, int64_t size_tag, Elf_Type type)
{
	uint64_t address, size = UINT64_MAX, offset, available;
	size_t each = gelf_fsize(table->image->elf, type, 1, EV_CURRENT);

	if (!dynamic_value(&table->dynamic, tag, &address) ||
	    (size_tag != DT_NULL && !dynamic_value(&table->dynamic, size_tag, &size)) ||
	    !image_offset(table->image, address, &offset, &available))
		return NULL;
	if (size > available)
		size = available;
	size -= size % each;
	return size > 0 ? image_data(table->image, offset, size, type) : NULL;
}

static void read_table(struct table *table, int64_t tag, int64_t size_tag, bool addends,
                       struct list *list)
{
	struct relocation relocation;
	GElf_Rela entry;

	table->addends = addends;
	table->entries = data_of(table, tag, size_tag, addends ? ELF_T_RELA : ELF_T_REL);
	for (int i = 0; table->entries && read_entry(table, i, &entry); i++)
		if (read_relocation(table, &entry, &relocation))
			add(table, list, &relocation);
}

/*
 * Packed relative relocations (-z pack-relative-relocs; the ELF gABI's SHT_RELR): an even word is
 * the address of one; each bit but the lowest of an odd word stands for one of the words that
 * follow what came before.
 */
static void read_packed(const struct table *table, struct list *list)
{
	bool wide = table->image->header.e_ident[EI_CLASS] == ELFCLASS64;
	Elf_Type type = wide ? ELF_T_XWORD : ELF_T_WORD;
	Elf_Data *data = data_of(table, DT_RELR, DT_RELRSZ, type);
	size_t size = wide ? 8 : 4;
	uint64_t next = 0;

	for (size_t at = 0; data && at + size <= data->d_size; at += size) {
		const char *bytes = (const char *)data->d_buf + at;
		uint64_t word;
		uint32_t narrow;

		memcpy(wide ? (void *)&word : (void *)&narrow, bytes, size);
		word = wide ? word : narrow;
		uint64_t first = word & 1 ? next : word, bits = word & 1 ? word >> 1 : 1;
		for (uint64_t place = first; bits != 0; bits >>= 1, place += size) {
			struct relocation relocation = {.place = place};

			if ((bits & 1) && image_address_at(table->image, place, &relocation.target))
				add(table, list, &relocation);
		}
		next = first + (word & 1 ? 8 * size - 1 : 1) * size;
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
	struct list list = {.relocations = relocations};
	struct error ignored = {0};
	uint64_t kind = DT_REL;

	*relocations = (struct relocations){0};
	while (table.type < TYPES && types[table.type].machine != image->header.e_machine)
		table.type++;
	if (table.type == TYPES || code->relocatable ||
	    dynamic_read(image, &table.dynamic, &ignored) != 0) {
		error_clear(&ignored);
		return;
	}
	table.symbols = data_of(&table, DT_SYMTAB, DT_NULL, ELF_T_SYM);
	table.names = data_of(&table, DT_STRTAB, DT_STRSZ, ELF_T_BYTE);
	dynamic_value(&table.dynamic, DT_PLTREL, &kind);
	read_table(&table, DT_RELA, DT_RELASZ, true, &list);
	read_table(&table, DT_REL, DT_RELSZ, false, &list);
	read_table(&table, DT_JMPREL, DT_PLTRELSZ, kind == DT_RELA, &list);
	read_packed(&table, &list);
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
