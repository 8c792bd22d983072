// SPDX-License-Identifier: MIT
#include "isa/isa.h"

#include <stdlib.h>
#include <string.h>

#include "isa/code.h"
#include "isa/decoder.h"
#include "isa/start.h"

struct isa_scanner {
	struct decoders *decoders;
};

/* One scan under way. */
struct scan {
	struct decoders *decoders;
	const struct code *code;
	const struct isa_request *request;
	struct isa_report *report;
	enum code_set set;
	struct tally tallies[2]; /* of the file's set, and of Thumb beside ARM */
	size_t room;             /* of report->functions */
	size_t section;          /* where the last function was */
	char kind;               /* what the last mark there said, or 0 */
	size_t mark;             /* the first mark behind what was scanned last */
};

struct isa_scanner *isa_scanner_new(void)
{
	struct isa_scanner *scanner = xcalloc(1, sizeof(*scanner));

	scanner->decoders = decoders_new();
	return scanner;
}

void isa_scanner_free(struct isa_scanner *scanner)
{
	if (!scanner)
		return;
	decoders_free(scanner->decoders);
	free(scanner);
}

static bool is_wanted(const struct scan *scan, const char *feature)
{
	return !code_implies(scan->report->architecture, feature) &&
	       (!scan->request->allowed || !strlist_has(scan->request->allowed, feature));
}

static void want_rows(const struct scan *scan, enum code_set set, struct tally *tally)
{
	for (unsigned row = 1; row < NEEDS_ROWS; row++) {
		const struct needs *needs = decoder_row(scan->decoders, set, row);

		for (size_t i = 0; i < NEEDS_FEATURES && needs->features[i]; i++)
			if (is_wanted(scan, needs->features[i]))
				tally->wanted[row] = true;
	}
}

/* The use of a feature, added where it is new. */
static struct isa_use *use_of(struct isa_function *function, const char *feature)
{
	for (size_t i = 0; i < function->count; i++)
		if (strcmp(function->uses[i].feature, feature) == 0)
			return &function->uses[i];
	function->uses =
	    xreallocarray(function->uses, function->count + 1, sizeof(*function->uses));
	function->uses[function->count] = (struct isa_use){.feature = feature};
	return &function->uses[function->count++];
}

static int compare_uses(const void *left, const void *right)
{
	const struct isa_use *a = left, *b = right;

	return strcmp(a->feature, b->feature);
}

/* Moves what a tally has into the function. */
static void take_tally(const struct scan *scan, enum code_set set,
                       const struct code_section *section, struct tally *tally,
                       struct isa_function *function)
{
	for (size_t i = 0; i < tally->used; i++) {
		uint8_t row = tally->rows[i];
		const struct needs *needs = decoder_row(scan->decoders, set, row);
		bool asks = decoder_row_asks(set, row);
		struct span span = code_span(section, tally->first[row], 0);

		for (size_t k = 0; k < NEEDS_FEATURES && needs->features[k]; k++) {
			if (!is_wanted(scan, needs->features[k]))
				continue;
			struct isa_use *use = use_of(function, needs->features[k]);
			bool asked = use->asking == use->count;
			use->count += tally->count[row];
			use->asking += asks ? tally->count[row] : 0;
			if (use->text && (asked == asks ? use->address <= span.address : asks))
				continue;
			free(use->text);
			use->address = span.address;
			use->text = decoder_text(scan->decoders, set, &span);
		}
		tally->count[row] = 0;
	}
	tally->used = 0;
	scan->report->bytes_undecoded += tally->undecoded;
	function->undecoded += tally->undecoded;
	tally->undecoded = 0;
}

static void add_function(struct scan *scan, const struct code_function *from,
                         struct isa_function *function)
{
	struct isa_report *report = scan->report;

	if (function->count == 0)
		return;
	qsort(function->uses, function->count, sizeof(*function->uses), compare_uses);
	function->name = xstrdup(from->name ? from->name : "");
	function->address = from->address;
	function->size = from->size;
	if (report->count == scan->room) {
		scan->room = scan->room ? 2 * scan->room : 16;
		report->functions =
		    xreallocarray(report->functions, scan->room, sizeof(*report->functions));
	}
	report->functions[report->count++] = *function;
}

/* Decodes bytes of one kind. */
static void scan_piece(struct scan *scan, const struct code_function *from, uint64_t address,
                       uint64_t size, char kind, struct isa_function *function)
{
	enum code_set set = kind == 't' ? CODE_THUMB : scan->set;
	const struct code_section *section = &scan->code->sections[from->section];
	struct span span = code_span(section, address, size);
	struct tally *tally = &scan->tallies[set != scan->set];

	if (kind == 'd' || size == 0)
		return;
	span.unmarked = scan->code->mark_count == 0;
	decode(scan->decoders, set, &span, tally);
	scan->report->bytes_decoded += size - tally->data;
	tally->data = 0;
	if (tally->undecoded > 0 && !scan->report->undecoded_in)
		scan->report->undecoded_in = xstrdup(from->name ? from->name : "");
	if (tally->used > 0 || tally->undecoded > 0)
		take_tally(scan, set, section, tally, function);
}

/* Decodes a function piece by piece, as the mapping symbols cut it. */
static void scan_function(struct scan *scan, const struct code_function *from,
                          struct isa_function *function)
{
	const struct code *code = scan->code;
	uint64_t at = from->address, end = from->address + from->size;

	if (from->section != scan->section) {
		scan->section = from->section;
		scan->kind = 0;
	}
	for (; scan->mark < code->mark_count; scan->mark++) {
		const struct code_mark *mark = &code->marks[scan->mark];
		bool before = mark->section < from->section;

		if (mark->section > from->section || (!before && mark->address >= end))
			break;
		if (!before && mark->address > at) {
			scan_piece(scan, from, at, mark->address - at,
			           scan->kind    ? scan->kind
			           : from->thumb ? 't'
			                         : 'a',
			           function);
			at = mark->address;
		}
		scan->kind = before ? 0 : mark->kind;
	}
	scan_piece(scan, from, at, end - at,
	           scan->kind    ? scan->kind
	           : from->thumb ? 't'
	                         : 'a',
	           function);
}

static void scan_functions(struct scan *scan)
{
	for (size_t i = 0; i < scan->code->function_count; i++) {
		const struct code_function *from = &scan->code->functions[i];
		struct isa_function function = {0};

		scan_function(scan, from, &function);
		add_function(scan, from, &function);
	}
}

/* Bytes of a gap that are not padding. */
static uint64_t gap_size(struct scan *scan, const struct code_section *section, uint64_t from,
                         uint64_t to)
{
	if (from >= to)
		return 0;
	struct span span = code_span(section, from, to - from);
	return span.size - decoder_padding(scan->decoders, scan->set, &span);
}

static void count_unknown(struct scan *scan)
{
	const struct code *code = scan->code;
	size_t next = 0;

	for (size_t i = 0; i < code->section_count; i++) {
		const struct code_section *section = &code->sections[i];
		uint64_t at = section->address, unknown = 0;

		for (; next < code->function_count && code->functions[next].section == i; next++) {
			const struct code_function *function = &code->functions[next];

			unknown += gap_size(scan, section, at, function->address);
			at = function->address + function->size;
		}
		unknown += gap_size(scan, section, at, section->address + section->size);
		if (!section->generated)
			scan->report->bytes_unknown += unknown;
	}
}

/* Tells which of the functions found run while the library is loaded. */
static void find_start(const struct scan *scan, const struct image *image)
{
	const struct code *code = scan->code;
	struct start start;
	size_t next = 0;

	if (!scan->request->start || scan->report->count == 0)
		return;
	start_find(image, code, scan->decoders, scan->set, &start);
	for (size_t i = 0; start.reached && i < scan->report->count; i++) {
		struct isa_function *function = &scan->report->functions[i];

		/* Both are in the same order. */
		while (next + 1 < code->function_count &&
		       code->functions[next].address != function->address)
			next++;
		if (start.reached[next] > 0)
			function->start = xstrdup(start.labels.items[start.reached[next] - 1]);
	}
	start_free(&start);
}

int isa_scan_image(struct isa_scanner *scanner, const struct image *image,
                   const struct isa_request *request, struct isa_report *report,
                   struct error *error)
{
	struct code code;
	struct scan scan = {
	    .decoders = scanner->decoders, .code = &code, .request = request, .report = report};

	*report = (struct isa_report){0};
	if (!image->elf || !code_set_of(image, &scan.set, &report->architecture))
		return 0;
	if (code_read(image, &code, error) != 0)
		return -1;
	want_rows(&scan, scan.set, &scan.tallies[0]);
	if (scan.set == CODE_ARM)
		want_rows(&scan, CODE_THUMB, &scan.tallies[1]);
	scan_functions(&scan);
	count_unknown(&scan);
	find_start(&scan, image);
	code_free(&code);
	return 0;
}

int isa_scan(struct isa_scanner *scanner, const char *path, const struct isa_request *request,
             struct isa_report *report, struct error *error)
{
	struct image image;

	*report = (struct isa_report){0};
	if (image_open(path, &image, error) != 0)
		return -1;
	int result = isa_scan_image(scanner, &image, request, report, error);
	image_close(&image);
	return result;
}

void isa_report_free(struct isa_report *report)
{
	for (size_t i = 0; i < report->count; i++) {
		struct isa_function *function = &report->functions[i];

		for (size_t k = 0; k < function->count; k++)
			free(function->uses[k].text);
		free(function->uses);
		free(function->name);
		free(function->start);
	}
	free(report->functions);
	free(report->undecoded_in);
	*report = (struct isa_report){0};
}
