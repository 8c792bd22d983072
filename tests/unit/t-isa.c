// SPDX-License-Identifier: MIT
/*
 * What instructions need. Without arguments, tests of the decoders. With files, what these need,
 * for the tests in tests/isa and scripts/bench-check:
 *
 *     t-isa [-jTHREADS] [--summary] [--allow "FEATURE..."] [--start] FILE...
 *
 *     FUNCTION FEATURE COUNT INSTRUCTION [<- WHAT BEGINS IT]
 *     NAME ARCHITECTURE decoded BYTES unknown BYTES undecoded BYTES
 */
#include <Zydis/Zydis.h>
#include <elf.h>

#include "base/file.h"
#include "flavor/feature.h"
#include "isa/decoder.h"
#include "isa/isa.h"
#include "isa/x86.h"
#include "tap.h"

static void print_report(const struct isa_job *job, bool summary)
{
	const struct isa_report *report = &job->report;

	for (size_t i = 0; !summary && i < report->count; i++) {
		const struct isa_function *function = &report->functions[i];

		for (size_t k = 0; k < function->count; k++) {
			const struct isa_use *use = &function->uses[k];

			printf("%s %s %zu %s%s%s\n", *function->name ? function->name : "-",
			       use->feature, use->count, use->text, function->start ? " <- " : "",
			       function->start ? function->start : "");
		}
	}
	if (report->architecture)
		printf("%s %s decoded %llu unknown %llu undecoded %llu\n", path_name(job->path),
		       report->architecture, (unsigned long long)report->bytes_decoded,
		       (unsigned long long)report->bytes_unknown,
		       (unsigned long long)report->bytes_undecoded);
	else
		printf("%s -\n", path_name(job->path));
}

static int scan_files(int argc, char **argv)
{
	struct strlist allowed = {0};
	bool summary = false, restricted = false, start = false;
	unsigned threads = 1;
	int first = 1, failed = 0;

	for (; first < argc && argv[first][0] == '-'; first++) {
		if (starts_with(argv[first], "-j"))
			threads = (unsigned)atoi(argv[first] + 2);
		else if (strcmp(argv[first], "--summary") == 0)
			summary = true;
		else if (strcmp(argv[first], "--start") == 0)
			start = true;
		else if (strcmp(argv[first], "--allow") == 0 && first + 1 < argc)
			restricted = true, strlist_add_words(&allowed, argv[++first]);
		else
			die("unknown argument %s", argv[first]);
	}
	size_t count = (size_t)(argc - first);
	struct isa_job *jobs = xcalloc(count ? count : 1, sizeof(*jobs));
	for (size_t i = 0; i < count; i++) {
		jobs[i].path = argv[first + (int)i];
		jobs[i].request.allowed = restricted ? &allowed : NULL;
		jobs[i].request.start = start;
	}
	isa_scan_jobs(jobs, count, threads);
	for (size_t i = 0; i < count; i++) {
		if (jobs[i].result == 0)
			print_report(&jobs[i], summary);
		else
			printf("%s\n", jobs[i].error.text), failed = 1;
		isa_report_free(&jobs[i].report);
		error_clear(&jobs[i].error);
	}
	free(jobs);
	strlist_free(&allowed);
	return failed;
}

/* What the learnt tree says about the instruction at the beginning of bytes. */
static bool tree_agrees(struct x86 *x86, const ZydisDecoder *zydis, const uint8_t *bytes,
                        size_t size, size_t *length)
{
	ZydisDecodedInstruction instruction;
	struct span span = {.bytes = bytes, .size = 1, .limit = size};
	struct tally first = {0}, whole = {0};
	bool known =
	    ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(zydis, NULL, bytes, size, &instruction));

	*length = known ? instruction.length : 1;
	memset(first.wanted, 1, sizeof(first.wanted));
	memset(whole.wanted, 1, sizeof(whole.wanted));
	x86_scan(x86, &span, &first);
	span.size = *length;
	x86_scan(x86, &span, &whole);
	/* Were it shorter in the tree, another one would follow it. */
	return known == (first.undecoded == 0) && first.undecoded == whole.undecoded &&
	       first.used == whole.used && first.rows[0] == whole.rows[0] &&
	       whole.count[whole.rows[0]] == (known ? 1 : 0);
}

/* Over any bytes, data too. */
static void test_tree(bool wide, const char *path, const char *name)
{
	struct x86 *x86 = x86_new(wide);
	struct error error = {0};
	ZydisDecoder zydis;
	size_t size, length, wrong = 0;

	ZydisDecoderInit(&zydis, wide ? ZYDIS_MACHINE_MODE_LONG_64 : ZYDIS_MACHINE_MODE_LEGACY_32,
	                 wide ? ZYDIS_STACK_WIDTH_64 : ZYDIS_STACK_WIDTH_32);
	char *bytes = file_read(path, (size_t)1 << 30, &size, &error);
	if (!bytes)
		die("%s", error.text);
	for (size_t at = 0; at < size; at += length)
		if (!tree_agrees(x86, &zydis, (const uint8_t *)bytes + at, size - at, &length) &&
		    wrong++ < 3)
			printf("# differs at %zu\n", at);
	ok(wrong == 0, name);
	free(bytes);
	x86_free(x86);
}

/* Every name that is not one of GCC's options or Zydis's is one that flavors can promise. */
static void test_names(enum code_set set, const char *architecture, const char *others)
{
	struct decoders *decoders = decoders_new();
	struct strlist known = {0};
	bool all = true;

	strlist_add_words(&known, others);
	for (unsigned row = 0; row < NEEDS_ROWS; row++)
		for (size_t i = 0; i < NEEDS_FEATURES; i++) {
			const char *feature = decoder_row(decoders, set, row)->features[i];

			if (feature && !feature_known(architecture, feature) &&
			    !strlist_has(&known, feature)) {
				printf("# %s\n", feature);
				all = false;
			}
		}
	char *name = str_format("%s: features have the names that flavors use", architecture);
	ok(all, name);
	free(name);
	strlist_free(&known);
	decoders_free(decoders);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		return scan_files(argc, argv);
	test_names(CODE_X86_64, "amd64",
	           "clzero enqcmd hreset kl lwp mcommit mwaitx padlock ptwrite rdpru sgx tsxldtrk "
	           "uintr widekl");
	test_names(CODE_ARM, "armhf", "fp-armv8 armv6 armv6t2 armv7-a armv8-a");
	test_names(CODE_THUMB, "armhf", "fp-armv8 armv6 armv6t2 armv7-a armv8-a");
	test_names(CODE_ARM64, "arm64", "");
	test_names(CODE_POWER, "ppc64el", "");
	test_names(CODE_S390X, "s390x", "");
	test_tree(true, "/proc/self/exe", "64 bit: the tree says what Zydis says");
	test_tree(false, "/proc/self/exe", "32 bit: the tree says what Zydis says");
	return tap_end();
}
