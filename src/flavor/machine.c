// SPDX-License-Identifier: MIT
#include "flavor/machine.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "base/str.h"
#include "flavor/feature-table.h"

const char *machine_architecture(void)
{
#if defined(__x86_64__) && defined(__LP64__)
	return "amd64";
#elif defined(__i386__)
	return "i386";
#elif defined(__aarch64__) && defined(__AARCH64EL__)
	return "arm64";
#elif defined(__arm__) && defined(__ARM_PCS_VFP)
	return "armhf";
#elif defined(__arm__)
	return "armel";
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
	return "ppc64el";
#elif defined(__powerpc64__)
	return "ppc64";
#elif defined(__s390x__)
	return "s390x";
#elif defined(__riscv) && __riscv_xlen == 64
	return "riscv64";
#elif defined(__loongarch64)
	return "loong64";
#elif defined(__mips64) && defined(__MIPSEL__)
	return "mips64el";
#else
	return "unknown";
#endif
}

bool machine_runs(const char *architecture)
{
	const char *own = machine_architecture();

	return !strcmp(own, architecture) ||
	       (!strcmp(own, "amd64") && !strcmp(architecture, "i386"));
}

#if defined(__x86_64__) || defined(__i386__)
static void read_leaf_7(uint64_t words[WORDS])
{
	unsigned eax, ebx, ecx, edx;

	/* Subleaf 0 says in EAX which subleaf is the last. */
	if (!__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx))
		return;
	words[CPUID_7_EBX] = ebx;
	words[CPUID_7_ECX] = ecx;
	words[CPUID_7_EDX] = edx;
	if (eax < 1)
		return;
	__cpuid_count(7, 1, eax, ebx, ecx, edx);
	words[CPUID_71_EAX] = eax;
	words[CPUID_71_EDX] = edx;
}

static void read_cpu(uint64_t words[WORDS])
{
	unsigned eax, ebx, ecx, edx;

	if (__get_cpuid(1, &eax, &ebx, &ecx, &edx)) {
		words[CPUID_1_ECX] = ecx;
		words[CPUID_1_EDX] = edx;
	}
	read_leaf_7(words);
	if (__get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx)) {
		words[CPUID_80000001_ECX] = ecx;
		words[CPUID_80000001_EDX] = edx;
	}
	/* XGETBV and the leaf on saved state fault or lie where the kernel has not set OSXSAVE. */
	if (!(words[CPUID_1_ECX] & bit_OSXSAVE))
		return;
	__asm__("xgetbv" : "=a"(eax), "=d"(edx) : "c"(0));
	words[XCR0] = (uint64_t)edx << 32 | eax;
	if (__get_cpuid_count(0xd, 1, &eax, &ebx, &ecx, &edx))
		words[CPUID_D1_EAX] = eax;
}
#elif defined(__s390x__)
/* Stores as many of the four words as the CPU has. */
static void store_facilities(uint64_t list[4])
{
	typedef uint64_t facilities[4];
	/* STFLE takes in register 0 how many words follow the first. */
	register unsigned long last __asm__("0") = 3;

	__asm__ volatile("stfle %0" : "+Q"(*(facilities *)list), "+d"(last) : : "cc");
}

static void read_cpu(uint64_t words[WORDS])
{
	const unsigned long stfle = 1 << 2;

	if (words[HWCAP] & stfle)
		store_facilities(&words[FACILITIES]);
}
#else
static void read_cpu(uint64_t words[WORDS])
{
	(void)words;
}
#endif

/* Read once: a hypervisor makes each CPUID cost a thousand times what it does on a bare machine. */
static const uint64_t *machine_words(void)
{
	static uint64_t words[WORDS];
	static bool done;

	if (!done) {
		words[HWCAP] = getauxval(AT_HWCAP);
		words[HWCAP2] = getauxval(AT_HWCAP2);
		read_cpu(words);
		done = true;
	}
	return words;
}

bool machine_has_feature(const char *feature)
{
	const struct feature *found = feature_find(machine_architecture(), feature);
	const uint64_t *words;

	if (!found)
		return false;
	words = machine_words();
	return (words[found->word] >> found->bit & 1) &&
	       (words[XCR0] & found->state) == found->state;
}

/* Without blanks around it, and NULL when nothing is left; points into text. */
static char *trim(char *text)
{
	char *end = text + strlen(text);

	text += strspn(text, " \t");
	while (end > text && strchr(" \t\n", end[-1]))
		end--;
	*end = '\0';
	return *text ? text : NULL;
}

#if defined(__x86_64__) || defined(__i386__)
static char *cpu_name(void)
{
	unsigned words[12] = {0};
	char brand[sizeof(words) + 1] = "";
	char *name;

	/* GCC declares the result unsigned, Clang does not. */
	if ((unsigned)__get_cpuid_max(0x80000000, NULL) < 0x80000004)
		return NULL;
	for (unsigned i = 0; i < 3; i++) {
		unsigned *part = words + 4 * i;

		__cpuid(0x80000002 + i, part[0], part[1], part[2], part[3]);
	}
	memcpy(brand, words, sizeof(words));
	name = trim(brand);
	return name ? xstrdup(name) : NULL;
}
#else
/* The value of a "key : value" line of /proc/cpuinfo, or NULL; points into line. */
static char *cpuinfo_value(char *line, const char *key)
{
	size_t length = strlen(key);
	char *rest = line + length;

	if (strncmp(line, key, length))
		return NULL;
	rest += strspn(rest, " \t");
	return *rest == ':' ? trim(rest + 1) : NULL;
}

/* Architectures disagree on the line that names the model: the first key that is there wins. */
static char *cpu_name(void)
{
	static const char *const keys[] = {"model name", "Model Name", "cpu model", "cpu",
	                                   "uarch",      "Hardware",   "machine"};
	char *best = NULL;
	size_t rank = sizeof(keys) / sizeof(keys[0]);
	char *line = NULL;
	size_t room = 0;
	FILE *file = fopen("/proc/cpuinfo", "re");

	if (!file)
		return NULL;
	while (getline(&line, &room, file) > 0) {
		for (size_t i = 0; i < rank; i++) {
			char *value = cpuinfo_value(line, keys[i]);

			if (value) {
				free(best);
				best = xstrdup(value);
				rank = i;
			}
		}
	}
	free(line);
	fclose(file);
	return best;
}
#endif

char *machine_cpu_name(void)
{
	char *name = cpu_name();

	return name ? name : xstrdup("unknown");
}
