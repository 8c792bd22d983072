// SPDX-License-Identifier: MIT
#include "isa/decoder.h"

#include <stdlib.h>

#include "base/str.h"
#include "isa/x86.h"

struct decoders {
	struct x86 *x86[2]; /* by CODE_X86_; made when needed */
};

struct decoders *decoders_new(void)
{
	return xcalloc(1, sizeof(struct decoders));
}

void decoders_free(struct decoders *decoders)
{
	if (!decoders)
		return;
	x86_free(decoders->x86[CODE_X86_64]);
	x86_free(decoders->x86[CODE_X86_32]);
	free(decoders);
}

bool code_set_of(const struct image *image, enum code_set *set, const char **architecture)
{
	const GElf_Ehdr *header = &image->header;
	bool wide = header->e_ident[EI_CLASS] == ELFCLASS64;
	bool big = header->e_ident[EI_DATA] == ELFDATA2MSB;

	if (header->e_machine == EM_X86_64 && !big) {
		*set = CODE_X86_64;
		*architecture = wide ? "amd64" : "x32";
	} else if (header->e_machine == EM_386 && !wide && !big) {
		*set = CODE_X86_32;
		*architecture = "i386";
	} else {
		return false;
	}
	return true;
}

static struct x86 *x86_of(struct decoders *decoders, enum code_set set)
{
	if (!decoders->x86[set])
		decoders->x86[set] = x86_new(set == CODE_X86_64);
	return decoders->x86[set];
}

static bool is_x86(enum code_set set)
{
	return set == CODE_X86_64 || set == CODE_X86_32;
}

void decode(struct decoders *decoders, enum code_set set, const struct span *span,
            struct tally *tally)
{
	if (is_x86(set))
		x86_scan(x86_of(decoders, set), span, tally);
}

const struct needs *decoder_row(enum code_set set, unsigned row)
{
	return is_x86(set) ? x86_row(row) : NULL;
}

size_t decoder_padding(struct decoders *decoders, enum code_set set, const struct span *span)
{
	return is_x86(set) ? x86_padding(x86_of(decoders, set), span) : 0;
}

char *decoder_text(struct decoders *decoders, enum code_set set, const struct span *span)
{
	return is_x86(set) ? x86_text(x86_of(decoders, set), span) : xstrdup("");
}

void decoder_branch(struct decoders *decoders, enum code_set set, const struct span *span,
                    struct branch *branch)
{
	*branch = (struct branch){0};
	if (is_x86(set))
		x86_branch(x86_of(decoders, set), span, branch);
}
