// SPDX-License-Identifier: MIT
#include "loader/hwcaps.h"

#include <stdlib.h>
#include <string.h>

#include "elf/property.h"
#include "flavor/feature.h"

/* One name below glibc-hwcaps: each needs the features of those above it in the table as well. */
struct named {
	const char *architecture;
	const char *name;
	struct glibc from;
	const char *features;
	uint32_t isa; /* the marker's bit of that level, 0 outside x86 */
};

/* Worst first. */
static const struct named named[] = {
    {"amd64", "x86-64-v2", {2, 33}, "cx16 lahf-sahf popcnt sse3 sse4.1 sse4.2 ssse3", ISA_V2},
    {"amd64", "x86-64-v3", {2, 33}, "avx avx2 bmi1 bmi2 f16c fma lzcnt movbe osxsave", ISA_V3},
    {"amd64", "x86-64-v4", {2, 33}, "avx512f avx512bw avx512cd avx512dq avx512vl", ISA_V4},
    {"ppc64el", "power9", {2, 33}, "arch_3_00 ieee128", 0},
    {"ppc64el", "power10", {2, 33}, "arch_3_1 mma", 0},
    {"s390x", "z13", {2, 33}, "vx", 0},
    {"s390x", "z14", {2, 33}, "vxd vxe gs", 0},
    {"s390x", "z15", {2, 33}, "vxe2 vxp", 0},
    {"s390x", "z16", {2, 36}, "vxp2", 0},
    {"s390x", "z17", {2, 43}, "mie4 vxe3 vxp3 concurrent-functions", 0},
};

static const char baseline[] = "cmov cx8 fpu fxsr mmx sse sse2";

/* From this version on v3 is tested with BMI1 and BMI2 (Debian's and the later ones of 2.36). */
static const struct glibc tests_bmi = {2, 36};

/* One bit of AT_HWCAP with a legacy directory of its own; outermost in a path first. */
static const struct {
	const char *architecture;
	const char *name;
	const char *feature; /* NULL: every CPU of the architecture */
	unsigned bit;
} legacy[] = {
    {"amd64", "avx512_1", "avx512cd", 2},
    {"amd64", "x86_64", NULL, 1},
    {"i386", "sse2", "sse2", 0},
    {"armhf", "neon", "neon", 12},
    {"armhf", "vfp", "vfp", 6},
    {"armel", "neon", "neon", 12},
    {"armel", "vfp", "vfp", 6},
    {"arm64", "atomics", "atomics", 8},
    {"ppc64el", "altivec", "altivec", 28},
    {"ppc64el", "dfp", "dfp", 10},
    {"s390x", "vxe2", "vxe2", 15},
    {"s390x", "vxe", "vxe", 13},
    {"s390x", "vx", "vx", 11},
    {"s390x", "dfp", "dfp", 6},
    {"s390x", "eimm", "eimm", 5},
    {"s390x", "ldisp", "ldisp", 4},
    {"s390x", "zarch", "zarch", 1},
};

enum { LEGACY = sizeof(legacy) / sizeof(legacy[0]), NAMED = sizeof(named) / sizeof(named[0]) };

/* What glibc's tunables call a feature; others they do not know on a CPU (2.36 to 2.43). */
static const struct {
	const char *tunable;
	const char *feature;
} tunables[] = {
    {"AVX", "avx"},           {"AVX2", "avx2"},         {"AVX512BW", "avx512bw"},
    {"AVX512CD", "avx512cd"}, {"AVX512DQ", "avx512dq"}, {"AVX512ER", "avx512er"},
    {"AVX512F", "avx512f"},   {"AVX512PF", "avx512pf"}, {"AVX512VL", "avx512vl"},
    {"BMI1", "bmi1"},         {"BMI2", "bmi2"},         {"CMOV", "cmov"},
    {"CX8", "cx8"},           {"FMA", "fma"},           {"LZCNT", "lzcnt"},
    {"MOVBE", "movbe"},       {"OSXSAVE", "osxsave"},   {"POPCNT", "popcnt"},
    {"SSE2", "sse2"},         {"SSE4_1", "sse4.1"},     {"SSE4_2", "sse4.2"},
    {"SSSE3", "ssse3"},
};

static bool is_x86(const char *architecture)
{
	return strcmp(architecture, "amd64") == 0 || strcmp(architecture, "i386") == 0;
}

/* Whether the loader takes the CPU to have a feature; hidden ones are switched off by tunables. */
static bool usable(const struct cpu *cpu, const struct strlist *hidden, const char *feature)
{
	return cpu_has(cpu, feature) && !strlist_has(hidden, feature);
}

/* The first of the words that is not usable, or NULL; caller frees. */
static char *first_unusable(const struct cpu *cpu, const struct strlist *hidden, const char *words)
{
	struct strlist features = {0};
	char *lack = NULL;

	strlist_add_words(&features, words);
	for (size_t i = 0; i < features.count && !lack; i++)
		if (!usable(cpu, hidden, features.items[i]))
			lack = xstrdup(features.items[i]);
	strlist_free(&features);
	return lack;
}

/* The value of one tunable in "a=b:c=d", or NULL; the last one counts. Caller frees. */
static char *tunable_value(const char *text, const char *name)
{
	char *copy = xstrdup(text ? text : "");
	char *rest = copy;
	char *value = NULL;

	for (char *one; (one = strsep(&rest, ":")) != NULL;) {
		char *equals = strchr(one, '=');

		if (!equals || strncmp(one, name, (size_t)(equals - one)) != 0 ||
		    name[equals - one] != '\0')
			continue;
		free(value);
		value = xstrdup(equals + 1);
	}
	free(copy);
	return value;
}

static void add_hidden(struct strlist *hidden, const char *architecture, const char *text)
{
	char *value = tunable_value(text, "glibc.cpu.hwcaps");
	char *rest = value;

	for (const char *word;
	     is_x86(architecture) && value && (word = strsep(&rest, ",")) != NULL;)
		for (size_t i = 0; i < sizeof(tunables) / sizeof(tunables[0]); i++)
			if (word[0] == '-' && strcmp(word + 1, tunables[i].tunable) == 0)
				strlist_add(hidden, tunables[i].feature);
	free(value);
}

static void refuse(struct hwcaps *hwcaps, char *directory, char *reason)
{
	hwcaps->refused =
	    xreallocarray(hwcaps->refused, hwcaps->refused_count + 1, sizeof(*hwcaps->refused));
	hwcaps->refused[hwcaps->refused_count++] =
	    (struct hwcaps_refusal){.directory = directory, .reason = reason};
}

/* Whether a name is among those of a list parted by ":". */
static bool listed(const char *list, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = list; at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL)
		if (strncmp(at, name, length) == 0 && (at[length] == ':' || at[length] == '\0'))
			return true;
	return false;
}

static void add_name(struct hwcaps *hwcaps, const char *name)
{
	strlist_add(&hwcaps->names, name);
	strlist_add_taken(&hwcaps->searched, str_format("glibc-hwcaps/%s/", name));
}

/* Why a name below glibc-hwcaps is not searched although the CPU is looked at; caller frees. */
static char *lack_of(const struct named *level, struct glibc glibc, const struct cpu *cpu,
                     const struct strlist *hidden, struct hwcaps *hwcaps)
{
	char *lack = first_unusable(cpu, hidden, level->features);

	if (!lack)
		return NULL;
	if (level->isa == ISA_V3 && glibc_compare(glibc, tests_bmi) < 0) {
		char *tested = first_unusable(cpu, hidden, "avx avx2 f16c fma lzcnt movbe osxsave");

		if (!tested) {
			hwcaps->weak = ISA_V3;
			hwcaps->weak_lack = lack;
			return NULL;
		}
		free(lack);
		lack = tested;
	}
	char *reason = cpu_has(cpu, lack)
	                   ? str_format("GLIBC_TUNABLES hides %s from the loader", lack)
	                   : str_format("the CPU lacks %s", lack);
	free(lack);
	return reason;
}

/* The levels that the marker is compared with: tunables hide nothing from that. */
static void find_isa(struct hwcaps *hwcaps, const char *architecture, const struct cpu *cpu)
{
	const struct strlist nothing = {0};
	char *lack = is_x86(architecture) ? first_unusable(cpu, &nothing, baseline) : NULL;

	if (is_x86(architecture) && !lack)
		hwcaps->isa = ISA_BASELINE | hwcaps->weak;
	for (size_t i = 0; i < NAMED && hwcaps->isa && !lack; i++) {
		if (named[i].isa)
			lack = first_unusable(cpu, &nothing, named[i].features);
		if (lack && (named[i].isa & hwcaps->weak)) {
			free(lack);
			lack = NULL;
		}
		if (named[i].isa && !lack)
			hwcaps->isa |= named[i].isa;
	}
	free(lack);
}

static void find_named(struct hwcaps *hwcaps, const char *architecture, struct glibc glibc,
                       const struct cpu *cpu, const struct strlist *hidden,
                       const struct environment *environment)
{
	const struct named *active[NAMED];
	size_t count = 0;
	char *lack = NULL;

	if (is_x86(architecture)) {
		lack = first_unusable(cpu, hidden, baseline);
	}
	char *reason = lack ? str_format("the loader finds no %s", lack) : NULL;
	for (size_t i = 0; i < NAMED; i++) {
		const struct named *level = &named[i];
		bool x86 = level->isa && strcmp(architecture, "i386") == 0;

		if (strcmp(level->architecture, architecture) != 0 && !x86)
			continue;
		if (!reason)
			reason = lack_of(level, glibc, cpu, hidden, hwcaps);
		if (x86)
			continue;
		if (glibc_compare(glibc, level->from) < 0)
			refuse(hwcaps, str_format("glibc-hwcaps/%s/", level->name),
			       str_format("glibc before %u.%u does not search it",
			                  level->from.major, level->from.minor));
		else if (reason)
			refuse(hwcaps, str_format("glibc-hwcaps/%s/", level->name),
			       xstrdup(reason));
		else if (environment->mask && !listed(environment->mask, level->name))
			refuse(hwcaps, str_format("glibc-hwcaps/%s/", level->name),
			       xstrdup("it is not in --glibc-hwcaps-mask"));
		else
			active[count++] = level;
	}
	while (count > 0)
		add_name(hwcaps, active[--count]->name);
	/* Best first, as they would be searched. */
	for (size_t i = 0; i < hwcaps->refused_count / 2; i++) {
		struct hwcaps_refusal *other = &hwcaps->refused[hwcaps->refused_count - 1 - i];
		struct hwcaps_refusal one = hwcaps->refused[i];

		hwcaps->refused[i] = *other;
		*other = one;
	}
	free(lack);
	free(reason);
}

/* What the loader puts in the place of $PLATFORM: glibc on x86 makes its own. Caller frees. */
static char *platform_of(const char *architecture, const struct cpu *cpu,
                         const struct strlist *hidden)
{
	static const char haswell[] = "avx2 fma bmi1 bmi2 lzcnt movbe popcnt";
	bool intel = cpu->vendor && strcmp(cpu->vendor, "Intel") == 0;

	if (strcmp(architecture, "amd64") == 0) {
		char *lack = first_unusable(cpu, hidden, haswell);
		char *lack_phi = first_unusable(cpu, hidden, "avx512cd avx512er avx512pf");
		const char *name = intel && !lack_phi ? "xeon_phi"
		                   : intel && !lack   ? "haswell"
		                                      : "x86_64";

		free(lack);
		free(lack_phi);
		return xstrdup(name);
	}
	if (strcmp(architecture, "i386") == 0)
		return xstrdup(usable(cpu, hidden, "cmov") ? "i686" : "i586");
	if (!cpu->platform && strcmp(architecture, "arm64") == 0)
		return xstrdup("aarch64");
	return cpu->platform ? xstrdup(cpu->platform) : NULL;
}

static bool has_legacy(size_t i, const char *architecture, const struct cpu *cpu,
                       const struct strlist *hidden)
{
	if (strcmp(legacy[i].architecture, architecture) != 0)
		return false;
	if (legacy[i].feature && !usable(cpu, hidden, legacy[i].feature))
		return false;
	if (strcmp(legacy[i].name, "avx512_1") != 0)
		return true;
	/* glibc grants it to Intel's CPUs only, and not to those of the Xeon Phi. */
	return cpu->vendor && strcmp(cpu->vendor, "Intel") == 0 && !cpu_has(cpu, "avx512er") &&
	       usable(cpu, hidden, "avx512bw") && usable(cpu, hidden, "avx512dq") &&
	       usable(cpu, hidden, "avx512vl");
}

/* The bits that LD_HWCAP_MASK, or the tunable of that name, lets through. */
static uint64_t mask_of(const struct environment *environment)
{
	char *value = tunable_value(environment->tunables, "glibc.cpu.hwcap_mask");
	const char *text = value ? value : environment->hwcap_mask;
	uint64_t mask = text ? strtoull(text, NULL, 0) : UINT64_MAX;

	free(value);
	return mask;
}

/* All combinations of the words, the first word being the outermost folder and weighing most. */
static void add_combinations(struct hwcaps *hwcaps, const struct strlist *words)
{
	for (size_t set = (size_t)1 << words->count; set-- > 1;) {
		struct str path = {0};

		for (size_t i = 0; i < words->count; i++)
			if (set >> (words->count - 1 - i) & 1)
				str_add(&path, "%s/", words->items[i]);
		strlist_add_taken(&hwcaps->searched, str_take(&path));
	}
}

static void find_legacy(struct hwcaps *hwcaps, const char *architecture, const struct cpu *cpu,
                        const struct strlist *hidden, const struct environment *environment)
{
	uint64_t mask = mask_of(environment);
	struct strlist words = {0};

	strlist_add(&words, "tls");
	if (hwcaps->platform)
		strlist_add(&words, hwcaps->platform);
	for (size_t i = 0; i < LEGACY; i++) {
		if (!has_legacy(i, architecture, cpu, hidden) || !(mask >> legacy[i].bit & 1))
			continue;
		hwcaps->bits |= UINT64_C(1) << legacy[i].bit;
		strlist_add(&words, legacy[i].name);
	}
	add_combinations(hwcaps, &words);
	strlist_free(&words);
}

static const char gone[] = "glibc 2.37 and later search no such directory";

/* The names that are no hwcaps: tls, the CPU's platform, and what only other CPUs have for one. */
static void refuse_platforms(struct hwcaps *hwcaps, const char *architecture)
{
	bool amd64 = strcmp(architecture, "amd64") == 0;
	const char *platform = hwcaps->platform ? hwcaps->platform : "";

	if (!hwcaps->legacy)
		refuse(hwcaps, xstrdup("tls/"), xstrdup(gone));
	if (!hwcaps->legacy && *platform && !(amd64 && strcmp(platform, "x86_64") == 0))
		refuse(hwcaps, str_format("%s/", platform), xstrdup(gone));
	if (amd64 && strcmp(platform, "haswell") != 0)
		refuse(hwcaps, xstrdup("haswell/"),
		       !hwcaps->legacy ? xstrdup(gone)
		                       : str_format("the loader takes this CPU for %s", platform));
}

/* Legacy names that are not searched: those a person would most likely have put a copy in. */
static void refuse_legacy(struct hwcaps *hwcaps, const char *architecture, const struct cpu *cpu)
{
	bool arm = strcmp(architecture, "armhf") == 0 || strcmp(architecture, "armel") == 0;

	refuse_platforms(hwcaps, architecture);
	for (size_t i = 0; i < LEGACY; i++) {
		if (strcmp(legacy[i].architecture, architecture) != 0)
			continue;
		if (!hwcaps->legacy)
			refuse(hwcaps, str_format("%s/", legacy[i].name), xstrdup(gone));
		else if (!(hwcaps->bits >> legacy[i].bit & 1))
			refuse(hwcaps, str_format("%s/", legacy[i].name),
			       !legacy[i].feature || cpu_has(cpu, legacy[i].feature)
			           ? xstrdup("LD_HWCAP_MASK or glibc hides it from the loader")
			           : str_format("the CPU lacks %s", legacy[i].feature));
	}
	if (arm && (!hwcaps->legacy || !(hwcaps->bits >> 12 & 1)))
		refuse(hwcaps, xstrdup("neon/vfp/"),
		       !hwcaps->legacy
		           ? xstrdup(gone)
		           : xstrdup(cpu_has(cpu, "neon") ? "LD_HWCAP_MASK hides it from the loader"
		                                          : "the CPU lacks neon"));
	if (arm)
		refuse(hwcaps, xstrdup("vfp/neon/"), xstrdup("no glibc searches it in this order"));
}

void hwcaps_find(struct hwcaps *hwcaps, const char *architecture, struct glibc glibc,
                 const struct cpu *cpu, const struct environment *environment)
{
	struct strlist hidden = {0};
	char *prepend = xstrdup(environment->prepend ? environment->prepend : "");
	char *rest = prepend;

	*hwcaps = (struct hwcaps){.legacy = glibc_compare(glibc, (struct glibc){2, 37}) < 0};
	for (const char *name; (name = strsep(&rest, ":")) != NULL;)
		if (*name)
			add_name(hwcaps, name);
	free(prepend);
	add_hidden(&hidden, architecture, environment->tunables);
	hwcaps->platform = platform_of(architecture, cpu, &hidden);
	find_named(hwcaps, architecture, glibc, cpu, &hidden, environment);
	find_isa(hwcaps, architecture, cpu);
	if (hwcaps->legacy)
		find_legacy(hwcaps, architecture, cpu, &hidden, environment);
	strlist_add(&hwcaps->searched, "");
	refuse_legacy(hwcaps, architecture, cpu);
	strlist_free(&hidden);
}

void hwcaps_free(struct hwcaps *hwcaps)
{
	for (size_t i = 0; i < hwcaps->refused_count; i++) {
		free(hwcaps->refused[i].directory);
		free(hwcaps->refused[i].reason);
	}
	free(hwcaps->refused);
	strlist_free(&hwcaps->searched);
	strlist_free(&hwcaps->names);
	free(hwcaps->platform);
	free(hwcaps->weak_lack);
	*hwcaps = (struct hwcaps){0};
}

/*
 * Names that have a bit in the cache on x86. Those from bit 48 on are platforms, of which a CPU has
 * one; elsewhere ldconfig knows none that a distribution uses.
 */
static const struct {
	const char *name;
	unsigned bit;
} x86_names[] = {{"sse2", 0},  {"x86_64", 1},   {"avx512_1", 2}, {"i586", 48},
                 {"i686", 49}, {"haswell", 50}, {"xeon_phi", 51}};

enum { X86_NAMES = sizeof(x86_names) / sizeof(x86_names[0]), FIRST_PLATFORM = 48, TLS_BIT = 63 };

static uint64_t bit_of_name(const char *architecture, const char *name)
{
	for (size_t i = 0; i < X86_NAMES && is_x86(architecture); i++)
		if (strcmp(x86_names[i].name, name) == 0)
			return UINT64_C(1) << x86_names[i].bit;
	/* Elsewhere all that Linux reports in AT_HWCAP, whether the loader searches it or not. */
	int bit = is_x86(architecture) ? -1 : feature_hwcap_bit(architecture, name);
	if (bit >= 0)
		return UINT64_C(1) << bit;
	return strcmp(name, "tls") == 0 ? UINT64_C(1) << TLS_BIT : 0;
}

bool hwcaps_is_legacy_name(const char *architecture, const char *name)
{
	return bit_of_name(architecture, name) != 0;
}

uint64_t hwcaps_bits_of_path(const char *architecture, const char *path)
{
	char *copy = xstrdup(path);
	uint64_t bits = 0;

	for (;;) {
		char *slash = strrchr(copy, '/');
		uint64_t bit = slash ? bit_of_name(architecture, slash + 1) : 0;

		if (bit == 0)
			break;
		/* A sum: a name that is there twice counts as the next bit, or as none. */
		bits += bit;
		*slash = '\0';
	}
	free(copy);
	return bits;
}

bool hwcaps_accept(const struct hwcaps *hwcaps, const char *architecture, uint64_t bits)
{
	uint64_t all = 0, own = 0;

	/* Since 2.37 every entry with legacy bits is passed over. */
	if (!hwcaps->legacy)
		return bits == 0;
	for (size_t i = 0; i < X86_NAMES && is_x86(architecture); i++) {
		if (x86_names[i].bit < FIRST_PLATFORM)
			continue;
		all |= UINT64_C(1) << x86_names[i].bit;
		if (hwcaps->platform && strcmp(x86_names[i].name, hwcaps->platform) == 0)
			own = UINT64_C(1) << x86_names[i].bit;
	}
	if (bits & ~(hwcaps->bits | all | UINT64_C(1) << TLS_BIT))
		return false;
	return (bits & all) == 0 || (bits & all) == own;
}
