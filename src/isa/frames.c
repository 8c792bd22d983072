// SPDX-License-Identifier: MIT
#include "isa/frames.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <string.h>

#include "base/str.h"

/* Where .eh_frame lies, and its bytes. */
struct section {
	Elf_Data *data;
	uint64_t address;
	bool wide; /* ELFCLASS64 */
	bool big;  /* ELFDATA2MSB */
	const unsigned char *ident;
};

/* How the FDEs of one CIE write pointers: DW_EH_PE_ of dwarf.h, from the Linux Standard Base. */
struct cie {
	Dwarf_Off offset;
	uint8_t encoding;
	bool known;
};

/* Reads a number of 2, 4 or 8 bytes and steps over it; false at the end. */
static bool read_number(const struct section *section, const uint8_t **at, const uint8_t *end,
                        unsigned size, uint64_t *value)
{
	if ((size_t)(end - *at) < size)
		return false;
	*value = 0;
	for (unsigned i = 0; i < size; i++)
		*value |= (uint64_t)(*at)[section->big ? size - 1 - i : i] << (8 * i);
	*at += size;
	return true;
}

/* Reads an encoded number, without what it is relative to. */
static bool read_encoded(const struct section *section, const uint8_t **at, const uint8_t *end,
                         uint8_t encoding, uint64_t *value)
{
	switch (encoding & 0xf) {
	case DW_EH_PE_absptr:
		return read_number(section, at, end, section->wide ? 8 : 4, value);
	case DW_EH_PE_udata2:
		return read_number(section, at, end, 2, value);
	case DW_EH_PE_udata4:
		return read_number(section, at, end, 4, value);
	case DW_EH_PE_udata8:
	case DW_EH_PE_sdata8:
		return read_number(section, at, end, 8, value);
	case DW_EH_PE_sdata2:
		if (!read_number(section, at, end, 2, value))
			return false;
		*value = (uint64_t)(int64_t)(int16_t)*value;
		return true;
	case DW_EH_PE_sdata4:
		if (!read_number(section, at, end, 4, value))
			return false;
		*value = (uint64_t)(int64_t)(int32_t)*value;
		return true;
	default: /* LEB128: no toolchain writes locations so */
		return false;
	}
}

/* The same with what it is relative to. */
static bool read_pointer(const struct section *section, const uint8_t **at, const uint8_t *end,
                         uint8_t encoding, uint64_t *value)
{
	uint64_t place = section->address + (uint64_t)(*at - (const uint8_t *)section->data->d_buf);

	if ((encoding & DW_EH_PE_indirect) || !read_encoded(section, at, end, encoding, value))
		return false;
	if ((encoding & 0x70) == DW_EH_PE_pcrel)
		*value += place;
	else if ((encoding & 0x70) != DW_EH_PE_absptr)
		return false;
	if (!section->wide)
		*value = (uint32_t)*value;
	return true;
}

/* The encoding of locations in the FDEs of a CIE: the operand of 'R' in its augmentation. */
static bool read_cie(const struct section *section, Dwarf_Off offset, struct cie *cie)
{
	Dwarf_CFI_Entry entry;
	Dwarf_Off next;

	if (cie->known && cie->offset == offset)
		return true;
	*cie = (struct cie){.offset = offset, .encoding = DW_EH_PE_absptr};
	if (offset >= section->data->d_size ||
	    dwarf_next_cfi(section->ident, section->data, true, offset, &next, &entry) != 0 ||
	    entry.CIE_id != DW_CIE_ID_64)
		return false;
	const char *letters = entry.cie.augmentation;
	const uint8_t *at = entry.cie.augmentation_data;
	const uint8_t *end = at ? at + entry.cie.augmentation_data_size : NULL;
	cie->known = true;
	if (letters[0] != 'z')
		return letters[0] == '\0';
	for (letters++; *letters && at && at < end; letters++) {
		uint64_t ignored;

		if (*letters == 'R') {
			cie->encoding = *at;
			return true;
		}
		if (*letters == 'L')
			at++;
		else if (*letters == 'P') {
			uint8_t encoding = *at++;
			if (!read_encoded(section, &at, end, encoding, &ignored))
				return false;
		} else if (*letters != 'S' && *letters != 'B' && *letters != 'G')
			return false;
	}
	return true;
}

static void read_section(const struct section *section, struct frame **frames, size_t *count)
{
	Dwarf_CFI_Entry entry;
	struct cie cie = {0};
	size_t room = 0;

	for (Dwarf_Off offset = 0, next = 0; offset < section->data->d_size; offset = next) {
		struct frame frame;
		int result =
		    dwarf_next_cfi(section->ident, section->data, true, offset, &next, &entry);

		/* -1 is an entry that makes no sense; past it where it says how long it is. */
		if (result > 0 || next <= offset)
			return;
		if (result < 0 || entry.CIE_id == DW_CIE_ID_64 ||
		    !read_cie(section, entry.fde.CIE_pointer, &cie))
			continue;
		const uint8_t *at = entry.fde.start;
		if (!read_pointer(section, &at, entry.fde.end, cie.encoding, &frame.address) ||
		    !read_encoded(section, &at, entry.fde.end, cie.encoding & 0xf, &frame.size))
			continue;
		if (*count == room) {
			room = room ? 2 * room : 256;
			*frames = xreallocarray(*frames, room, sizeof(**frames));
		}
		(*frames)[(*count)++] = frame;
	}
}

static bool find_by_section(const struct image *image, uint64_t *offset, uint64_t *size,
                            uint64_t *address)
{
	for (size_t i = 1; i < image->sections; i++) {
		Elf_Scn *scn = elf_getscn(image->elf, i);
		GElf_Shdr header;

		if (!gelf_getshdr(scn, &header) || header.sh_type == SHT_NOBITS)
			continue;
		const char *name = elf_strptr(image->elf, image->names, header.sh_name);
		if (!name || strcmp(name, ".eh_frame") != 0)
			continue;
		*offset = header.sh_offset;
		*size = header.sh_size;
		*address = header.sh_addr;
		return true;
	}
	return false;
}

/* .eh_frame_hdr: version 1, three encodings, then the encoded pointer to .eh_frame. */
static bool find_by_segment(const struct image *image, struct section *section, uint64_t *offset,
                            uint64_t *size, uint64_t *address)
{
	for (size_t i = 0; i < image->segments; i++) {
		GElf_Phdr segment;

		if (!gelf_getphdr(image->elf, (int)i, &segment) ||
		    segment.p_type != PT_GNU_EH_FRAME || segment.p_filesz < 8)
			continue;
		section->data = image_data(image, segment.p_offset, segment.p_filesz, ELF_T_BYTE);
		section->address = segment.p_vaddr;
		if (!section->data || !section->data->d_buf)
			return false;
		const uint8_t *bytes = section->data->d_buf, *at = bytes + 4;
		return bytes[0] == 1 &&
		       read_pointer(section, &at, bytes + section->data->d_size, bytes[1],
		                    address) &&
		       image_offset(image, *address, offset, size);
	}
	return false;
}

void frames_read(const struct image *image, struct frame **frames, size_t *count)
{
	struct section section = {
	    .wide = image->header.e_ident[EI_CLASS] == ELFCLASS64,
	    .big = image->header.e_ident[EI_DATA] == ELFDATA2MSB,
	    .ident = image->header.e_ident,
	};
	uint64_t offset, size, address;

	*frames = NULL;
	*count = 0;
	if (image->header.e_type == ET_REL)
		return;
	if (!find_by_section(image, &offset, &size, &address) &&
	    !find_by_segment(image, &section, &offset, &size, &address))
		return;
	section.data = image_data(image, offset, size, ELF_T_BYTE);
	section.address = address;
	if (section.data && section.data->d_buf)
		read_section(&section, frames, count);
}
