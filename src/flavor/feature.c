// SPDX-License-Identifier: MIT
#include "flavor/feature.h"

#include <stddef.h>
#include <string.h>

#include "flavor/feature-table.h"

/* Architectures that share their features, as bits. */
enum family {
	X86 = 1 << 0,
	ARM = 1 << 1,
	ARM64 = 1 << 2,
	PPC64 = 1 << 3,
	S390 = 1 << 4,
	RISCV = 1 << 5,
	LOONG = 1 << 6,
	MIPS = 1 << 7,
};

static const struct {
	const char *name; /* Debian's */
	enum family family;
} architectures[] = {
    {"amd64", X86},     {"i386", X86},      {"armhf", ARM},     {"armel", ARM},
    {"arm64", ARM64},   {"ppc64el", PPC64}, {"ppc64", PPC64},   {"s390x", S390},
    {"riscv64", RISCV}, {"loong64", LOONG}, {"mips64el", MIPS},
};

/* STFLE counts facilities from the most significant bit of the first word. */
#define FACILITY(number) FACILITIES + (number) / 64, 63 - (number) % 64

/* Register state that the kernel has to save before a feature works, as bits of XCR0. */
enum state {
	YMM = 0x6,      /* XMM and the upper halves of YMM */
	ZMM = 0xe6,     /* these, mask registers and both parts of ZMM */
	TMM = 0x60000,  /* AMX's tiles and their configuration */
	EGPR = 0x80000, /* APX's sixteen more registers */
};

/*
 * Every feature. Sources: for x86, the CPUID tables of Intel's Software Developer's Manual
 * (volume 2, and the instruction set extensions reference) and of AMD's Architecture Programmer's
 * Manual (volume 3, appendix E); otherwise Linux, arch/.../include/uapi/asm/hwcap.h, for PowerPC
 * uapi/asm/cputable.h, for s390x asm/elf.h and the facility list of the Principles of Operation.
 * The numbers are part of the kernel's ABI and never change; foreign headers are not at hand where
 * this is compiled.
 */
static const struct feature features[] = {
    /* The levels of the x86-64 psABI. */
    {X86, "fpu", CPUID_1_EDX, 0, 0},
    {X86, "cx8", CPUID_1_EDX, 8, 0},
    {X86, "cmov", CPUID_1_EDX, 15, 0},
    {X86, "mmx", CPUID_1_EDX, 23, 0},
    {X86, "fxsr", CPUID_1_EDX, 24, 0},
    {X86, "sse", CPUID_1_EDX, 25, 0},
    {X86, "sse2", CPUID_1_EDX, 26, 0},
    {X86, "syscall", CPUID_80000001_EDX, 11, 0},
    {X86, "sse3", CPUID_1_ECX, 0, 0},
    {X86, "ssse3", CPUID_1_ECX, 9, 0},
    {X86, "cx16", CPUID_1_ECX, 13, 0},
    {X86, "sse4.1", CPUID_1_ECX, 19, 0},
    {X86, "sse4.2", CPUID_1_ECX, 20, 0},
    {X86, "popcnt", CPUID_1_ECX, 23, 0},
    {X86, "lahf-sahf", CPUID_80000001_ECX, 0, 0},
    {X86, "fma", CPUID_1_ECX, 12, YMM},
    {X86, "movbe", CPUID_1_ECX, 22, 0},
    {X86, "osxsave", CPUID_1_ECX, 27, 0},
    {X86, "avx", CPUID_1_ECX, 28, YMM},
    {X86, "f16c", CPUID_1_ECX, 29, YMM},
    {X86, "bmi1", CPUID_7_EBX, 3, 0},
    {X86, "avx2", CPUID_7_EBX, 5, YMM},
    {X86, "bmi2", CPUID_7_EBX, 8, 0},
    {X86, "lzcnt", CPUID_80000001_ECX, 5, 0},
    {X86, "avx512f", CPUID_7_EBX, 16, ZMM},
    {X86, "avx512dq", CPUID_7_EBX, 17, ZMM},
    {X86, "avx512cd", CPUID_7_EBX, 28, ZMM},
    {X86, "avx512bw", CPUID_7_EBX, 30, ZMM},
    {X86, "avx512vl", CPUID_7_EBX, 31, ZMM},

    /* x86 features in no level. */
    {X86, "pclmulqdq", CPUID_1_ECX, 1, 0},
    {X86, "aes", CPUID_1_ECX, 25, 0},
    {X86, "xsave", CPUID_1_ECX, 26, 0},
    {X86, "rdrand", CPUID_1_ECX, 30, 0},
    {X86, "hle", CPUID_7_EBX, 4, 0},
    {X86, "rtm", CPUID_7_EBX, 11, 0},
    {X86, "rdseed", CPUID_7_EBX, 18, 0},
    {X86, "adx", CPUID_7_EBX, 19, 0},
    {X86, "clflushopt", CPUID_7_EBX, 23, 0},
    {X86, "clwb", CPUID_7_EBX, 24, 0},
    {X86, "sha", CPUID_7_EBX, 29, 0},
    {X86, "avx512ifma", CPUID_7_EBX, 21, ZMM},
    {X86, "avx512pf", CPUID_7_EBX, 26, ZMM},
    {X86, "avx512er", CPUID_7_EBX, 27, ZMM},
    {X86, "avx512vbmi", CPUID_7_ECX, 1, ZMM},
    {X86, "pku", CPUID_7_ECX, 4, 0}, /* OSPKE: the kernel has switched it on */
    {X86, "waitpkg", CPUID_7_ECX, 5, 0},
    {X86, "avx512vbmi2", CPUID_7_ECX, 6, ZMM},
    {X86, "gfni", CPUID_7_ECX, 8, 0},
    {X86, "vaes", CPUID_7_ECX, 9, YMM},
    {X86, "vpclmulqdq", CPUID_7_ECX, 10, YMM},
    {X86, "avx512vnni", CPUID_7_ECX, 11, ZMM},
    {X86, "avx512bitalg", CPUID_7_ECX, 12, ZMM},
    {X86, "avx512vpopcntdq", CPUID_7_ECX, 14, ZMM},
    {X86, "rdpid", CPUID_7_ECX, 22, 0},
    {X86, "cldemote", CPUID_7_ECX, 25, 0},
    {X86, "movdiri", CPUID_7_ECX, 27, 0},
    {X86, "movdir64b", CPUID_7_ECX, 28, 0},
    {X86, "avx5124vnniw", CPUID_7_EDX, 2, ZMM},
    {X86, "avx5124fmaps", CPUID_7_EDX, 3, ZMM},
    {X86, "avx512vp2intersect", CPUID_7_EDX, 8, ZMM},
    {X86, "serialize", CPUID_7_EDX, 14, 0},
    {X86, "amx-bf16", CPUID_7_EDX, 22, TMM},
    {X86, "avx512fp16", CPUID_7_EDX, 23, ZMM},
    {X86, "amx-tile", CPUID_7_EDX, 24, TMM},
    {X86, "amx-int8", CPUID_7_EDX, 25, TMM},
    {X86, "sha512", CPUID_71_EAX, 0, YMM},
    {X86, "sm3", CPUID_71_EAX, 1, YMM},
    {X86, "sm4", CPUID_71_EAX, 2, YMM},
    {X86, "avx-vnni", CPUID_71_EAX, 4, YMM},
    {X86, "avx512bf16", CPUID_71_EAX, 5, ZMM},
    {X86, "amx-fp16", CPUID_71_EAX, 21, TMM},
    {X86, "avx-ifma", CPUID_71_EAX, 23, YMM},
    {X86, "avx-vnni-int8", CPUID_71_EDX, 4, YMM},
    {X86, "avx-ne-convert", CPUID_71_EDX, 5, YMM},
    {X86, "avx-vnni-int16", CPUID_71_EDX, 10, YMM},
    {X86, "apxf", CPUID_71_EDX, 21, EGPR},
    {X86, "xsaveopt", CPUID_D1_EAX, 0, 0},
    {X86, "xsavec", CPUID_D1_EAX, 1, 0},
    {X86, "sse4a", CPUID_80000001_ECX, 6, 0},
    {X86, "prfchw", CPUID_80000001_ECX, 8, 0},
    {X86, "xop", CPUID_80000001_ECX, 11, YMM},
    {X86, "fma4", CPUID_80000001_ECX, 16, YMM},
    {X86, "tbm", CPUID_80000001_ECX, 21, 0},
    {X86, "mmxext", CPUID_80000001_EDX, 22, 0},
    {X86, "rdtscp", CPUID_80000001_EDX, 27, 0},
    {X86, "3dnowext", CPUID_80000001_EDX, 30, 0},
    {X86, "3dnow", CPUID_80000001_EDX, 31, 0},
    /* CPUID says that the CPU has it; programs may use it only where Linux says so too. */
    {X86, "fsgsbase", HWCAP2, 1, 0},

    {ARM, "swp", HWCAP, 0, 0},
    {ARM, "half", HWCAP, 1, 0},
    {ARM, "thumb", HWCAP, 2, 0},
    {ARM, "26bit", HWCAP, 3, 0},
    {ARM, "fastmult", HWCAP, 4, 0},
    {ARM, "fpa", HWCAP, 5, 0},
    {ARM, "vfp", HWCAP, 6, 0},
    {ARM, "edsp", HWCAP, 7, 0},
    {ARM, "java", HWCAP, 8, 0},
    {ARM, "iwmmxt", HWCAP, 9, 0},
    {ARM, "crunch", HWCAP, 10, 0},
    {ARM, "thumbee", HWCAP, 11, 0},
    {ARM, "neon", HWCAP, 12, 0},
    {ARM, "vfpv3", HWCAP, 13, 0},
    {ARM, "vfpv3d16", HWCAP, 14, 0}, /* only 16 registers: never together with vfpd32 */
    {ARM, "tls", HWCAP, 15, 0},
    {ARM, "vfpv4", HWCAP, 16, 0},
    {ARM, "idiva", HWCAP, 17, 0},
    {ARM, "idivt", HWCAP, 18, 0},
    {ARM, "vfpd32", HWCAP, 19, 0},
    {ARM, "lpae", HWCAP, 20, 0},
    {ARM, "evtstrm", HWCAP, 21, 0},
    {ARM, "fphp", HWCAP, 22, 0},
    {ARM, "asimdhp", HWCAP, 23, 0},
    {ARM, "asimddp", HWCAP, 24, 0},
    {ARM, "asimdfhm", HWCAP, 25, 0},
    {ARM, "asimdbf16", HWCAP, 26, 0},
    {ARM, "i8mm", HWCAP, 27, 0},
    {ARM, "aes", HWCAP2, 0, 0},
    {ARM, "pmull", HWCAP2, 1, 0},
    {ARM, "sha1", HWCAP2, 2, 0},
    {ARM, "sha2", HWCAP2, 3, 0},
    {ARM, "crc32", HWCAP2, 4, 0},
    {ARM, "sb", HWCAP2, 5, 0},
    {ARM, "ssbs", HWCAP2, 6, 0},

    {ARM64, "fp", HWCAP, 0, 0},
    {ARM64, "asimd", HWCAP, 1, 0},
    {ARM64, "evtstrm", HWCAP, 2, 0},
    {ARM64, "aes", HWCAP, 3, 0},
    {ARM64, "pmull", HWCAP, 4, 0},
    {ARM64, "sha1", HWCAP, 5, 0},
    {ARM64, "sha2", HWCAP, 6, 0},
    {ARM64, "crc32", HWCAP, 7, 0},
    {ARM64, "atomics", HWCAP, 8, 0},
    {ARM64, "fphp", HWCAP, 9, 0},
    {ARM64, "asimdhp", HWCAP, 10, 0},
    {ARM64, "cpuid", HWCAP, 11, 0},
    {ARM64, "asimdrdm", HWCAP, 12, 0},
    {ARM64, "jscvt", HWCAP, 13, 0},
    {ARM64, "fcma", HWCAP, 14, 0},
    {ARM64, "lrcpc", HWCAP, 15, 0},
    {ARM64, "dcpop", HWCAP, 16, 0},
    {ARM64, "sha3", HWCAP, 17, 0},
    {ARM64, "sm3", HWCAP, 18, 0},
    {ARM64, "sm4", HWCAP, 19, 0},
    {ARM64, "asimddp", HWCAP, 20, 0},
    {ARM64, "sha512", HWCAP, 21, 0},
    {ARM64, "sve", HWCAP, 22, 0},
    {ARM64, "asimdfhm", HWCAP, 23, 0},
    {ARM64, "dit", HWCAP, 24, 0},
    {ARM64, "uscat", HWCAP, 25, 0},
    {ARM64, "ilrcpc", HWCAP, 26, 0},
    {ARM64, "flagm", HWCAP, 27, 0},
    {ARM64, "ssbs", HWCAP, 28, 0},
    {ARM64, "sb", HWCAP, 29, 0},
    {ARM64, "paca", HWCAP, 30, 0},
    {ARM64, "pacg", HWCAP, 31, 0},
    {ARM64, "dcpodp", HWCAP2, 0, 0},
    {ARM64, "sve2", HWCAP2, 1, 0},
    {ARM64, "sveaes", HWCAP2, 2, 0},
    {ARM64, "svepmull", HWCAP2, 3, 0},
    {ARM64, "svebitperm", HWCAP2, 4, 0},
    {ARM64, "svesha3", HWCAP2, 5, 0},
    {ARM64, "svesm4", HWCAP2, 6, 0},
    {ARM64, "flagm2", HWCAP2, 7, 0},
    {ARM64, "frint", HWCAP2, 8, 0},
    {ARM64, "svei8mm", HWCAP2, 9, 0},
    {ARM64, "svef32mm", HWCAP2, 10, 0},
    {ARM64, "svef64mm", HWCAP2, 11, 0},
    {ARM64, "svebf16", HWCAP2, 12, 0},
    {ARM64, "i8mm", HWCAP2, 13, 0},
    {ARM64, "bf16", HWCAP2, 14, 0},
    {ARM64, "dgh", HWCAP2, 15, 0},
    {ARM64, "rng", HWCAP2, 16, 0},
    {ARM64, "bti", HWCAP2, 17, 0},
    {ARM64, "mte", HWCAP2, 18, 0},
    {ARM64, "sme", HWCAP2, 23, 0},
    {ARM64, "wfxt", HWCAP2, 31, 0},
    {ARM64, "cssc", HWCAP2, 34, 0},
    {ARM64, "sve2p1", HWCAP2, 36, 0},
    {ARM64, "sme2", HWCAP2, 37, 0},
    {ARM64, "mops", HWCAP2, 43, 0},
    {ARM64, "lrcpc3", HWCAP2, 46, 0},
    {ARM64, "lse128", HWCAP2, 47, 0},

    /* The names of LD_SHOW_AUXV: Linux prints none. */
    {PPC64, "true_le", HWCAP, 1, 0},
    {PPC64, "vsx", HWCAP, 7, 0},
    {PPC64, "arch_2_06", HWCAP, 8, 0},
    {PPC64, "dfp", HWCAP, 10, 0},
    {PPC64, "arch_2_05", HWCAP, 12, 0},
    {PPC64, "fpu", HWCAP, 27, 0},
    {PPC64, "altivec", HWCAP, 28, 0},
    {PPC64, "mma", HWCAP2, 17, 0},
    {PPC64, "arch_3_1", HWCAP2, 18, 0},
    {PPC64, "htm-no-suspend", HWCAP2, 19, 0},
    {PPC64, "scv", HWCAP2, 20, 0},
    {PPC64, "darn", HWCAP2, 21, 0},
    {PPC64, "ieee128", HWCAP2, 22, 0},
    {PPC64, "arch_3_00", HWCAP2, 23, 0},
    {PPC64, "htm-nosc", HWCAP2, 24, 0},
    {PPC64, "vcrypto", HWCAP2, 25, 0},
    {PPC64, "tar", HWCAP2, 26, 0},
    {PPC64, "isel", HWCAP2, 27, 0},
    {PPC64, "ebb", HWCAP2, 28, 0},
    {PPC64, "dscr", HWCAP2, 29, 0},
    {PPC64, "htm", HWCAP2, 30, 0},
    {PPC64, "arch_2_07", HWCAP2, 31, 0},

    {S390, "esan3", HWCAP, 0, 0},
    {S390, "zarch", HWCAP, 1, 0},
    {S390, "stfle", HWCAP, 2, 0},
    {S390, "msa", HWCAP, 3, 0},
    {S390, "ldisp", HWCAP, 4, 0},
    {S390, "eimm", HWCAP, 5, 0},
    {S390, "dfp", HWCAP, 6, 0},
    {S390, "edat", HWCAP, 7, 0},
    {S390, "etf3eh", HWCAP, 8, 0},
    {S390, "highgprs", HWCAP, 9, 0},
    {S390, "te", HWCAP, 10, 0},
    {S390, "vx", HWCAP, 11, 0},
    {S390, "vxd", HWCAP, 12, 0},
    {S390, "vxe", HWCAP, 13, 0},
    {S390, "gs", HWCAP, 14, 0},
    {S390, "vxe2", HWCAP, 15, 0},
    {S390, "vxp", HWCAP, 16, 0},
    {S390, "sort", HWCAP, 17, 0},
    {S390, "dflt", HWCAP, 18, 0},
    {S390, "vxp2", HWCAP, 19, 0},
    {S390, "nnpa", HWCAP, 20, 0},
    {S390, "pcimio", HWCAP, 21, 0},
    {S390, "sie", HWCAP, 22, 0},
    /* Linux adds no bits for what needs no help from it (z17): the names follow those above. */
    {S390, "mie2", FACILITY(58), 0},
    {S390, "mie3", FACILITY(61), 0},
    {S390, "mie4", FACILITY(84), 0},
    {S390, "vxe3", FACILITY(198), 0},
    {S390, "vxp3", FACILITY(199), 0},
    {S390, "concurrent-functions", FACILITY(201), 0},

    /* One bit per letter of the ISA string. */
    {RISCV, "a", HWCAP, 'a' - 'a', 0},
    {RISCV, "c", HWCAP, 'c' - 'a', 0},
    {RISCV, "d", HWCAP, 'd' - 'a', 0},
    {RISCV, "f", HWCAP, 'f' - 'a', 0},
    {RISCV, "i", HWCAP, 'i' - 'a', 0},
    {RISCV, "m", HWCAP, 'm' - 'a', 0},
    {RISCV, "v", HWCAP, 'v' - 'a', 0},

    {LOONG, "cpucfg", HWCAP, 0, 0},
    {LOONG, "lam", HWCAP, 1, 0},
    {LOONG, "ual", HWCAP, 2, 0},
    {LOONG, "fpu", HWCAP, 3, 0},
    {LOONG, "lsx", HWCAP, 4, 0},
    {LOONG, "lasx", HWCAP, 5, 0},
    {LOONG, "crc32", HWCAP, 6, 0},
    {LOONG, "complex", HWCAP, 7, 0},
    {LOONG, "crypto", HWCAP, 8, 0},
    {LOONG, "lvz", HWCAP, 9, 0},
    {LOONG, "lbt_x86", HWCAP, 10, 0},
    {LOONG, "lbt_arm", HWCAP, 11, 0},
    {LOONG, "lbt_mips", HWCAP, 12, 0},

    {MIPS, "r6", HWCAP, 0, 0},
    {MIPS, "msa", HWCAP, 1, 0},
    {MIPS, "crc32", HWCAP, 2, 0},
};

enum { FEATURES = sizeof(features) / sizeof(features[0]) };

/* The family of a Debian architecture, 0 for an unknown one. */
static unsigned family_of(const char *architecture)
{
	for (size_t i = 0; i < sizeof(architectures) / sizeof(architectures[0]); i++)
		if (!strcmp(architectures[i].name, architecture))
			return architectures[i].family;
	return 0;
}

const struct feature *feature_find(const char *architecture, const char *name)
{
	unsigned family = family_of(architecture);

	for (size_t i = 0; i < FEATURES; i++)
		if ((features[i].families & family) && !strcmp(features[i].name, name))
			return &features[i];
	return NULL;
}

bool feature_known(const char *architecture, const char *feature)
{
	return feature_find(architecture, feature) != NULL;
}

void feature_names(const char *architecture, struct strlist *names)
{
	unsigned family = family_of(architecture);

	for (size_t i = 0; i < FEATURES; i++)
		if (features[i].families & family)
			strlist_add(names, features[i].name);
}

int feature_hwcap_bit(const char *architecture, const char *feature)
{
	const struct feature *found = feature_find(architecture, feature);

	return found && found->word == HWCAP ? (int)found->bit : -1;
}

bool feature_test(const char *architecture, const char *feature, struct feature_test *test)
{
	static const char *const words[FACILITIES] = {
	    [CPUID_1_ECX] = "CPUID_1_ECX",
	    [CPUID_1_EDX] = "CPUID_1_EDX",
	    [CPUID_7_EBX] = "CPUID_7_EBX",
	    [CPUID_7_ECX] = "CPUID_7_ECX",
	    [CPUID_7_EDX] = "CPUID_7_EDX",
	    [CPUID_71_EAX] = "CPUID_71_EAX",
	    [CPUID_71_EDX] = "CPUID_71_EDX",
	    [CPUID_D1_EAX] = "CPUID_D1_EAX",
	    [CPUID_80000001_ECX] = "CPUID_80000001_ECX",
	    [CPUID_80000001_EDX] = "CPUID_80000001_EDX",
	    [XCR0] = "XCR0",
	    [HWCAP] = "HWCAP",
	    [HWCAP2] = "HWCAP2",
	};
	const struct feature *found = feature_find(architecture, feature);

	if (!found || found->word >= FACILITIES)
		return false;
	*test = (struct feature_test){words[found->word], found->bit, found->state};
	return true;
}
