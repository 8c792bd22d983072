// SPDX-License-Identifier: MIT
#include "elf/producer.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "elf/image.h"

/* Whether text, somewhere in elf's sections, ends inside its section. */
static bool ends_inside(Elf *elf, const char *text)
{
	Elf_Scn *section = NULL;

	while (elf && (section = elf_nextscn(elf, section)) != NULL) {
		Elf_Data *data = elf_rawdata(section, NULL);
		Elf_Data *cooked = elf_getdata(section, NULL);

		for (unsigned i = 0; i < 2; i++, data = cooked) {
			const char *start = data ? data->d_buf : NULL;

			if (start && text >= start && text < start + data->d_size)
				return memchr(text, '\0', (size_t)(start + data->d_size - text));
		}
	}
	return false;
}

/* libdw 0.188 hands out strings that run over the end of a section without a NUL. */
static const char *text_of(Dwarf *dwarf, Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;
	const char *text = dwarf_formstring(dwarf_attr(die, name, &attribute));
	Dwarf *other = dwarf_getalt(dwarf);

	if (text && (ends_inside(dwarf_getelf(dwarf), text) ||
	             (other && ends_inside(dwarf_getelf(other), text))))
		return text;
	return NULL;
}

static void add_unit(struct units *units, Dwarf *dwarf, Dwarf_Die *die)
{
	const char *producer = text_of(dwarf, die, DW_AT_producer);
	const char *name = text_of(dwarf, die, DW_AT_name);

	/* Partial units, which dwz makes, are parts of others. */
	if (dwarf_tag(die) != DW_TAG_compile_unit || !producer)
		return;
	if ((units->count & (units->count - 1)) == 0)
		units->items =
		    xreallocarray(units->items, units->count * 2 + 1, sizeof(*units->items));
	units->items[units->count++] =
	    (struct unit){xstrdup(name ? name : "unnamed"), xstrdup(producer)};
}

static bool has_debug_information(const struct image *image)
{
	for (size_t i = 0; i < image->sections; i++) {
		Elf_Scn *section = elf_getscn(image->elf, i);
		GElf_Shdr header;

		if (!section || !gelf_getshdr(section, &header) || header.sh_type == SHT_NOBITS)
			continue;
		const char *name = elf_strptr(image->elf, image->names, header.sh_name);
		if (name && (starts_with(name, ".debug_info") || starts_with(name, ".zdebug_info")))
			return true;
	}
	return false;
}

static void read_units(const struct image *image, struct units *units)
{
	Dwarf *dwarf = dwarf_begin_elf(image->elf, DWARF_C_READ, NULL);
	Dwarf_CU *unit = NULL;
	Dwarf_Die die;

	while (dwarf && dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, NULL) == 0)
		add_unit(units, dwarf, &die);
	dwarf_end(dwarf);
}

int units_read(const char *path, struct units *units, struct error *error)
{
	struct image image;

	*units = (struct units){0};
	if (image_open(path, &image, error) != 0)
		return -1;
	if (image.elf && has_debug_information(&image))
		read_units(&image, units);
	image_close(&image);
	return 0;
}

void units_free(struct units *units)
{
	for (size_t i = 0; i < units->count; i++) {
		free(units->items[i].name);
		free(units->items[i].producer);
	}
	free(units->items);
	*units = (struct units){0};
}
