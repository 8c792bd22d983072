// SPDX-License-Identifier: MIT
#include "isa/code.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "isa/frames.h"

/* Functions as the file tells them, which may overlap. */
struct functions {
	struct code_function *items;
	size_t count;
	size_t room;
};

static void add_function(struct functions *functions, const struct code_function *function)
{
	if (functions->count == functions->room) {
		functions->room = functions->room ? 2 * functions->room : 256;
		functions->items =
		    xreallocarray(functions->items, functions->room, sizeof(*functions->items));
	}
	functions->items[functions->count++] = *function;
}

static int add_section(const struct image *image, struct code *code, uint64_t offset,
                       const struct code_section *section, struct error *error)
{
	uint64_t total = section->size;

	for (size_t i = 0; i < code->section_count; i++)
		total += code->sections[i].size;
	if (section->size > image->size || total > image->size)
		return image_damaged(image, error, "its code is larger than the file");
	Elf_Data *data = image_data(image, offset, section->size, ELF_T_BYTE);
	if (!data || !data->d_buf || data->d_size < section->size)
		return image_damaged(image, error, "a section with code lies outside the file");
	if ((code->section_count & (code->section_count - 1)) == 0)
		code->sections = xreallocarray(code->sections, 2 * code->section_count + 1,
		                               sizeof(*code->sections));
	code->sections[code->section_count] = *section;
	code->sections[code->section_count++].bytes = data->d_buf;
	return 0;
}

static int read_sections(const struct image *image, struct code *code, struct error *error)
{
	for (size_t i = 1; i < image->sections; i++) {
		GElf_Shdr header;

		if (!gelf_getshdr(elf_getscn(image->elf, i), &header))
			return image_damaged(image, error, "a section header cannot be read");
		/* SHT_NOBITS: detached debug information. */
		if (header.sh_type == SHT_NOBITS || !(header.sh_flags & SHF_EXECINSTR) ||
		    !(header.sh_flags & SHF_ALLOC) || header.sh_size == 0)
			continue;
		const char *name = elf_strptr(image->elf, image->names, header.sh_name);
		struct code_section section = {
		    .address = code->relocatable ? 0 : header.sh_addr,
		    .size = header.sh_size,
		    .index = i,
		    .generated = name && (starts_with(name, ".plt") || starts_with(name, ".iplt")),
		};
		if (section.address + section.size < section.address)
			return image_damaged(image, error, "a section has no end");
		if (add_section(image, code, header.sh_offset, &section, error) != 0)
			return -1;
	}
	return 0;
}

static int read_segments(const struct image *image, struct code *code, struct error *error)
{
	for (size_t i = 0; i < image->segments; i++) {
		GElf_Phdr header;

		if (!gelf_getphdr(image->elf, (int)i, &header))
			return image_damaged(image, error, "a program header cannot be read");
		if (header.p_type != PT_LOAD || !(header.p_flags & PF_X) || header.p_filesz == 0)
			continue;
		struct code_section section = {.address = header.p_vaddr, .size = header.p_filesz};
		if (section.address + section.size < section.address)
			return image_damaged(image, error, "a segment has no end");
		if (add_section(image, code, header.p_offset, &section, error) != 0)
			return -1;
	}
	return 0;
}

const struct code_section *code_section_at(const struct code *code, uint64_t address)
{
	for (size_t i = 0; i < code->section_count; i++) {
		const struct code_section *section = &code->sections[i];

		if (address >= section->address && address - section->address < section->size)
			return section;
	}
	return NULL;
}

/* The section with the number that a symbol of an object file has. */
static const struct code_section *section_numbered(const struct code *code, size_t index)
{
	size_t low = 0, high = code->section_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (code->sections[middle].index < index)
			low = middle + 1;
		else
			high = middle;
	}
	return low < code->section_count && code->sections[low].index == index
	           ? &code->sections[low]
	           : NULL;
}

/* Fills in the section, and cuts the function at its end; false if it is in none. */
static bool place(const struct code *code, size_t index, struct code_function *function)
{
	const struct code_section *section = code->relocatable
	                                         ? section_numbered(code, index)
	                                         : code_section_at(code, function->address);

	if (!section || function->address - section->address >= section->size)
		return false;
	uint64_t most = section->size - (function->address - section->address);
	if (function->size > most)
		function->size = most;
	function->section = (size_t)(section - code->sections);
	return true;
}

/* "$a", "$t.12", "$d.realdata", "$x": the kind, else 0. */
static char mark_kind(const char *name)
{
	if (name[0] == '$' && name[1] && strchr("atdx", name[1]) && (!name[2] || name[2] == '.'))
		return name[1];
	return 0;
}

static void add_mark(struct code *code, size_t *room, const struct code_function *at, char kind)
{
	if (code->mark_count == *room) {
		*room = *room ? 2 * *room : 256;
		code->marks = xreallocarray(code->marks, *room, sizeof(*code->marks));
	}
	code->marks[code->mark_count++] =
	    (struct code_mark){.address = at->address, .section = at->section, .kind = kind};
}

/* src/fuse/: an exported IFUNC has the size of the function that it stands for. */
static bool is_fused(const struct image *image)
{
	for (size_t i = 1; i < image->sections; i++) {
		Elf_Scn *scn = elf_getscn(image->elf, i);
		GElf_Shdr header;
		const char *name = scn && gelf_getshdr(scn, &header)
		                       ? elf_strptr(image->elf, image->names, header.sh_name)
		                       : NULL;

		if (name && strcmp(name, ".note.hwflavor.fused") == 0)
			return true;
	}
	return false;
}

/* Adds the symbols of one table. */
static void read_symbols(const struct image *image, Elf_Scn *scn, const GElf_Shdr *header,
                         struct code *code, size_t *room, struct functions *functions)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	unsigned machine = image->header.e_machine;
	bool marked = machine == EM_ARM || machine == EM_AARCH64;
	bool fused = is_fused(image);
	GElf_Sym symbol;

	for (int i = 1; data && gelf_getsym(data, i, &symbol); i++) {
		int type = GELF_ST_TYPE(symbol.st_info);
		bool mapping = marked && type == STT_NOTYPE;

		if (symbol.st_shndx == SHN_UNDEF ||
		    (type != STT_FUNC && type != STT_GNU_IFUNC && !mapping))
			continue;
		const char *name = elf_strptr(image->elf, header->sh_link, symbol.st_name);
		char kind = mapping && name ? mark_kind(name) : 0;
		struct code_function function = {
		    .name = name ? name : "",
		    .address = symbol.st_value,
		    .size = fused && type == STT_GNU_IFUNC ? 0 : symbol.st_size,
		    .resolver = type == STT_GNU_IFUNC,
		};
		if (mapping && !kind)
			continue;
		if (machine == EM_ARM && !mapping) {
			function.thumb = symbol.st_value & 1;
			function.address &= ~(uint64_t)1;
		}
		if (!place(code, symbol.st_shndx, &function))
			continue;
		if (mapping)
			add_mark(code, room, &function, kind);
		else
			add_function(functions, &function);
	}
}

static void read_symbol_tables(const struct image *image, struct code *code,
                               struct functions *functions)
{
	size_t room = 0;

	for (size_t i = 1; i < image->sections; i++) {
		Elf_Scn *scn = elf_getscn(image->elf, i);
		GElf_Shdr header;

		if (gelf_getshdr(scn, &header) &&
		    (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM))
			read_symbols(image, scn, &header, code, &room, functions);
	}
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* By place; of those at the same, the longest first, then by name, so that the order is certain. */
static int compare_functions(const void *left, const void *right)
{
	const struct code_function *a = left, *b = right;
	int order = compare_numbers(a->section, b->section);

	if (order == 0)
		order = compare_numbers(a->address, b->address);
	if (order == 0)
		order = compare_numbers(b->size, a->size);
	if (order == 0 && a->name && b->name)
		order = strcmp(a->name, b->name);
	return order;
}

static int compare_marks(const void *left, const void *right)
{
	const struct code_mark *a = left, *b = right;
	int order = compare_numbers(a->section, b->section);

	return order ? order : compare_numbers(a->address, b->address);
}

static void sort_functions(struct functions *functions)
{
	if (functions->count > 0)
		qsort(functions->items, functions->count, sizeof(*functions->items),
		      compare_functions);
}

/* Makes them disjoint: of two that overlap, the later one keeps what the first leaves. */
static void cut_overlaps(struct functions *functions)
{
	uint64_t end = 0;
	size_t kept = 0;

	for (size_t i = 0; i < functions->count; i++) {
		struct code_function function = functions->items[i];
		struct code_function *last = kept > 0 ? &functions->items[kept - 1] : NULL;

		if (!last || last->section != function.section)
			end = 0;
		else if (function.resolver && last->address == function.address)
			last->resolver = true;
		if (function.address + function.size <= end || function.size == 0)
			continue;
		if (function.address < end) {
			function.size -= end - function.address;
			function.address = end;
		}
		end = function.address + function.size;
		functions->items[kept++] = function;
	}
	functions->count = kept;
}

/* The first of the named functions at an address, for their names; those without size included. */
static const struct code_function *named_at(const struct functions *named,
                                            const struct code_function *frame)
{
	size_t low = 0, high = named->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct code_function *item = &named->items[middle];

		if (item->section < frame->section ||
		    (item->section == frame->section && item->address < frame->address))
			low = middle + 1;
		else
			high = middle;
	}
	return low < named->count && named->items[low].section == frame->section &&
	               named->items[low].address == frame->address
	           ? &named->items[low]
	           : NULL;
}

static void read_frames(const struct image *image, const struct code *code,
                        const struct functions *named, struct functions *unnamed)
{
	struct frame *frames;
	size_t count;

	frames_read(image, &frames, &count);
	for (size_t i = 0; i < count; i++) {
		struct code_function function = {.address = frames[i].address,
		                                 .size = frames[i].size};

		if (!place(code, 0, &function) || code->sections[function.section].generated)
			continue;
		const struct code_function *name = named_at(named, &function);
		if (name) {
			function.name = name->name;
			function.resolver = name->resolver;
		}
		add_function(unnamed, &function);
	}
	free(frames);
	sort_functions(unnamed);
	cut_overlaps(unnamed);
}

/* Adds to all what of a range no named function covers. */
static void add_rest(struct functions *all, const struct functions *named, size_t *next,
                     const struct code_function *range)
{
	uint64_t at = range->address, end = range->address + range->size;

	for (; *next < named->count; ++*next) {
		const struct code_function *item = &named->items[*next];

		if (item->section < range->section ||
		    (item->section == range->section && item->address + item->size <= at))
			continue;
		if (item->section > range->section || item->address >= end)
			break;
		struct code_function gap = *range;
		gap.address = at;
		gap.size = item->address - at;
		if (item->address > at)
			add_function(all, &gap);
		at = item->address + item->size;
		if (at >= end)
			return; /* the item may reach into the next range too */
	}
	struct code_function gap = *range;
	gap.address = at;
	gap.size = end - at;
	add_function(all, &gap);
}

int code_read(const struct image *image, struct code *code, struct error *error)
{
	struct functions named = {0}, unnamed = {0}, all = {0};
	size_t next = 0;

	*code = (struct code){.relocatable = image->header.e_type == ET_REL};
	int result = image->sections > 0 ? read_sections(image, code, error)
	                                 : read_segments(image, code, error);
	if (result != 0 || code->section_count == 0) {
		code_free(code);
		return result;
	}
	read_symbol_tables(image, code, &named);
	sort_functions(&named);
	read_frames(image, code, &named, &unnamed);
	cut_overlaps(&named);
	for (size_t i = 0; i < unnamed.count; i++)
		add_rest(&all, &named, &next, &unnamed.items[i]);
	for (size_t i = 0; i < named.count; i++)
		add_function(&all, &named.items[i]);
	sort_functions(&all);
	free(named.items);
	free(unnamed.items);
	code->functions = all.items;
	code->function_count = all.count;
	if (code->mark_count > 0)
		qsort(code->marks, code->mark_count, sizeof(*code->marks), compare_marks);
	return 0;
}

void code_free(struct code *code)
{
	free(code->sections);
	free(code->functions);
	free(code->marks);
	*code = (struct code){0};
}

struct span code_span(const struct code_section *section, uint64_t address, uint64_t size)
{
	uint64_t offset = address - section->address;

	return (struct span){.bytes = section->bytes + offset,
	                     .size = size,
	                     .limit = section->size - offset,
	                     .address = address};
}

const struct code_function *code_function_at(const struct code *code, uint64_t address)
{
	const struct code_section *section = code_section_at(code, address);
	size_t low = 0, high = code->function_count;

	if (!section || code->relocatable)
		return NULL;
	size_t index = (size_t)(section - code->sections);
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct code_function *item = &code->functions[middle];

		if (item->section < index ||
		    (item->section == index && item->address + item->size <= address))
			low = middle + 1;
		else
			high = middle;
	}
	return low < code->function_count && code->functions[low].section == index &&
	               code->functions[low].address <= address
	           ? &code->functions[low]
	           : NULL;
}

char code_kind_at(const struct code *code, const struct code_section *section, uint64_t address)
{
	size_t index = (size_t)(section - code->sections), low = 0, high = code->mark_count;

	/* The last that is not behind the address. */
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct code_mark *mark = &code->marks[middle];

		if (mark->section < index || (mark->section == index && mark->address <= address))
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && code->marks[low - 1].section == index ? code->marks[low - 1].kind : 0;
}
