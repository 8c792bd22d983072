// SPDX-License-Identifier: MIT
/*
 * What the instructions of an ELF file need from the CPU, function by function.
 *
 * Instructions are decoded where the file says that code is: symbols with sizes (.symtab, .dynsym),
 * the ranges of .eh_frame, and on ARM and AArch64 the mapping symbols. So data between functions is
 * no finding, and code that none of these describes is not looked at but counted (bytes_unknown).
 *
 * A stripped ARM library has no mapping symbols: there the functions of .dynsym are looked at, and
 * what their instructions load, or jump by, is left out as data.
 *
 * Features have the names of flavor/feature.h. What no feature there covers has the name of GCC's
 * option ("clzero", "ptwrite", "armv8-a"), and no flavor can promise it; on armhf ARMv6 and ARMv7
 * are the architecture's own and are not reported. Not reported, as every CPU of the
 * architecture runs them or does no harm in running them: multi-byte nops, endbr64 and the rest of
 * CET and MPX that encodes as nops, rep ret, pause, prefetches, xacquire and xrelease; instructions
 * of the kernel; and tzcnt, which compilers write as "rep bsf" for CPUs old and new, where zero is
 * no operand; and AArch64's outline atomics, which ask first. lzcnt is reported: an old CPU runs
 * it as bsr and gives another number.
 *
 * Not told apart: POWER7 and older, what z196 has;
 * and what is newer than the libraries and tables know counts as bytes_undecoded.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/str.h"
#include "elf/image.h"

/* One feature that a function needs, and the first instruction that needs it. */
struct isa_use {
	const char *feature; /* static */
	size_t count;        /* instructions */
	size_t asking;       /* those of them that only ask what there is: xgetbv */
	uint64_t address;    /* of the first one, that does not only ask if there is such a one */
	char *text;          /* its assembler text */
};

struct isa_function {
	char *name;         /* "" where only .eh_frame knows the function */
	uint64_t address;   /* in object files: the offset in its section */
	uint64_t size;      /* in bytes */
	uint64_t undecoded; /* bytes of it that are no instruction: then some may be data */
	struct isa_use *uses;
	size_t count;
	/*
	 * Where the function runs while the library is loaded, what begins it: "the constructor
	 * NAME", "the IFUNC resolver of NAME"; else NULL. Only if asked for.
	 */
	char *start;
};

/* Zero-initialised is empty. Functions are in the order of their addresses. */
struct isa_report {
	const char *architecture; /* Debian's name, or NULL: not ELF, or no code that is decoded */
	struct isa_function *functions; /* those with a finding */
	size_t count;
	uint64_t bytes_decoded;
	uint64_t bytes_unknown;   /* executable, but in no known function */
	uint64_t bytes_undecoded; /* in known functions, but no instruction of those known */
	char *undecoded_in;       /* the first function that has such, "" without name, or NULL */
};

/* What to look for. Zero-initialised asks for every feature. */
struct isa_request {
	const struct strlist *allowed; /* features that are no finding (flavor->needs), or NULL */
	bool start;                    /* fill in isa_function.start */
};

/* Decoders and what they have learnt. One per thread; worth keeping from file to file. */
struct isa_scanner;
struct isa_scanner *isa_scanner_new(void);
void isa_scanner_free(struct isa_scanner *scanner);

/*
 * Reads a file. One that is not ELF, or of an architecture that is not decoded, is no error. Fails
 * when it cannot be read, or with "PATH: is a damaged ELF file: WHAT; build or copy it anew".
 */
int isa_scan(struct isa_scanner *scanner, const char *path, const struct isa_request *request,
             struct isa_report *report, struct error *error);

/* The same for an opened image. */
int isa_scan_image(struct isa_scanner *scanner, const struct image *image,
                   const struct isa_request *request, struct isa_report *report,
                   struct error *error);

void isa_report_free(struct isa_report *report);

/* A file to scan, and the answer: result is isa_scan()'s, with report or error filled in. */
struct isa_job {
	const char *path;
	struct isa_request request;
	struct isa_report report;
	struct error error;
	int result;
};

/* Scans all of them, on that many threads; 0 means one for each CPU. */
void isa_scan_jobs(struct isa_job *jobs, size_t count, unsigned threads);
