// SPDX-License-Identifier: MIT
#include "fuse/object.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int object_damaged(const struct object *object, struct error *error, const char *what)
{
	return error_at(error, object->path, 0, "is a damaged object file: %s; build it anew",
	                what);
}

/* A string of a section of strings, or NULL. */
static const char *string_at(const struct object *object, size_t section, uint64_t offset)
{
	if (section == 0 || section >= object->section_count)
		return NULL;
	const Elf_Data *data = object->sections[section].data;
	if (!data || !data->d_buf || offset >= data->d_size ||
	    !memchr((const char *)data->d_buf + offset, '\0', data->d_size - offset))
		return NULL;
	return (const char *)data->d_buf + offset;
}

/* A section of strings, which is written anew. */
static bool holds_strings(const struct object *object, size_t section)
{
	return section > 0 && section < object->section_count &&
	       object->sections[section].header.sh_type == SHT_STRTAB &&
	       object->sections[section].data;
}

static int read_sections(struct object *object, struct error *error)
{
	size_t count, names;

	if (elf_getshdrnum(object->elf, &count) != 0 || elf_getshdrstrndx(object->elf, &names) != 0)
		return object_damaged(object, error, "its sections cannot be counted");
	object->sections = xcalloc(count ? count : 1, sizeof(*object->sections));
	object->section_count = count;
	for (size_t i = 1; i < count; i++) {
		struct object_section *section = &object->sections[i];

		section->scn = elf_getscn(object->elf, i);
		if (!section->scn || !gelf_getshdr(section->scn, &section->header))
			return object_damaged(object, error, "a section has no header");
		if (section->header.sh_type == SHT_NOBITS || section->header.sh_type == SHT_NULL)
			continue;
		section->data = elf_getdata(section->scn, NULL);
		if (section->header.sh_size > 0 &&
		    (!section->data || section->data->d_size != section->header.sh_size))
			return object_damaged(object, error, "a section is not all in the file");
	}
	if (!holds_strings(object, names))
		return object_damaged(object, error, "its sections have no names");
	for (size_t i = 1; i < count; i++) {
		struct object_section *section = &object->sections[i];

		section->name = string_at(object, names, section->header.sh_name);
		if (!section->name)
			return object_damaged(object, error, "a section has no name");
		if (section->header.sh_type == SHT_SYMTAB_SHNDX)
			return error_at(error, object->path, 0,
			                "has more sections than hwflavor fuse reads");
		if (section->header.sh_type == SHT_SYMTAB) {
			object->table = i;
			object->strings = section->header.sh_link;
			if (!holds_strings(object, object->strings) || !section->data)
				return object_damaged(object, error, "its symbols have no names");
		}
	}
	return 0;
}

static int read_symbols(struct object *object, struct error *error)
{
	if (object->table == 0)
		return 0;
	Elf_Data *data = object->sections[object->table].data;
	size_t each = gelf_fsize(object->elf, ELF_T_SYM, 1, EV_CURRENT);
	size_t count = data ? data->d_size / each : 0;

	object->symbols = xcalloc(count ? count : 1, sizeof(*object->symbols));
	for (size_t i = 0; i < count; i++) {
		struct object_symbol *symbol = &object->symbols[i];
		const char *name;

		if (!gelf_getsym(data, (int)i, &symbol->entry))
			return object_damaged(object, error, "a symbol cannot be read");
		name = string_at(object, object->strings, symbol->entry.st_name);
		if (!name && symbol->entry.st_name != 0)
			return object_damaged(object, error, "a symbol has no name");
		if (symbol->entry.st_shndx < SHN_LORESERVE &&
		    symbol->entry.st_shndx >= object->section_count)
			return object_damaged(object, error,
			                      "a symbol is in a section that is not there");
		symbol->name = xstrdup(name ? name : "");
		object->symbol_count = i + 1;
	}
	return 0;
}

/* The width of what a relocation changes: at most eight bytes have to be there. */
static int check_relocation(const struct object *object, const struct object_section *section,
                            const struct object_relocation *relocation, struct error *error)
{
	if (relocation->symbol >= object->symbol_count && relocation->symbol != 0)
		return object_damaged(object, error,
		                      "a relocation is about a symbol that is not there");
	if (relocation->offset >= section->header.sh_size)
		return object_damaged(object, error, "a relocation is outside of its section");
	return 0;
}

static int read_relocations(struct object *object, struct error *error)
{
	for (size_t i = 1; i < object->section_count; i++) {
		const GElf_Shdr *header = &object->sections[i].header;
		struct object_relocation relocation;

		if (header->sh_type != SHT_REL && header->sh_type != SHT_RELA)
			continue;
		if (header->sh_info == 0 || header->sh_info >= object->section_count ||
		    header->sh_link != object->table)
			return object_damaged(object, error, "relocations are of no section");
		struct object_section *section = &object->sections[header->sh_info];
		if (section->relocations != 0)
			return object_damaged(object, error, "a section has relocations twice");
		section->relocations = i;
		size_t count = object_relocations(object, header->sh_info);
		for (size_t j = 0; j < count; j++) {
			object_relocation(object, header->sh_info, j, &relocation);
			if (check_relocation(object, section, &relocation, error) != 0)
				return -1;
		}
	}
	return 0;
}

int object_open(const char *path, bool change, struct object *object, struct error *error)
{
	*object = (struct object){.path = path};
	elf_version(EV_CURRENT);
	object->fd = open(path, (change ? O_RDWR : O_RDONLY) | O_CLOEXEC);
	if (object->fd < 0)
		return error_set(error, "%s:", path);
	object->elf = elf_begin(object->fd, change ? ELF_C_RDWR : ELF_C_READ, NULL);
	if (!object->elf || elf_kind(object->elf) != ELF_K_ELF ||
	    !gelf_getehdr(object->elf, &object->header) || object->header.e_type != ET_REL) {
		error_at(error, path, 0, "is no ELF object file; build it anew");
		object_close(object);
		return -1;
	}
	if (read_sections(object, error) != 0 || read_symbols(object, error) != 0 ||
	    read_relocations(object, error) != 0) {
		object_close(object);
		return -1;
	}
	return 0;
}

void object_close(struct object *object)
{
	if (object->elf)
		elf_end(object->elf);
	if (object->path && object->fd >= 0)
		close(object->fd);
	for (size_t i = 0; i < object->symbol_count; i++)
		free(object->symbols[i].name);
	free(object->symbols);
	free(object->sections);
	*object = (struct object){.fd = -1};
}

/* Gives a section other bytes, which libelf frees no more than we do: they live until the end. */
static void set_bytes(const struct object_section *section, void *bytes, size_t size)
{
	section->data->d_buf = bytes;
	section->data->d_size = size;
	elf_flagdata(section->data, ELF_C_SET, ELF_F_DIRTY);
}

static int write_symbols(const struct object *object, struct str *names, char **table,
                         struct error *error)
{
	const struct object_section *section = &object->sections[object->table];
	size_t each = gelf_fsize(object->elf, ELF_T_SYM, 1, EV_CURRENT);

	*table = xcalloc(object->symbol_count, each);
	set_bytes(section, *table, object->symbol_count * each);
	str_add_bytes(names, "", 1);
	for (size_t i = 0; i < object->symbol_count; i++) {
		struct object_symbol *symbol = &object->symbols[i];

		symbol->entry.st_name = symbol->name[0] ? (GElf_Word)names->length : 0;
		if (symbol->name[0])
			str_add_bytes(names, symbol->name, strlen(symbol->name) + 1);
		if (!gelf_update_sym(section->data, (int)i, &symbol->entry))
			return object_damaged(object, error, "its symbols cannot be written");
	}
	set_bytes(&object->sections[object->strings], names->text, names->length);
	return 0;
}

/* The names of all sections; those of the symbols may lie in the same section. */
static int write_section_names(struct object *object, struct str *names, size_t section,
                               struct error *error)
{
	if (names->length == 0)
		str_add_bytes(names, "", 1);
	for (size_t i = 1; i < object->section_count; i++) {
		struct object_section *named = &object->sections[i];
		GElf_Shdr header;

		if (!gelf_getshdr(named->scn, &header))
			return object_damaged(object, error, "a section has no header");
		header.sh_name = (GElf_Word)names->length;
		header.sh_type = named->header.sh_type;
		header.sh_flags = named->header.sh_flags;
		header.sh_entsize = named->header.sh_entsize;
		str_add_bytes(names, named->name, strlen(named->name) + 1);
		if (!gelf_update_shdr(named->scn, &header))
			return object_damaged(object, error, "its sections cannot be written");
	}
	set_bytes(&object->sections[section], names->text, names->length);
	return 0;
}

int object_write(struct object *object, struct error *error)
{
	struct str symbol_names = {0}, section_names = {0};
	char *table = NULL;
	size_t names = 0;
	int result = 0;

	elf_getshdrstrndx(object->elf, &names);
	if (object->table != 0)
		result = write_symbols(object, &symbol_names, &table, error);
	struct str *into = names == object->strings ? &symbol_names : &section_names;
	if (result == 0)
		result = write_section_names(object, into, names, error);
	if (result == 0 && elf_update(object->elf, ELF_C_WRITE) < 0)
		result = error_at(error, object->path, 0, "cannot be written: %s", elf_errmsg(-1));
	object_close(object);
	str_free(&symbol_names);
	str_free(&section_names);
	free(table);
	return result;
}

void object_rename(struct object *object, size_t symbol, const char *name)
{
	char *copy = xstrdup(name);

	free(object->symbols[symbol].name);
	object->symbols[symbol].name = copy;
}

size_t object_add(struct object *object, const char *name, const GElf_Sym *entry)
{
	object->symbols =
	    xreallocarray(object->symbols, object->symbol_count + 1, sizeof(*object->symbols));
	object->symbols[object->symbol_count] = (struct object_symbol){*entry, xstrdup(name)};
	return object->symbol_count++;
}

void object_rename_section(struct object *object, size_t section, const char *name)
{
	object->sections[section].name = name;
}

size_t object_relocations(const struct object *object, size_t section)
{
	size_t relocations = object->sections[section].relocations;
	const struct object_section *table = &object->sections[relocations];

	if (relocations == 0 || !table->data)
		return 0;
	return table->data->d_size /
	       gelf_fsize(object->elf, table->header.sh_type == SHT_RELA ? ELF_T_RELA : ELF_T_REL,
	                  1, EV_CURRENT);
}

/* The word that is the addend where relocations have none; 0 where it is not all there. */
static unsigned char *word_at(const struct object_section *section, uint64_t offset)
{
	if (!section->data || !section->data->d_buf || section->data->d_size < 4 ||
	    offset > section->data->d_size - 4)
		return NULL;
	return (unsigned char *)section->data->d_buf + offset;
}

void object_relocation(const struct object *object, size_t section, size_t index,
                       struct object_relocation *relocation)
{
	const struct object_section *table =
	    &object->sections[object->sections[section].relocations];
	GElf_Rela entry = {0};
	GElf_Rel plain = {0};

	if (table->header.sh_type == SHT_RELA) {
		gelf_getrela(table->data, (int)index, &entry);
	} else {
		gelf_getrel(table->data, (int)index, &plain);
		const unsigned char *word = word_at(&object->sections[section], plain.r_offset);
		int32_t addend = 0;

		if (word)
			memcpy(&addend, word, sizeof(addend));
		entry = (GElf_Rela){plain.r_offset, plain.r_info, addend};
	}
	*relocation = (struct object_relocation){entry.r_offset, GELF_R_TYPE(entry.r_info),
	                                         GELF_R_SYM(entry.r_info), entry.r_addend};
}

void object_set_relocation(struct object *object, size_t section, size_t index,
                           const struct object_relocation *relocation)
{
	struct object_section *table = &object->sections[object->sections[section].relocations];
	GElf_Rela entry = {relocation->offset, GELF_R_INFO(relocation->symbol, relocation->type),
	                   relocation->addend};
	GElf_Rel plain = {entry.r_offset, entry.r_info};

	if (table->header.sh_type == SHT_RELA) {
		gelf_update_rela(table->data, (int)index, &entry);
	} else {
		unsigned char *word = word_at(&object->sections[section], entry.r_offset);
		int32_t addend = (int32_t)relocation->addend;

		if (word && memcmp(word, &addend, sizeof(addend)) != 0) {
			memcpy(word, &addend, sizeof(addend));
			elf_flagdata(object->sections[section].data, ELF_C_SET, ELF_F_DIRTY);
		}
		gelf_update_rel(table->data, (int)index, &plain);
	}
	elf_flagdata(table->data, ELF_C_SET, ELF_F_DIRTY);
}

bool symbol_is_defined(const struct object *object, const struct object_symbol *symbol)
{
	return symbol->entry.st_shndx != SHN_UNDEF &&
	       symbol->entry.st_shndx < object->section_count;
}
