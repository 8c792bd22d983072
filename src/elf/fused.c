// SPDX-License-Identifier: MIT
#include "elf/fused.h"

#include <stdlib.h>
#include <string.h>

#include "elf/image.h"

enum { NOTE_TYPE = 2, FLAVORS_LIMIT = 64 };

static void add_line(struct fused *fused, char *line)
{
	struct strlist words = {0};

	strlist_add_words(&words, line);
	if (words.count > 0 && fused->count < FLAVORS_LIMIT) {
		struct fused_flavor flavor = {.name = xstrdup(words.items[0])};

		for (size_t i = 1; i < words.count; i++)
			strlist_add(&flavor.needs, words.items[i]);
		fused->flavors =
		    xreallocarray(fused->flavors, fused->count + 1, sizeof(*fused->flavors));
		fused->flavors[fused->count++] = flavor;
	}
	strlist_free(&words);
}

static void read_text(struct fused *fused, const char *bytes, size_t size)
{
	char *copy = xstrndup(bytes, size), *rest = copy;

	for (char *line; (line = strsep(&rest, "\n")) != NULL;)
		add_line(fused, line);
	free(copy);
}

static void read_notes(const struct image *image, struct fused *fused)
{
	struct image_note note = {0};

	while (fused->count == 0 && image_next_note(image, "hwflavor", NOTE_TYPE, &note))
		read_text(fused, (const char *)note.bytes, note.size);
}

static const char *section_name(const struct image *image, size_t index, GElf_Shdr *header)
{
	Elf_Scn *section = elf_getscn(image->elf, index);

	return section && gelf_getshdr(section, header)
	           ? elf_strptr(image->elf, image->names, header->sh_name)
	           : NULL;
}

static void find_code(const struct image *image, struct fused *fused)
{
	for (size_t i = 1; i < image->sections; i++) {
		GElf_Shdr header;
		const char *name = section_name(image, i, &header);

		for (size_t j = 0; name && j < fused->count; j++) {
			char *code = str_format(".%s.text", fused->flavors[j].name);

			if (strcmp(name, code) == 0 && (header.sh_flags & SHF_EXECINSTR)) {
				fused->flavors[j].start = header.sh_addr;
				fused->flavors[j].end = header.sh_addr + header.sh_size;
			}
			free(code);
		}
	}
}

int fused_read(const char *path, struct fused *fused, struct error *error)
{
	struct image image;

	*fused = (struct fused){0};
	if (image_open(path, &image, error) != 0)
		return -1;
	if (image.elf) {
		read_notes(&image, fused);
		find_code(&image, fused);
	}
	image_close(&image);
	return 0;
}

void fused_free(struct fused *fused)
{
	for (size_t i = 0; i < fused->count; i++) {
		free(fused->flavors[i].name);
		strlist_free(&fused->flavors[i].needs);
	}
	free(fused->flavors);
	*fused = (struct fused){0};
}

const struct fused_flavor *fused_at(const struct fused *fused, uint64_t address)
{
	for (size_t i = 0; i < fused->count; i++)
		if (address >= fused->flavors[i].start && address < fused->flavors[i].end)
			return &fused->flavors[i];
	return NULL;
}
