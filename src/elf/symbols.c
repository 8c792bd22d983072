// SPDX-License-Identifier: MIT
#include "elf/symbols.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "elf/dynamic.h"

/* Bits of a version index, from the GNU symbol versioning of the Linux Standard Base. */
enum { VERSION_INDEX = 0x7fff, VERSION_HIDDEN = 0x8000 };

/* The tables of a library that its symbols are read from. */
struct tables {
	const struct image *image;
	struct dynamic dynamic;
	Elf_Data *strings;
	Elf_Data *versions; /* NULL: the library has no versions */
	char **names;       /* of versions, by index */
	size_t name_count;
};

static const char *string_at(const struct tables *tables, uint64_t offset)
{
	const Elf_Data *strings = tables->strings;

	if (!strings || !strings->d_buf || offset >= strings->d_size)
		return NULL;
	const char *text = (const char *)strings->d_buf + offset;
	return memchr(text, '\0', strings->d_size - offset) ? text : NULL;
}

/* Bytes from where an address of the dynamic section leads, at most what its segment has. */
static Elf_Data *data_at(const struct tables *tables, int64_t tag, uint64_t *size, Elf_Type type)
{
	uint64_t address, offset, available;

	if (!dynamic_value(&tables->dynamic, tag, &address) ||
	    !image_offset(tables->image, address, &offset, &available))
		return NULL;
	if (*size > available)
		*size = available;
	return *size > 0 ? image_data(tables->image, offset, *size, type) : NULL;
}

static Elf_Data *words_at(const struct tables *tables, int64_t tag)
{
	uint64_t size = UINT64_MAX;

	if (!data_at(tables, tag, &size, ELF_T_BYTE))
		return NULL;
	size &= ~(uint64_t)3;
	return data_at(tables, tag, &size, ELF_T_WORD);
}

/* The last symbol of the chains, from the buckets that hold the first of each. */
static size_t count_by_gnu_hash(const uint32_t *words, size_t count, bool wide)
{
	if (count < 4)
		return 0;
	uint64_t buckets = words[0], first = words[1], bloom = words[2];
	uint64_t start = 4 + bloom * (wide ? 2 : 1);
	uint64_t most = 0;

	if (start > count || buckets > count - start)
		return 0;
	for (uint64_t i = 0; i < buckets; i++)
		if (words[start + i] > most)
			most = words[start + i];
	if (most < first)
		return first;
	for (uint64_t i = start + buckets + (most - first); i < count; i++, most++)
		if (words[i] & 1)
			return most + 1;
	return 0;
}

/* How many symbols there are is written nowhere but in the hash tables. */
static size_t count_symbols(const struct tables *tables)
{
	Elf_Data *words = words_at(tables, DT_HASH);
	/* s390x and Alpha have 64-bit words here; on them the GNU table serves. */
	bool plain = tables->image->header.e_machine != EM_S390 ||
	             tables->image->header.e_ident[EI_CLASS] == ELFCLASS32;

	if (words && plain && words->d_size >= 8)
		return ((const uint32_t *)words->d_buf)[1];
	words = words_at(tables, DT_GNU_HASH);
	return words ? count_by_gnu_hash(words->d_buf, words->d_size / 4,
	                                 tables->image->header.e_ident[EI_CLASS] == ELFCLASS64)
	             : 0;
}

static void set_name(struct tables *tables, size_t index, uint64_t string)
{
	const char *name = string_at(tables, string);

	index &= VERSION_INDEX;
	if (!name)
		return;
	if (index >= tables->name_count) {
		tables->names = xreallocarray(tables->names, index + 1, sizeof(char *));
		while (tables->name_count <= index)
			tables->names[tables->name_count++] = NULL;
	}
	free(tables->names[index]);
	tables->names[index] = xstrdup(name);
}

static void read_definitions(struct tables *tables)
{
	uint64_t count = 0, size = UINT64_MAX;
	Elf_Data *data = data_at(tables, DT_VERDEF, &size, ELF_T_BYTE);
	GElf_Verdef definition;
	GElf_Verdaux name;

	dynamic_value(&tables->dynamic, DT_VERDEFNUM, &count);
	data = data ? data_at(tables, DT_VERDEF, &size, ELF_T_VDEF) : NULL;
	for (uint64_t at = 0; data && count > 0; count--) {
		if (at > data->d_size || !gelf_getverdef(data, (int)at, &definition))
			return;
		if (!(definition.vd_flags & VER_FLG_BASE) &&
		    gelf_getverdaux(data, (int)(at + definition.vd_aux), &name))
			set_name(tables, definition.vd_ndx, name.vda_name);
		if (definition.vd_next == 0)
			return;
		at += definition.vd_next;
	}
}

static void read_needs(struct tables *tables)
{
	uint64_t count = 0, size = UINT64_MAX;
	Elf_Data *data = data_at(tables, DT_VERNEED, &size, ELF_T_BYTE);
	GElf_Verneed need;
	GElf_Vernaux name;

	dynamic_value(&tables->dynamic, DT_VERNEEDNUM, &count);
	data = data ? data_at(tables, DT_VERNEED, &size, ELF_T_VNEED) : NULL;
	for (uint64_t at = 0; data && count > 0; count--) {
		if (at > data->d_size || !gelf_getverneed(data, (int)at, &need))
			return;
		uint64_t inner = at + need.vn_aux;
		for (unsigned i = 0; i < need.vn_cnt; i++) {
			if (inner > data->d_size || !gelf_getvernaux(data, (int)inner, &name))
				break;
			set_name(tables, name.vna_other, name.vna_name);
			if (name.vna_next == 0)
				break;
			inner += name.vna_next;
		}
		if (need.vn_next == 0)
			return;
		at += need.vn_next;
	}
}

int symbol_compare(const struct symbol *a, const struct symbol *b)
{
	int order = strcmp(a->name, b->name);

	return order != 0 ? order
	                  : strcmp(a->version ? a->version : "", b->version ? b->version : "");
}

static int compare(const void *a, const void *b)
{
	const struct symbol *left = a, *right = b;
	int order = symbol_compare(left, right);

	return order != 0 ? order : left->defined - right->defined;
}

static int add_symbol(const struct tables *tables, size_t index, const GElf_Sym *entry,
                      struct symbols *symbols, struct error *error)
{
	const char *name = string_at(tables, entry->st_name);
	struct symbol symbol = {
	    .defined = entry->st_shndx != SHN_UNDEF,
	    .type = GELF_ST_TYPE(entry->st_info),
	    .binding = GELF_ST_BIND(entry->st_info),
	    .visibility = GELF_ST_VISIBILITY(entry->st_other),
	    .absolute = entry->st_shndx == SHN_ABS,
	    .size = entry->st_size,
	};
	GElf_Versym version;

	if (!name)
		return image_damaged(tables->image, error, "a dynamic symbol has no name");
	if (symbol.binding == STB_LOCAL || name[0] == '\0' ||
	    GELF_ST_VISIBILITY(entry->st_other) == STV_HIDDEN)
		return 0;
	symbol.name = xstrdup(name);
	if (tables->versions && gelf_getversym(tables->versions, (int)index, &version)) {
		size_t which = version & VERSION_INDEX;

		symbol.hidden = (version & VERSION_HIDDEN) != 0;
		if (which < tables->name_count && tables->names[which])
			symbol.version = xstrdup(tables->names[which]);
	}
	symbols->items[symbols->count++] = symbol;
	return 0;
}

static int read_symbols(const struct tables *tables, struct symbols *symbols, struct error *error)
{
	size_t count = count_symbols(tables);
	size_t each = gelf_fsize(tables->image->elf, ELF_T_SYM, 1, EV_CURRENT);
	uint64_t size = 0;
	GElf_Sym entry;

	if (count == 0)
		return 0;
	if (__builtin_mul_overflow(count, each, &size) || size > tables->image->size)
		return image_damaged(tables->image, error,
		                     "its hash table has more symbols than the file");
	uint64_t wanted = size;
	Elf_Data *data = data_at(tables, DT_SYMTAB, &size, ELF_T_SYM);
	if (!data || size < wanted)
		return image_damaged(tables->image, error, "its dynamic symbols are missing");
	symbols->items = xcalloc(count, sizeof(*symbols->items));
	for (size_t i = 1; i < count; i++)
		if (gelf_getsym(data, (int)i, &entry) &&
		    add_symbol(tables, i, &entry, symbols, error) != 0)
			return -1;
	if (symbols->count > 1)
		qsort(symbols->items, symbols->count, sizeof(*symbols->items), compare);
	return 0;
}

static int read_image(const struct image *image, struct symbols *symbols, struct error *error)
{
	struct tables tables = {.image = image};
	uint64_t size = 0;
	int result = -1;

	if (dynamic_read(image, &tables.dynamic, error) != 0)
		return -1;
	if (dynamic_value(&tables.dynamic, DT_STRSZ, &size))
		tables.strings = data_at(&tables, DT_STRTAB, &size, ELF_T_BYTE);
	size = count_symbols(&tables);
	if (!__builtin_mul_overflow(size, (uint64_t)2, &size))
		tables.versions = data_at(&tables, DT_VERSYM, &size, ELF_T_HALF);
	read_definitions(&tables);
	read_needs(&tables);
	result = read_symbols(&tables, symbols, error);
	for (size_t i = 0; i < tables.name_count; i++)
		free(tables.names[i]);
	free(tables.names);
	return result;
}

int symbols_read(const char *path, struct symbols *symbols, struct error *error)
{
	struct image image;

	*symbols = (struct symbols){0};
	if (image_open(path, &image, error) != 0)
		return -1;
	int result = image.elf
	                 ? read_image(&image, symbols, error)
	                 : error_at(error, path, 0, "is not an ELF file; name a shared library");
	image_close(&image);
	if (result != 0)
		symbols_free(symbols);
	return result;
}

bool symbols_has_table(const char *path)
{
	struct error ignored = {0};
	struct image image;
	bool found = false;

	if (image_open(path, &image, &ignored) != 0) {
		error_clear(&ignored);
		return false;
	}
	for (size_t i = 0; i < image.sections && !found; i++) {
		Elf_Scn *section = elf_getscn(image.elf, i);
		GElf_Shdr header;

		found = section && gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB;
	}
	image_close(&image);
	return found;
}

void symbols_free(struct symbols *symbols)
{
	for (size_t i = 0; i < symbols->count; i++) {
		free(symbols->items[i].name);
		free(symbols->items[i].version);
	}
	free(symbols->items);
	*symbols = (struct symbols){0};
}

const struct symbol *symbols_find(const struct symbols *symbols, const char *name, bool defined)
{
	for (size_t i = 0; i < symbols->count; i++)
		if (symbols->items[i].defined == defined &&
		    strcmp(symbols->items[i].name, name) == 0)
			return &symbols->items[i];
	return NULL;
}

char *symbol_text(const struct symbol *symbol)
{
	if (!symbol->version)
		return xstrdup(symbol->name);
	return str_format("%s%s%s", symbol->name, symbol->hidden ? "@" : "@@", symbol->version);
}
