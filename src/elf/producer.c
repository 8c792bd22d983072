// SPDX-License-Identifier: MIT
#include "elf/producer.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>

#include "base/str.h"
#include "elf/image.h"

static const char *text_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attribute;

	return dwarf_formstring(dwarf_attr(die, name, &attribute));
}

static void add_unit(struct units *units, Dwarf_Die *die)
{
	const char *producer = text_of(die, DW_AT_producer), *name = text_of(die, DW_AT_name);

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
		add_unit(units, &die);
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
