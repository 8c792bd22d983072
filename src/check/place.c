// SPDX-License-Identifier: MIT
#include "check/place.h"

#include <elf.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

#ifndef EM_LOONGARCH
#define EM_LOONGARCH 258
#endif

/* The first glibc without any directory but glibc-hwcaps. */
static const struct glibc legacy_end = {2, 37};

/*
 * What folders are called that glibc before 2.37 searched, in the order in which they had to stand:
 * tls, then the platform (AT_PLATFORM), then features from the highest bit of AT_HWCAP down. Rank 0
 * is for names that people used and no loader here ever searched.
 */
static const struct {
	const char *architecture;
	const char *name;
	unsigned rank;
} legacy_names[] = {
    {"", "tls", 1},
    {"amd64", "haswell", 2},
    {"amd64", "xeon_phi", 2},
    {"amd64", "avx512_1", 3},
    {"amd64", "x86_64", 4},
    {"i386", "i586", 2},
    {"i386", "i686", 2},
    {"i386", "sse2", 3},
    {"i386", "cmov", 0},
    {"armhf", "v6l", 2},
    {"armhf", "v7l", 2},
    {"armhf", "v8l", 2},
    {"armhf", "neon", 3},
    {"armhf", "vfp", 4},
    {"armhf", "vfpv3", 0},
    {"armel", "v5tel", 2},
    {"armel", "v6l", 2},
    {"armel", "v7l", 2},
    {"armel", "v8l", 2},
    {"armel", "neon", 3},
    {"armel", "vfp", 4},
    {"armel", "vfpv3", 0},
    {"arm64", "aarch64", 2},
    {"arm64", "atomics", 3},
    {"ppc64el", "power8", 2},
    {"ppc64el", "power9", 2},
    {"ppc64el", "power10", 2},
    {"ppc64el", "altivec", 3},
    {"ppc64el", "dfp", 4},
    {"s390x", "z13", 2},
    {"s390x", "z14", 2},
    {"s390x", "z15", 2},
    {"s390x", "z16", 2},
    {"s390x", "vxe2", 3},
    {"s390x", "vxe", 4},
    {"s390x", "vx", 5},
    {"s390x", "dfp", 6},
    {"s390x", "eimm", 7},
    {"s390x", "ldisp", 8},
    {"s390x", "zarch", 9},
};

/* ELF machines and Debian's names. armel and armhf share one; EF_ARM_ABI_FLOAT_HARD tells. */
static const struct {
	unsigned machine, bits;
	bool big_endian;
	const char *name;
} machines[] = {
    {EM_X86_64, 64, false, "amd64"},      {EM_386, 32, false, "i386"},
    {EM_AARCH64, 64, false, "arm64"},     {EM_PPC64, 64, false, "ppc64el"},
    {EM_S390, 64, true, "s390x"},         {EM_RISCV, 64, false, "riscv64"},
    {EM_LOONGARCH, 64, false, "loong64"}, {EM_MIPS, 64, false, "mips64el"},
};

const char *place_architecture(const struct library *library)
{
	if (library->machine == EM_ARM && !library->big_endian)
		return library->flags & EF_ARM_ABI_FLOAT_HARD ? "armhf" : "armel";
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++)
		if (machines[i].machine == library->machine && machines[i].bits == library->bits &&
		    machines[i].big_endian == library->big_endian)
			return machines[i].name;
	return NULL;
}

/* The rank of a folder's name of that length, or -1. */
static int legacy_rank(const char *architecture, const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(legacy_names) / sizeof(legacy_names[0]); i++)
		if ((legacy_names[i].architecture[0] == '\0' ||
		     strcmp(legacy_names[i].architecture, architecture) == 0) &&
		    strlen(legacy_names[i].name) == length &&
		    strncmp(legacy_names[i].name, name, length) == 0)
			return (int)legacy_names[i].rank;
	return -1;
}

/* Where in folder the parts begin that were hwcap directories of old; its end if there are none. */
static size_t legacy_start(const char *folder, const char *architecture)
{
	size_t start = strlen(folder);

	while (start > 0) {
		size_t part = start;

		while (part > 0 && folder[part - 1] != '/')
			part--;
		if (part == 0 || legacy_rank(architecture, folder + part, start - part) < 0)
			break;
		start = part - 1;
	}
	return start;
}

/* Where "/NAME" ends the folder, or NULL. */
static const char *ending(const char *folder, const char *name)
{
	size_t length = strlen(folder), tail = strlen(name);

	return length > tail && ends_with(folder, name) && folder[length - tail - 1] == '/'
	           ? folder + length - tail - 1
	           : NULL;
}

static void split(struct place *place, const char *folder, size_t at)
{
	place->folder = at > 0 ? xstrndup(folder, at) : xstrdup("/");
	place->directory = folder[at] != '\0' ? xstrdup(folder + at + 1) : NULL;
}

void place_of(const char *folder, const char *architecture, const struct flavors *flavors,
              struct place *place)
{
	const char *at = strstr(folder, "/glibc-hwcaps");

	*place = (struct place){0};
	if (at && (at[strlen("/glibc-hwcaps")] == '/' || at[strlen("/glibc-hwcaps")] == '\0')) {
		split(place, folder, (size_t)(at - folder));
		return;
	}
	for (size_t i = 0; i < flavors->count; i++) {
		const struct flavor *flavor = flavors->items[i];

		at = strcmp(flavor->architecture, architecture) == 0 && !flavor_is_baseline(flavor)
		         ? ending(folder, flavor->directory)
		         : NULL;
		if (!at)
			continue;
		split(place, folder, (size_t)(at - folder));
		place->uncertain = !place_is_default(place->folder);
		return;
	}
	split(place, folder, legacy_start(folder, architecture));
	place->uncertain = place->directory != NULL;
}

void place_free(struct place *place)
{
	free(place->folder);
	free(place->directory);
	*place = (struct place){0};
}

const struct flavor *place_flavor(const char *directory, const char *architecture,
                                  const struct flavors *flavors)
{
	for (size_t i = 0; i < flavors->count; i++)
		if (strcmp(flavors->items[i]->architecture, architecture) == 0 &&
		    strcmp(flavors->items[i]->directory, directory) == 0)
			return flavors->items[i];
	return NULL;
}

/* Parts in another order than the loader joined them, each at most once. */
static bool in_legacy_order(const char *directory, const char *architecture)
{
	int last = 0;

	while (*directory != '\0') {
		size_t length = strcspn(directory, "/");
		int rank = legacy_rank(architecture, directory, length);

		if (rank <= last)
			return false;
		last = rank;
		directory += length + (directory[length] == '/');
	}
	return true;
}

bool place_is_for_every_cpu(const char *directory, const char *architecture)
{
	static const struct {
		const char *architecture, *name;
	} names[] = {{"", "tls"}, {"amd64", "x86_64"}, {"arm64", "aarch64"}, {"armhf", "vfp"}};
	bool all = true;

	while (*directory != '\0' && all) {
		size_t length = strcspn(directory, "/");

		all = false;
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && !all; i++)
			all = (names[i].architecture[0] == '\0' ||
			       strcmp(names[i].architecture, architecture) == 0) &&
			      strlen(names[i].name) == length &&
			      strncmp(names[i].name, directory, length) == 0;
		directory += length + (directory[length] == '/');
	}
	return all;
}

char *place_unsearched(const char *directory, const char *architecture,
                       const struct flavors *flavors, struct glibc glibc)
{
	const struct flavor *flavor = place_flavor(directory, architecture, flavors);

	if (flavor)
		return flavor_unsearched(flavor, glibc);
	if (starts_with(directory, "glibc-hwcaps"))
		return str_format("no glibc searches %s on %s", directory, architecture);
	if (glibc_compare(glibc, legacy_end) >= 0)
		return str_format("glibc 2.37 and later never search %s on %s", directory,
		                  architecture);
	if (!in_legacy_order(directory, architecture))
		return str_format("no glibc searches %s on %s (before 2.37 the parts of such a "
		                  "directory have one order)",
		                  directory, architecture);
	return NULL;
}

bool place_is_default(const char *folder)
{
	static const char *const patterns[] = {"lib", "lib32", "lib64", "libx32", "lib/*-linux-*"};

	folder += strspn(folder, "/");
	if (starts_with(folder, "usr/local/"))
		folder += strlen("usr/local/");
	else if (starts_with(folder, "usr/"))
		folder += strlen("usr/");
	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++)
		if (fnmatch(patterns[i], folder, FNM_PATHNAME) == 0)
			return true;
	return false;
}
