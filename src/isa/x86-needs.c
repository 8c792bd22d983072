// SPDX-License-Identifier: MIT
#include <Zydis/Zydis.h>

#include "isa/x86-needs.h"

/*
 * Zydis's ISA sets, which are those of Intel's XED, and the CPUID bit that each needs according to
 * Intel's Software Developer's Manual (volume 2, "CPUID Feature Flag" of each instruction) and
 * AMD's Architecture Programmer's Manual (volumes 3 and 4). 128N and SCALAR are EVEX forms that
 * need no AVX512VL.
 *
 * Left out, as no CPU of the architecture lacks them: I86 to I486, PPRO, PENTIUMREAL's rdtsc,
 * LONGMODE, CLFSH. Left out as harmless: FAT_NOP, PAUSE, PREFETCH_NOP, PREFETCHWT1, SSE_PREFETCH,
 * CLDEMOTE, CET and MPX (nops on older CPUs, but for instructions that run only after a CET or MPX
 * nop has told that they may). Left out as only the kernel may run them: I286PROTECTED, INVPCID,
 * MONITOR, SMAP, SMX, SNP, SVM, TDX, VTX, VMFUNC, XSAVES, PCONFIG, AMD_INVLPGB, RDPMC.
 */
#define SET(name, ...) [ZYDIS_ISA_SET_##name] = {{__VA_ARGS__}}
#define EVEX(name, feature) \
	SET(name##_128, feature, "avx512vl"), SET(name##_256, feature, "avx512vl"), \
	    SET(name##_512, feature)
/* An extension of its own that EVEX widens. */
#define WIDENED(name, feature) \
	SET(name##_128, feature, "avx512vl"), SET(name##_256, feature, "avx512vl"), \
	    SET(name##_512, feature, "avx512f")

enum { SETS = ZYDIS_ISA_SET_MAX_VALUE + 1 };

static const struct needs sets[SETS] = {
    SET(X87, "fpu"),
    SET(FCMOV, "fpu", "cmov"),
    SET(CMOV, "cmov"),
    SET(AMD, "syscall"),
    SET(PENTIUMMMX, "mmx"),
    SET(FXSAVE, "fxsr"),
    SET(FXSAVE64, "fxsr"),
    SET(SSE, "sse"),
    SET(SSEMXCSR, "sse"),
    SET(SSE2, "sse2"),
    SET(SSE2MMX, "sse2"),
    SET(SSE3, "sse3"),
    SET(SSE3X87, "sse3"),
    SET(SSSE3, "ssse3"),
    SET(SSSE3MMX, "ssse3"),
    SET(SSE4, "sse4.1"),
    SET(SSE42, "sse4.2"),
    SET(SSE4A, "sse4a"),
    SET(POPCNT, "popcnt"),
    SET(CMPXCHG16B, "cx16"),
    SET(LAHF, "lahf-sahf"),
    SET(AMD3DNOW, "3dnow"),

    SET(AVX, "avx"),
    SET(AVX2, "avx2"),
    SET(AVX2GATHER, "avx2"),
    SET(F16C, "f16c"),
    SET(FMA, "fma"),
    SET(BMI1, "bmi1"),
    SET(BMI2, "bmi2"),
    SET(LZCNT, "lzcnt"),
    SET(MOVBE, "movbe"),
    /* They fault until the kernel has switched them on, which OSXSAVE tells. */
    SET(XSAVE, "osxsave"),
    SET(XSAVEOPT, "xsaveopt"),
    SET(XSAVEC, "xsavec"),

    SET(ADOX_ADCX, "adx"),
    SET(AES, "aes"),
    SET(AVXAES, "aes", "avx"),
    SET(VAES, "vaes"),
    SET(PCLMULQDQ, "pclmulqdq"),
    SET(VPCLMULQDQ, "vpclmulqdq"),
    SET(SHA, "sha"),
    SET(GFNI, "gfni"),
    SET(AVX_GFNI, "gfni", "avx"),
    SET(AVX_VNNI, "avx-vnni"),
    SET(RDRAND, "rdrand"),
    SET(RDSEED, "rdseed"),
    SET(RDPID, "rdpid"),
    SET(RDTSCP, "rdtscp"),
    SET(RDWRFSGS, "fsgsbase"),
    SET(RTM, "rtm"),
    SET(PKU, "pku"),
    SET(CLFLUSHOPT, "clflushopt"),
    SET(CLWB, "clwb"),
    SET(WAITPKG, "waitpkg"),
    SET(MOVDIR, "movdiri"),
    SET(SERIALIZE, "serialize"),
    SET(AMX_TILE, "amx-tile"),
    SET(AMX_INT8, "amx-int8"),
    SET(AMX_BF16, "amx-bf16"),
    SET(XOP, "xop"),
    SET(FMA4, "fma4"),
    SET(TBM, "tbm"),

    EVEX(AVX512F, "avx512f"),
    SET(AVX512F_128N, "avx512f"),
    SET(AVX512F_KOP, "avx512f"),
    SET(AVX512F_SCALAR, "avx512f"),
    EVEX(AVX512BW, "avx512bw"),
    SET(AVX512BW_128N, "avx512bw"),
    SET(AVX512BW_KOP, "avx512bw"),
    EVEX(AVX512DQ, "avx512dq"),
    SET(AVX512DQ_128N, "avx512dq"),
    SET(AVX512DQ_KOP, "avx512dq"),
    SET(AVX512DQ_SCALAR, "avx512dq"),
    EVEX(AVX512CD, "avx512cd"),
    SET(AVX512ER_512, "avx512er"),
    SET(AVX512ER_SCALAR, "avx512er"),
    SET(AVX512PF_512, "avx512pf"),
    SET(AVX512_4FMAPS_512, "avx5124fmaps"),
    SET(AVX512_4FMAPS_SCALAR, "avx5124fmaps"),
    SET(AVX512_4VNNIW_512, "avx5124vnniw"),
    EVEX(AVX512_BF16, "avx512bf16"),
    EVEX(AVX512_BITALG, "avx512bitalg"),
    EVEX(AVX512_FP16, "avx512fp16"),
    SET(AVX512_FP16_128N, "avx512fp16"),
    SET(AVX512_FP16_SCALAR, "avx512fp16"),
    EVEX(AVX512_IFMA, "avx512ifma"),
    EVEX(AVX512_VBMI, "avx512vbmi"),
    EVEX(AVX512_VBMI2, "avx512vbmi2"),
    EVEX(AVX512_VNNI, "avx512vnni"),
    EVEX(AVX512_VP2INTERSECT, "avx512vp2intersect"),
    EVEX(AVX512_VPOPCNTDQ, "avx512vpopcntdq"),
    WIDENED(AVX512_GFNI, "gfni"),
    WIDENED(AVX512_VAES, "vaes"),
    WIDENED(AVX512_VPCLMULQDQ, "vpclmulqdq"),

    /* What flavor/feature.c has no name for: GCC's options. */
    SET(CLZERO, "clzero"),
    SET(ENQCMD, "enqcmd"),
    SET(HRESET, "hreset"),
    SET(KEYLOCKER, "kl"),
    SET(KEYLOCKER_WIDE, "widekl"),
    SET(LWP, "lwp"),
    SET(MONITORX, "mwaitx"),
    SET(PT, "ptwrite"),
    SET(SGX, "sgx"),
    SET(TSX_LDTRK, "tsxldtrk"),
    SET(UINTR, "uintr"),
    /* And GCC has none: the names of the sets. */
    SET(MCOMMIT, "mcommit"),
    SET(PADLOCK_ACE, "padlock"),
    SET(PADLOCK_PHE, "padlock"),
    SET(PADLOCK_PMM, "padlock"),
    SET(PADLOCK_RNG, "padlock"),
    SET(RDPRU, "rdpru"),
};

/* Instructions that need something else than their set does. Rows follow those of the sets. */
static const struct {
	ZydisISASet set;
	ZydisMnemonic mnemonic;
	struct needs needs;
} exceptions[] = {
    {ZYDIS_ISA_SET_BMI1, ZYDIS_MNEMONIC_TZCNT, {{NULL}}}, /* "rep bsf", see isa.h */
    {ZYDIS_ISA_SET_XSAVE, ZYDIS_MNEMONIC_XGETBV, {{"osxsave"}}},
    {ZYDIS_ISA_SET_AVX, ZYDIS_MNEMONIC_VPCLMULQDQ, {{"pclmulqdq", "avx"}}},
    {ZYDIS_ISA_SET_MOVDIR, ZYDIS_MNEMONIC_MOVDIR64B, {{"movdir64b"}}},
    {ZYDIS_ISA_SET_PENTIUMREAL, ZYDIS_MNEMONIC_CMPXCHG8B, {{"cx8"}}},
    /* In the set with the rest of 3DNow!, but only Athlons have them. */
    {ZYDIS_ISA_SET_AMD3DNOW, ZYDIS_MNEMONIC_PF2IW, {{"3dnowext"}}},
    {ZYDIS_ISA_SET_AMD3DNOW, ZYDIS_MNEMONIC_PFNACC, {{"3dnowext"}}},
    {ZYDIS_ISA_SET_AMD3DNOW, ZYDIS_MNEMONIC_PFPNACC, {{"3dnowext"}}},
    {ZYDIS_ISA_SET_AMD3DNOW, ZYDIS_MNEMONIC_PI2FW, {{"3dnowext"}}},
    {ZYDIS_ISA_SET_AMD3DNOW, ZYDIS_MNEMONIC_PSWAPD, {{"3dnowext"}}},
    /* On MMX registers, but new with SSE. */
    {ZYDIS_ISA_SET_PENTIUMMMX, ZYDIS_MNEMONIC_MASKMOVQ, {{"sse"}}},
    {ZYDIS_ISA_SET_PENTIUMMMX, ZYDIS_MNEMONIC_MOVNTQ, {{"sse"}}},
    {ZYDIS_ISA_SET_PENTIUMMMX, ZYDIS_MNEMONIC_PAVGB, {{"sse"}}},
    {ZYDIS_ISA_SET_PENTIUMMMX, ZYDIS_MNEMONIC_PAVGW, {{"sse"}}},
    {ZYDIS_ISA_SET_PENTIUMMMX, ZYDIS_MNEMONIC_PEXTRW, {{"sse"}}},
    {ZYDIS_ISA_SET_PENTIUMMMX, ZYDIS_MNEMONIC_PINSRW, {{"sse"}}},
    {ZYDIS_ISA_SET_PENTIUMMMX, ZYDIS_MNEMONIC_PMAXSW, {{"sse"}}},
    {ZYDIS_ISA_SET_PENTIUMMMX, ZYDIS_MNEMONIC_PMAXUB, {{"sse"}}},
    {ZYDIS_ISA_SET_PENTIUMMMX, ZYDIS_MNEMONIC_PMINSW, {{"sse"}}},
    {ZYDIS_ISA_SET_PENTIUMMMX, ZYDIS_MNEMONIC_PMINUB, {{"sse"}}},
    {ZYDIS_ISA_SET_PENTIUMMMX, ZYDIS_MNEMONIC_PMULHUW, {{"sse"}}},
    {ZYDIS_ISA_SET_PENTIUMMMX, ZYDIS_MNEMONIC_PSADBW, {{"sse"}}},
    {ZYDIS_ISA_SET_PENTIUMMMX, ZYDIS_MNEMONIC_PSHUFW, {{"sse"}}},
    {ZYDIS_ISA_SET_PENTIUMMMX, ZYDIS_MNEMONIC_PMOVMSKB, {{"sse"}}},
};

enum { EXCEPTIONS = sizeof(exceptions) / sizeof(exceptions[0]) };
_Static_assert(SETS + EXCEPTIONS <= NEEDS_ROWS, "rows are numbered in a byte");

const struct needs *x86_row(unsigned row)
{
	static const struct needs none;

	if (row < SETS)
		return &sets[row];
	return row < SETS + EXCEPTIONS ? &exceptions[row - SETS].needs : &none;
}

bool x86_row_asks(unsigned row)
{
	return row >= SETS && row < SETS + EXCEPTIONS &&
	       exceptions[row - SETS].mnemonic == ZYDIS_MNEMONIC_XGETBV;
}

uint8_t x86_row_of(const ZydisDecodedInstruction *instruction)
{
	unsigned row = instruction->meta.isa_set;

	/* lahf and sahf were missing only from the first CPUs with 64 bits, and only there. */
	if (row == ZYDIS_ISA_SET_LAHF && instruction->machine_mode != ZYDIS_MACHINE_MODE_LONG_64)
		return 0;
	for (unsigned i = 0; i < EXCEPTIONS; i++)
		if (exceptions[i].set == instruction->meta.isa_set &&
		    exceptions[i].mnemonic == instruction->mnemonic)
			row = SETS + i;
	return x86_row(row)->features[0] ? (uint8_t)row : 0;
}
