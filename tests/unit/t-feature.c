// SPDX-License-Identifier: MIT
/*
 * What hwflavor finds on this CPU, against what two others find: the compiler's run-time library
 * (__builtin_cpu_supports) and the kernel (/proc/cpuinfo). Both apply the same rule as hwflavor: a
 * feature whose registers the kernel does not save is absent.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flavor/feature.h"
#include "flavor/machine.h"

static unsigned count;
static unsigned failed;

static void ok(bool passed, const char *name)
{
	count++;
	failed += !passed;
	printf("%sok %u - %s\n", passed ? "" : "not ", count, name);
}

static void skip(const char *name, const char *why)
{
	printf("ok %u - %s # SKIP %s\n", ++count, name, why);
}

static void test_names(void)
{
	struct strlist names = {0};
	bool all = true;

	ok(feature_known("amd64", "avx2") && feature_known("i386", "sse2"),
	   "x86 features are known");
	ok(feature_known("armhf", "neon") && feature_known("s390x", "vxe2") &&
	       feature_known("ppc64el", "arch_3_00") && feature_known("arm64", "sve2") &&
	       feature_known("riscv64", "v") && feature_known("loong64", "lasx"),
	   "features of other architectures are known");
	ok(!feature_known("amd64", "neon") && !feature_known("armhf", "avx2"),
	   "a feature belongs to its architecture");
	ok(!feature_known("amd64", "avx3") && !feature_known("amd64", "AVX2") &&
	       !feature_known("amd64", "") && !feature_known("z80", "avx2"),
	   "unknown names are unknown");

	feature_names("amd64", &names);
	for (size_t i = 0; i < names.count; i++) {
		all = all && feature_known("amd64", names.items[i]);
		for (size_t j = 0; j < i; j++)
			all = all && strcmp(names.items[i], names.items[j]);
	}
	ok(names.count > 50 && all, "names are known and listed once");
	ok(did_you_mean("sse41", &names) && !strcmp(did_you_mean("sse41", &names), "sse4.1"),
	   "names serve for \"did you mean\"");
	strlist_free(&names);
	feature_names("z80", &names);
	ok(names.count == 0, "an unknown architecture has no names");
	strlist_free(&names);
}

static void test_machine(void)
{
	const char *own = machine_architecture();
	char *cpu = machine_cpu_name();

	ok(strcmp(own, "unknown") && machine_runs(own), "this machine runs its own programs");
	ok(machine_runs("i386") == (!strcmp(own, "amd64") || !strcmp(own, "i386")),
	   "only x86 runs i386");
	ok(!machine_runs("z80") && !machine_has_feature("no such"), "unknown names are absent");
	ok(*cpu && !strchr(cpu, '\n'), "the CPU's name is one line");
	printf("# %s: %s\n", own, cpu);
	free(cpu);
}

static void show_features(void)
{
	struct strlist names = {0};

	feature_names(machine_architecture(), &names);
	printf("#");
	for (size_t i = 0; i < names.count; i++)
		if (machine_has_feature(names.items[i]))
			printf(" %s", names.items[i]);
	printf("\n");
	strlist_free(&names);
}

#if defined(__x86_64__) || defined(__i386__)
static void test_compiler(void)
{
	/* The builtin takes literals only; these are the ones both GCC 12 and Clang 14 know. */
#define SAME(compilers, ours) \
	ok(!!__builtin_cpu_supports(compilers) == machine_has_feature(ours), \
	   ours " as the compiler's library sees it")

	__builtin_cpu_init();
	SAME("cmov", "cmov");
	SAME("mmx", "mmx");
	SAME("sse", "sse");
	SAME("sse2", "sse2");
	SAME("sse3", "sse3");
	SAME("ssse3", "ssse3");
	SAME("sse4.1", "sse4.1");
	SAME("sse4.2", "sse4.2");
	SAME("popcnt", "popcnt");
	SAME("avx", "avx");
	SAME("avx2", "avx2");
	SAME("bmi", "bmi1");
	SAME("bmi2", "bmi2");
	SAME("fma", "fma");
	SAME("aes", "aes");
	SAME("pclmul", "pclmulqdq");
	SAME("gfni", "gfni");
	SAME("vpclmulqdq", "vpclmulqdq");
	SAME("sse4a", "sse4a");
	SAME("fma4", "fma4");
	SAME("xop", "xop");
	SAME("avx512f", "avx512f");
	SAME("avx512bw", "avx512bw");
	SAME("avx512cd", "avx512cd");
	SAME("avx512dq", "avx512dq");
	SAME("avx512vl", "avx512vl");
	SAME("avx512ifma", "avx512ifma");
	SAME("avx512vbmi", "avx512vbmi");
	SAME("avx512vbmi2", "avx512vbmi2");
	SAME("avx512vnni", "avx512vnni");
	SAME("avx512bitalg", "avx512bitalg");
	SAME("avx512vpopcntdq", "avx512vpopcntdq");
#undef SAME
}

/* The value of the first line of /proc/cpuinfo with that key, or NULL; caller frees. */
static char *cpuinfo(const char *key)
{
	char *line = NULL, *value = NULL;
	size_t room = 0;
	FILE *file = fopen("/proc/cpuinfo", "re");

	while (file && !value && getline(&line, &room, file) > 0) {
		char *colon = strstr(line, ": ");

		line[strcspn(line, "\n")] = '\0';
		if (colon && !strncmp(line, key, strlen(key)))
			value = xstrdup(colon + 2);
	}
	free(line);
	if (file)
		fclose(file);
	return value;
}

/* Where Linux and hwflavor name a feature differently; elsewhere the names are the same. */
static const struct {
	const char *ours;
	const char *kernel; /* NULL: Linux shows none */
} renamed[] = {
    {"sse3", "pni"},
    {"sse4.1", "sse4_1"},
    {"sse4.2", "sse4_2"},
    {"lahf-sahf", "lahf_lm"},
    {"lzcnt", "abm"},
    {"sha", "sha_ni"},
    {"pku", "ospke"},
    {"prfchw", "3dnowprefetch"},
    {"avx-vnni", "avx_vnni"},
    {"avx512vbmi2", "avx512_vbmi2"},
    {"avx512vnni", "avx512_vnni"},
    {"avx512bitalg", "avx512_bitalg"},
    {"avx512vpopcntdq", "avx512_vpopcntdq"},
    {"avx5124vnniw", "avx512_4vnniw"},
    {"avx5124fmaps", "avx512_4fmaps"},
    {"avx512vp2intersect", "avx512_vp2intersect"},
    {"avx512bf16", "avx512_bf16"},
    {"avx512fp16", "avx512_fp16"},
    {"amx-bf16", "amx_bf16"},
    {"amx-tile", "amx_tile"},
    {"amx-int8", "amx_int8"},
    {"osxsave", NULL},
    /* Younger than the kernels this may run on. */
    {"sha512", NULL},
    {"sm3", NULL},
    {"sm4", NULL},
    {"amx-fp16", NULL},
    {"avx-ifma", NULL},
    {"avx-vnni-int8", NULL},
    {"avx-ne-convert", NULL},
    {"avx-vnni-int16", NULL},
    {"apxf", NULL},
};

static const char *kernel_name(const char *ours)
{
	for (size_t i = 0; i < sizeof(renamed) / sizeof(renamed[0]); i++)
		if (!strcmp(renamed[i].ours, ours))
			return renamed[i].kernel;
	return ours;
}

static void compare_flags(const struct strlist *flags)
{
	struct strlist names = {0};

	feature_names("amd64", &names);
	for (size_t i = 0; i < names.count; i++) {
		const char *ours = names.items[i];
		const char *kernel = kernel_name(ours);
		char *text;

		if (!kernel)
			continue;
		text = str_format("%s as the kernel sees it", ours);
		ok(strlist_has(flags, kernel) == machine_has_feature(ours), text);
		free(text);
	}
	strlist_free(&names);
}

static void test_kernel(void)
{
	struct strlist flags = {0};
	char *model = cpuinfo("model name");
	char *cpu = machine_cpu_name();
	char *line = cpuinfo("flags");

	/* Under qemu-user /proc/cpuinfo is the host's, CPUID the emulated CPU's. */
	if (!line || !model || strcmp(model, cpu)) {
		skip("features as the kernel sees them", "/proc/cpuinfo is about another CPU");
	} else {
		strlist_add_words(&flags, line);
		compare_flags(&flags);
	}
	strlist_free(&flags);
	free(line);
	free(cpu);
	free(model);
}
#else
static void test_compiler(void)
{
	skip("features as the compiler's library sees them", "not x86");
}

static void test_kernel(void)
{
	skip("features as the kernel sees them", "not x86");
}
#endif

int main(void)
{
	test_names();
	test_machine();
	show_features();
	test_compiler();
	test_kernel();
	printf("1..%u\n", count);
	return failed ? 1 : 0;
}
