// SPDX-License-Identifier: MIT
#include "check/isa.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf/fused.h"
#include "elf/property.h"
#include "elf/symbols.h"
#include "isa/isa.h"

/* Functions that are named one by one; of more it is said how many, and what shows them. */
enum { FUNCTIONS_NAMED = 10 };

/*
 * In stripped ARM code a constant may read as an instruction, where what loads it is not seen: libm
 * has functions with one or two. So many, in a function of which every byte is an instruction, are
 * none by chance.
 */
enum { OPAQUE_LEAST = 4 };

/* The compiler's code that begins and ends every library, bytes: it has no symbols with a size. */
enum { RUNTIME_SIZE = 512 };

/* Jobs at once: enough for every CPU, and their reports are small. */
enum { JOBS = 64 };

static const char *level_name(unsigned level)
{
	static const char *const names[] = {"no level", "the baseline", "x86-64-v2", "x86-64-v3",
	                                    "x86-64-v4"};

	return names[level <= 4 ? level : 0];
}

void isa_check_marker(const struct tree_library *library, struct findings *findings)
{
	const char *directory = library->place.directory;
	struct property property;
	struct error error = {0};
	unsigned level = 1;

	if (!library->architecture || strcmp(library->architecture, "amd64") != 0)
		return;
	if (property_read(library->path, &property, &error) != 0) {
		findings_add_error(findings, library->name, library->path, &error);
		return;
	}
	if (directory && !library->for_every_cpu &&
	    sscanf(directory, "glibc-hwcaps/x86-64-v%u", &level) != 1)
		return;
	if (!directory && library->copy) {
		if (!library->flavor || sscanf(library->flavor->name, "x86-64-v%u", &level) != 1)
			return;
	}
	unsigned needed = property_level(&property);
	if (needed > level)
		findings_add(
		    findings, TAG_ISA_MARKER_ABOVE, library->name, NULL,
		    "its ISA marker asks for %s, its place promises %s: the loader refuses "
		    "it and tries no other copy; link it without that marker",
		    level_name(needed), level_name(level));
	else if (level > 1 && !property.has_needed)
		findings_add(
		    findings, TAG_ISA_MARKER_MISSING, library->name, NULL,
		    "has no ISA marker for %s, so the loader cannot refuse it by name; link "
		    "it with -Wl,-z,%s",
		    level_name(level), level_name(level));
}

/* What to do, by tag. */
static const char *advice(enum tag tag)
{
	return tag == TAG_ISA_IN_CONSTRUCTOR
	           ? "compile what runs before main() for the baseline"
	           : "keep it out, or allow a function that asks the CPU first";
}

/* What one function of a library needs too much. */
static void say_function(struct findings *findings, enum tag tag,
                         const struct tree_library *library, const struct isa_function *function,
                         const struct isa_use *use, const char *promise)
{
	unsigned long long offset = use->address - function->address;
	char *place = function->name[0] ? str_format("%s+0x%llx", function->name, offset)
	                                : xstrdup("a function without name");
	char *count =
	    use->count > 1 ? str_format(" and %zu more need", use->count - 1) : xstrdup(" needs");
	char *start = function->start ? str_format(", run by %s", function->start) : xstrdup("");

	findings_add(findings, tag, library->name, function->name[0] ? function->name : NULL,
	             "%s (0x%llx)%s: %s%s %s, which %s does not promise; %s", place,
	             (unsigned long long)use->address, start, use->text, count, use->feature,
	             promise, advice(tag));
	free(place);
	free(count);
	free(start);
}

/* Findings of one tag about one library. */
struct series {
	enum tag tag;
	size_t named, unnamed;   /* functions */
	struct strlist features; /* that the unnamed need */
	size_t nameless;         /* functions that may be those which Allow lines name */
};

/* One library's report being turned into findings. */
struct verdict {
	const struct tree_library *library;
	struct findings *findings;
	const struct flavor *flavor; /* what its CPUs have */
	char *promise;
	struct fused fused; /* of a fused library, whose parts are for other CPUs each */
	struct series started, others;
	bool opaque;          /* stripped ARM code */
	bool stripped;        /* only what is exported has a name */
	bool beyond_baseline; /* needs anything beyond the architecture's baseline */
};

static void judge_function(struct verdict *verdict, const struct isa_function *function)
{
	struct series *series = function->start ? &verdict->started : &verdict->others;
	const struct fused_flavor *inside = fused_at(&verdict->fused, function->address);
	bool said = false;

	for (size_t i = 0; i < function->count; i++) {
		const struct isa_use *use = &function->uses[i];

		if (use->asking == use->count ||
		    (verdict->opaque && (function->undecoded > 0 || use->count < OPAQUE_LEAST)))
			continue;
		verdict->beyond_baseline = true;
		if (strlist_has(&verdict->flavor->needs, use->feature) ||
		    (inside && strlist_has(&inside->needs, use->feature)) ||
		    findings_allows(verdict->findings, series->tag, verdict->library->name,
		                    function->name))
			continue;
		if (verdict->stripped && !function->name[0] &&
		    findings_allows_some(verdict->findings, series->tag, verdict->library->name)) {
			series->nameless++;
			break;
		}
		if (series->named < FUNCTIONS_NAMED || (said && series->unnamed == 0)) {
			say_function(verdict->findings, series->tag, verdict->library, function,
			             use, inside ? inside->name : verdict->promise);
			series->named += !said;
		} else {
			series->unnamed += !said;
			if (!strlist_has(&series->features, use->feature))
				strlist_add(&series->features, use->feature);
		}
		said = true;
	}
}

static void end_series(struct verdict *verdict, struct series *series)
{
	if (series->unnamed > 0) {
		char *features = strlist_join(&series->features, ", ");

		findings_add(
		    verdict->findings, series->tag, verdict->library->name, NULL,
		    "%zu more functions need %s, which %s does not promise; hwflavor check "
		    "--isa lists them",
		    series->unnamed, features, verdict->promise);
		free(features);
	}
	if (series->nameless > 0)
		findings_add(verdict->findings, TAG_NOT_CHECKED, verdict->library->name, NULL,
		             "%zu function%s without a name need%s what %s does not promise, and "
		             "may be those that Allow names; check before stripping",
		             series->nameless, series->nameless > 1 ? "s" : "",
		             series->nameless > 1 ? "" : "s", verdict->promise);
	strlist_free(&series->features);
}

/* The baseline to judge a library by, or NULL where it cannot be judged. */
static const struct flavor *baseline_of(const struct tree *tree, const struct tree_library *library)
{
	if (!library->architecture || library->library.kind != LIBRARY_SHARED)
		return NULL;
	if (library->copy && !library->flavor && !library->for_every_cpu)
		return NULL;
	return flavors_find(tree->flavors, "baseline", library->architecture);
}

/*
 * Stripped ARM code: of functions that are not exported nothing tells whether they are ARM or
 * Thumb, and constants look like instructions.
 */
static bool is_opaque(const struct tree_library *library)
{
	return library->library.machine == EM_ARM && !symbols_has_table(library->path);
}

static void judge(const struct tree *tree, const struct tree_library *library,
                  const struct flavor *baseline, const struct isa_report *report)
{
	bool flavored = library->copy && !library->for_every_cpu;
	struct verdict verdict = {
	    .library = library,
	    .findings = tree->findings,
	    .flavor = flavored ? library->flavor : baseline,
	    .opaque = is_opaque(library),
	    .stripped = !symbols_has_table(library->path),
	    .started = {.tag = TAG_ISA_IN_CONSTRUCTOR},
	    .others = {.tag = flavored ? TAG_ISA_BEYOND_FLAVOR : TAG_ISA_BEYOND_BASELINE},
	};
	struct error error = {0};

	verdict.promise = flavored ? xstrdup(library->flavor->name)
	                           : str_format("the baseline of %s", baseline->architecture);
	if (fused_read(library->path, &verdict.fused, &error) != 0)
		findings_add_error(tree->findings, library->name, library->path, &error);
	for (size_t i = 0; i < report->count; i++)
		judge_function(&verdict, &report->functions[i]);
	end_series(&verdict, &verdict.started);
	end_series(&verdict, &verdict.others);
	/* Of code that was not looked at nothing is known; a little of it is in every library. */
	if (flavored && !verdict.beyond_baseline && !verdict.opaque && report->bytes_decoded > 0 &&
	    report->bytes_unknown < report->bytes_decoded + RUNTIME_SIZE)
		findings_add(
		    tree->findings, TAG_FLAVOR_NOT_NEEDED, library->name, NULL,
		    "uses nothing beyond the baseline of %s; see whether the baseline could "
		    "be built like it",
		    baseline->architecture);
	fused_free(&verdict.fused);
	free(verdict.promise);
}

/* Libraries that share a limit: one line names the first, and how many more there are. */
struct limited {
	const struct tree_library *first;
	size_t count;
};

struct limits {
	struct limited opaque;  /* stripped ARM code */
	struct limited foreign; /* of an architecture without baseline or decoder (x32, RISC-V) */
};

static void limit(struct limited *limited, const struct tree_library *library)
{
	limited->first = limited->first ? limited->first : library;
	limited->count++;
}

static void say_limit(const struct tree *tree, const struct limited *limited, const char *what,
                      const char *rest)
{
	char *more = limited->count > 1 ? str_format(" (and %zu more files)", limited->count - 1)
	                                : xstrdup("");

	if (limited->count > 0)
		findings_add(tree->findings, TAG_NOT_CHECKED, limited->first->name, NULL,
		             "%s%s, %s", what, more, rest);
	free(more);
}

static void say_limits(const struct tree *tree, const struct limits *limits)
{
	say_limit(tree, &limits->opaque, "has no symbols that tell ARM code from data",
	          "so only what its exported functions clearly need is checked; check before "
	          "stripping");
	say_limit(tree, &limits->foreign,
	          "is of an architecture whose instructions are not known here",
	          "so what they need is not checked; try it on the oldest CPU it is for");
}

/*
 * Code that no symbol and no unwind information tells from data is not decoded (isa.h). Stripped
 * assembly is such code, and what it needs must not pass as if it had been looked at.
 */
static void say_unknown(const struct tree *tree, const struct tree_library *library,
                        const struct isa_report *report)
{
	uint64_t code = report->bytes_unknown + report->bytes_decoded;

	if (report->bytes_unknown <= RUNTIME_SIZE || is_opaque(library))
		return;
	findings_add(tree->findings, TAG_NOT_CHECKED, library->name, NULL,
	             "%llu of its %llu bytes of code are in no function that symbols or unwind "
	             "information tell of, and were not looked at; check before stripping",
	             (unsigned long long)report->bytes_unknown, (unsigned long long)code);
}

/*
 * Where Zydis and the tables know all that was there before them, what is no instruction is data or
 * newer. Capstone knows too little of POWER and s390x, and ARM has data in functions.
 */
static void say_undecoded(const struct tree *tree, const struct tree_library *library,
                          const struct isa_report *report)
{
	unsigned machine = library->library.machine;
	const char *name = report->undecoded_in;

	if (report->bytes_undecoded == 0 ||
	    (machine != EM_X86_64 && machine != EM_386 && machine != EM_AARCH64))
		return;
	findings_add(tree->findings, TAG_NOT_CHECKED, library->name, NULL,
	             "%llu bytes of its functions, the first in %s, are no instructions that are "
	             "known here: data, or newer than hwflavor; see what they are",
	             (unsigned long long)report->bytes_undecoded,
	             name && name[0] ? name : "one without name");
}

static void run_jobs(const struct tree *tree, struct isa_job *jobs,
                     const struct tree_library **libraries, size_t count, struct limits *limits)
{
	isa_scan_jobs(jobs, count, 0);
	for (size_t i = 0; i < count; i++) {
		const struct tree_library *library = libraries[i];

		if (jobs[i].result != 0) {
			findings_add_error(tree->findings, library->name, library->path,
			                   &jobs[i].error);
		} else if (!jobs[i].report.architecture) {
			limit(&limits->foreign, library);
		} else {
			judge(tree, library, baseline_of(tree, library), &jobs[i].report);
			say_unknown(tree, library, &jobs[i].report);
			say_undecoded(tree, library, &jobs[i].report);
		}
		isa_report_free(&jobs[i].report);
		error_clear(&jobs[i].error);
	}
}

void isa_check(const struct tree *tree, const volatile sig_atomic_t *stop)
{
	const struct tree_library *libraries[JOBS];
	struct isa_job jobs[JOBS];
	struct limits limits = {0};
	size_t count = 0;

	for (size_t i = 0; i < tree->count && !(stop && *stop); i++) {
		const struct tree_library *library = tree->libraries[i];
		const struct flavor *baseline = baseline_of(tree, library);

		if (!library->architecture && library->library.kind == LIBRARY_SHARED)
			limit(&limits.foreign, library);
		if (!baseline)
			continue;
		if (is_opaque(library))
			limit(&limits.opaque, library);
		libraries[count] = library;
		jobs[count++] = (struct isa_job){
		    .path = library->path,
		    .request = {.allowed = &baseline->needs, .start = true},
		};
		if (count == JOBS) {
			run_jobs(tree, jobs, libraries, count, &limits);
			count = 0;
		}
	}
	if (count > 0)
		run_jobs(tree, jobs, libraries, count, &limits);
	say_limits(tree, &limits);
}
