// SPDX-License-Identifier: MIT
#include "isa/decoder.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "isa/words.h"
#include "isa/x86.h"

/* Made when needed; of each set one of the two. */
struct decoders {
	struct x86 *x86[CODE_SETS];
	struct words *words[CODE_SETS];
};

static const struct word_set *const word_sets[CODE_SETS] = {
    [CODE_ARM] = &word_set_arm,
    [CODE_THUMB] = &word_set_thumb,
    [CODE_ARM64] = &word_set_arm64,
    [CODE_POWER] = &word_set_power,
    [CODE_POWER_BIG] = &word_set_power_big,
    [CODE_S390X] = &word_set_s390x,
};

/* Which files have which code; in ARM's, Thumb is told by their symbols. */
static const struct {
	unsigned machine;
	bool wide;
	bool big;
	unsigned flags; /* of e_flags, these are set */
	enum code_set set;
	const char *architecture;
} files[] = {
    {EM_X86_64, true, false, 0, CODE_X86_64, "amd64"},
    {EM_X86_64, false, false, 0, CODE_X86_64, "x32"},
    {EM_386, false, false, 0, CODE_X86_32, "i386"},
    {EM_ARM, false, false, EF_ARM_ABI_FLOAT_HARD, CODE_ARM, "armhf"},
    {EM_ARM, false, false, 0, CODE_ARM, "armel"},
    {EM_AARCH64, true, false, 0, CODE_ARM64, "arm64"},
    {EM_PPC64, true, false, 0, CODE_POWER, "ppc64el"},
    {EM_PPC64, true, true, 0, CODE_POWER_BIG, "ppc64"},
    {EM_S390, true, true, 0, CODE_S390X, "s390x"},
};

struct decoders *decoders_new(void)
{
	return xcalloc(1, sizeof(struct decoders));
}

void decoders_free(struct decoders *decoders)
{
	for (unsigned set = 0; decoders && set < CODE_SETS; set++) {
		x86_free(decoders->x86[set]);
		words_free(decoders->words[set]);
	}
	free(decoders);
}

bool code_set_of(const struct image *image, enum code_set *set, const char **architecture)
{
	const GElf_Ehdr *header = &image->header;
	bool wide = header->e_ident[EI_CLASS] == ELFCLASS64;
	bool big = header->e_ident[EI_DATA] == ELFDATA2MSB;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (files[i].machine == header->e_machine && files[i].wide == wide &&
		    files[i].big == big && (header->e_flags & files[i].flags) == files[i].flags) {
			*set = files[i].set;
			*architecture = files[i].architecture;
			return true;
		}
	return false;
}

bool code_implies(const char *architecture, const char *feature)
{
	static const struct {
		const char *architecture, *feature;
	} implied[] = {{"armhf", "armv6"}, {"armhf", "armv6t2"}, {"armhf", "armv7-a"}};

	for (size_t i = 0; i < sizeof(implied) / sizeof(implied[0]); i++)
		if (strcmp(implied[i].architecture, architecture) == 0 &&
		    strcmp(implied[i].feature, feature) == 0)
			return true;
	return false;
}

static struct x86 *x86_of(struct decoders *decoders, enum code_set set)
{
	if (!decoders->x86[set])
		decoders->x86[set] = x86_new(set == CODE_X86_64);
	return decoders->x86[set];
}

/* NULL for x86. */
static struct words *words_of(struct decoders *decoders, enum code_set set)
{
	if (!decoders->words[set] && word_sets[set])
		decoders->words[set] = words_new(word_sets[set]);
	return decoders->words[set];
}

void decode(struct decoders *decoders, enum code_set set, const struct span *span,
            struct tally *tally)
{
	struct words *words = words_of(decoders, set);

	if (words)
		words_scan(words, span, tally);
	else
		x86_scan(x86_of(decoders, set), span, tally);
}

const struct needs *decoder_row(struct decoders *decoders, enum code_set set, unsigned row)
{
	struct words *words = words_of(decoders, set);

	return words ? words_row(words, row) : x86_row(row);
}

bool decoder_row_asks(enum code_set set, unsigned row)
{
	return !word_sets[set] && x86_row_asks(row);
}

size_t decoder_padding(struct decoders *decoders, enum code_set set, const struct span *span)
{
	struct words *words = words_of(decoders, set);

	return words ? words_padding(words, span) : x86_padding(x86_of(decoders, set), span);
}

char *decoder_text(struct decoders *decoders, enum code_set set, const struct span *span)
{
	struct words *words = words_of(decoders, set);

	return words ? words_text(words, span) : x86_text(x86_of(decoders, set), span);
}

void decoder_branch(struct decoders *decoders, enum code_set set, const struct span *span,
                    struct branch *branch)
{
	struct words *words = words_of(decoders, set);

	*branch = (struct branch){0};
	if (words)
		words_branch(words, span, branch);
	else
		x86_branch(x86_of(decoders, set), span, branch);
}
