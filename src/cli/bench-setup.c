// SPDX-License-Identifier: MIT
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/process.h"
#include "build/baseline.h"
#include "cli/bench.h"
#include "elf/fused.h"
#include "flavor/cpu.h"
#include "flavor/machine.h"
#include "isa/isa.h"
#include "measure/sample.h"

/* As debian/changelog has it, or configure; NULL: unknown. Caller frees. */
static char *package_version(const struct plan *plan)
{
	static const struct {
		const char *file, *before, *end;
	} places[] = {
	    {"debian/changelog", "(", ")"},
	    {"configure", "PACKAGE_VERSION='", "'"},
	    {"CMakeLists.txt", " VERSION ", " )\n"},
	    {"meson.build", "version: '", "'"},
	};
	char *version = NULL;

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]) && !version; i++) {
		struct error ignored = {0};
		char *path = path_join(plan->source, places[i].file);
		char *text = file_read(path, 64 * 1024 * 1024, NULL, &ignored);
		const char *at = text ? strstr(text, places[i].before) : NULL;

		if (at) {
			at += strlen(places[i].before);
			version = xstrndup(at, strcspn(at, places[i].end));
		}
		error_clear(&ignored);
		free(text);
		free(path);
	}
	return version;
}

/* The first line of CC --version. */
static char *compiler_version(const struct plan *plan)
{
	char *command = str_format("exec %s --version", plan->toolchain.cc);
	const char *const words[] = {"sh", "-c", command, NULL};
	struct error ignored = {0};
	char *text = NULL;

	if (process_run(words, &text, 4096, NULL, &ignored) != 0 || !text) {
		free(text);
		text = xstrdup(plan->toolchain.cc);
	}
	error_clear(&ignored);
	text[strcspn(text, "\n")] = '\0';
	free(command);
	return text;
}

static char *today(void)
{
	time_t now = time(NULL);
	struct tm day;
	char text[16];

	strftime(text, sizeof(text), "%Y-%m-%d", gmtime_r(&now, &day));
	return xstrdup(text);
}

static int describe(struct bench *bench, const struct plan *plan, struct error *error)
{
	struct record_entry *about = &bench->about;
	struct glibc glibc = bench->contest.counter ? plan->glibc : glibc_running();

	about->package_version = package_version(plan);
	about->architecture = xstrdup(plan->architecture->name);
	about->compiler = compiler_version(plan);
	about->loader = str_format("glibc %u.%u", glibc.major, glibc.minor);
	about->date = today();
	if (bench->contest.counter) {
		about->cpu = str_format("%s %s (emulated)", plan->architecture->emulator,
		                        bench->counter.cpu);
		return 0;
	}
	struct cpus cpus = {0};
	struct cpu cpu = {0};
	if (cpu_choose(&cpu, NULL, plan->architecture->name, &cpus, error) != 0)
		return -1;
	about->cpu = machine_cpu_name();
	strlist_add_all(&about->features, &cpu.features);
	cpu_free(&cpu);
	return 0;
}

/* The CPU that runs most: that of the flavor that needs most. */
static int open_counter(struct bench *bench, const struct plan *plan, struct error *error)
{
	const struct flavor *most = NULL;
	char *work = path_join(bench->top, "counter");

	for (size_t i = 0; i < plan->count; i++) {
		const struct flavor *flavor = plan->flavors[i].flavor;

		if (flavor->emulator_cpus.count > 0 &&
		    (!most || flavor->needs.count > most->needs.count))
			most = flavor;
	}
	int result =
	    most ? counter_open(&bench->counter, work, plan->toolchain.cc,
	                        plan->architecture->emulator, plan->toolchain.sysroot,
	                        &most->emulator_cpus, error)
	         : error_set(error, "no flavor has an Emulator-Cpu, on which instructions could be "
	                            "counted; add one");
	bench->contest.counter = &bench->counter;
	bench->most = most;
	free(work);
	return result;
}

/* What a fused library would choose another flavor for on the CPU that counts: as obstacle(). */
static char *unpromised(const struct bench *bench, const struct flavor *flavor)
{
	for (size_t i = 0; i < flavor->needs.count; i++)
		if (!strlist_has(&bench->most->needs, flavor->needs.items[i]))
			return str_format(
			    "the emulated CPU is for %s, which does without %s; count for "
			    "this flavor alone, with --flavors",
			    bench->most->name, flavor->needs.items[i]);
	return NULL;
}

/* Why a flavor cannot be measured here, as a clause, or NULL; caller frees. */
static char *obstacle(const struct bench *bench, const struct plan *plan,
                      const struct run_result *result, size_t index)
{
	const struct plan_flavor *planned = &plan->flavors[index];
	const struct run_flavor *state = &result->flavors[index];
	const char *missing;

	if (state->state == RUN_LEFT_OUT)
		return xstrdup(state->note ? state->note : "not built");
	if (state->state != RUN_DONE)
		return xstrdup("not built: see above");
	/* It is compared with the flavor that has the paragraphs. */
	if (planned->variant == VARIANT_NO_FILES &&
	    result->flavors[planned->whole].state != RUN_DONE)
		return str_format("%s itself is not built",
		                  plan->flavors[planned->whole].flavor->name);
	if (bench->contest.counter)
		return bench->fused_root ? unpromised(bench, planned->flavor) : NULL;
	missing = flavor_missing_feature(planned->flavor);
	if (missing)
		return str_format("this CPU lacks %s; --instructions counts in an emulator",
		                  missing);
	return bench->fused_root ? NULL : flavor_unsearched(planned->flavor, glibc_running());
}

/* The file that a flavor's root has for a library of the baseline, or NULL; caller frees. */
static char *copy_in(const char *root, const struct baseline_file *file)
{
	char *folder = path_dir(file->path), *full = path_join(root, folder);
	char *name = soname_bearer(full, file->library.soname);
	char *copy = name ? path_join(full, name) : NULL;

	free(name);
	free(full);
	free(folder);
	return copy;
}

/* The library that ships with all flavors inside, or NULL where it is the baseline's; caller frees.
 */
static char *fused_in(const char *root, const struct baseline_file *file)
{
	char *path = path_join(root, file->path);
	struct error ignored = {0};
	struct fused fused = {0};

	if (fused_read(path, &fused, &ignored) != 0 || fused.count == 0) {
		free(path);
		path = NULL;
	}
	fused_free(&fused);
	error_clear(&ignored);
	return path;
}

/*
 * HWFLAVOR_DISABLE with all flavors but one (NULL: without that, too), equally long for all: in the
 * place of that one's name is none of any flavor.
 */
static char *choice_of(const struct plan *plan, const struct flavor *chosen)
{
	struct str text = {0};

	for (size_t i = 1; i < plan->count; i++) {
		const char *name = plan->flavors[i].flavor->name;

		if (plan->flavors[i].variant != VARIANT_WHOLE)
			continue;
		str_add(&text, "%s", text.length > 0 ? "," : "HWFLAVOR_DISABLE=");
		for (const char *at = name; *at != '\0'; at++)
			str_add_bytes(&text, plan->flavors[i].flavor == chosen ? "-" : at, 1);
	}
	return str_take(&text);
}

static void add_contestant(struct bench *bench, const struct plan *plan, size_t index,
                           const struct baseline *baseline)
{
	const struct plan_flavor *planned = &plan->flavors[index];
	const struct plan_flavor *whole =
	    planned->variant == VARIANT_WHOLE ? planned : &plan->flavors[planned->whole];
	char *root = str_format("%s/%s/root", plan->build_dir, planned->flavor->name);
	struct contest *contest = &bench->contest;
	struct contestant *one = &contest->contestants[contest->count++];

	*one = (struct contestant){.flavor = whole->flavor->name,
	                           .variant = plan_variant_name(planned->variant)};
	bool fused = bench->fused_root && index > 0 && planned->variant == VARIANT_WHOLE;
	if (bench->fused_root)
		one->bed.choice = choice_of(plan, planned->flavor);
	for (size_t i = 0; i < baseline->count; i++) {
		const struct baseline_file *file = &baseline->files[i];

		if (file->role != BASELINE_LIBRARY || !file->library.soname)
			continue;
		one->bed.libraries = xreallocarray(one->bed.libraries, one->bed.count + 1,
		                                   sizeof(*one->bed.libraries));
		one->bed.libraries[one->bed.count++] = (struct bed_library){
		    .soname = xstrdup(file->library.soname),
		    .baseline = path_join(baseline->root, file->path),
		    .copy = fused ? fused_in(bench->fused_root, file) : copy_in(root, file)};
	}
	free(root);
}

/* The contestant of the flavor whose Files paragraphs a variant does without. */
static void find_whole(struct contest *contest, struct contestant *one)
{
	for (size_t i = 0; i < contest->count; i++)
		if (!contest->contestants[i].variant &&
		    strcmp(contest->contestants[i].flavor, one->flavor) == 0)
			one->whole = i;
}

/* What the code that a flavor's arguments choose needs beyond the baseline's copy. */
static int find_needs(const struct plan *plan, const struct contestant *one,
                      struct summary *summary, struct error *error)
{
	struct isa_scanner *scanner = isa_scanner_new();
	struct isa_request request = {.allowed = &plan->flavors[0].flavor->needs};
	struct strlist own = {0}, more = {0};
	int result = 0;

	for (size_t i = 0; i < one->bed.count; i++) {
		const char *files[] = {one->bed.libraries[i].baseline, one->bed.libraries[i].copy};

		for (size_t j = 0; j < 2 && files[j] && result == 0; j++) {
			struct isa_report report = {0};

			result = isa_scan(scanner, files[j], &request, &report, error);
			for (size_t k = 0; k < report.count; k++)
				for (size_t m = 0; m < report.functions[k].count; m++) {
					const char *feature = report.functions[k].uses[m].feature;

					if (j == 0 && !strlist_has(&own, feature))
						strlist_add(&own, feature);
					if (j == 1 && !strlist_has(&own, feature) &&
					    !strlist_has(&more, feature))
						strlist_add(&more, feature);
				}
			isa_report_free(&report);
		}
	}
	char *all = strlist_join(&more, ", ");
	strlist_add_taken(&summary->needs, str_format("%s: %s", one->flavor, all));
	free(all);
	strlist_free(&own);
	strlist_free(&more);
	isa_scanner_free(scanner);
	return result;
}

/* Its copy differs from the baseline's by configure's arguments only. */
static bool is_choice_of_code(const struct plan_flavor *planned)
{
	const struct flavor *flavor = planned->flavor;

	return planned->variant == VARIANT_ARGUMENTS ||
	       (planned->variant == VARIANT_WHOLE && !flavor_is_baseline(flavor) &&
	        flavor->cflags.count + flavor->ldflags.count == 0);
}

static int make_beds(struct bench *bench, const struct plan *plan, const size_t *indices,
                     struct summary *summary, struct error *error)
{
	struct contest *contest = &bench->contest;
	int result = 0;

	for (size_t i = 0; i < contest->count && result == 0; i++) {
		struct contestant *one = &contest->contestants[i];
		const struct plan_flavor *planned = &plan->flavors[indices[i]];

		find_whole(contest, one);
		result = bed_make(&one->bed, bench->top, (unsigned)i,
		                  bench->fused_root ? "." : planned->flavor->directory, error);
		if (result == 0 && is_choice_of_code(planned))
			result = find_needs(plan, one, summary, error);
	}
	return result;
}

static int add_contestants(struct bench *bench, const struct plan *plan,
                           const struct run_result *result, struct summary *summary,
                           struct error *error)
{
	struct strlist directories = {0};
	char *root = str_format("%s/baseline/root", plan->build_dir);
	size_t *indices = xcalloc(plan->count, sizeof(*indices));
	struct baseline baseline;

	for (size_t i = 1; i < plan->count; i++)
		strlist_add(&directories, plan->flavors[i].flavor->directory);
	struct baseline_request request = {.root = root,
	                                   .hwcap_directories = &directories,
	                                   .modules = &plan->recipe.modules,
	                                   .stop = &run_signal};
	int outcome = baseline_read(&baseline, &request, error);
	bench->contest.contestants = xcalloc(plan->count, sizeof(*bench->contest.contestants));
	for (size_t i = 0; i < plan->count && outcome == 0; i++) {
		char *why = obstacle(bench, plan, result, i);

		if (why)
			strlist_add_taken(
			    &summary->left_out,
			    str_format("%s: not measured: %s", plan->flavors[i].flavor->name, why));
		else
			indices[bench->contest.count] = i,
			add_contestant(bench, plan, i, &baseline);
		free(why);
	}
	if (outcome == 0) {
		outcome = make_beds(bench, plan, indices, summary, error);
		baseline_free(&baseline);
	}
	strlist_free(&directories);
	free(indices);
	free(root);
	return outcome;
}

int bench_prepare(struct bench *bench, const struct plan *plan, const struct run_result *result,
                  const char *fused_root, bool count, struct summary *summary, struct error *error)
{
	bench->fused_root = fused_root;
	bench->top = path_join(plan->build_dir, "bench");
	bench->tree = path_join(plan->build_dir, "baseline/tree");
	bench->emulate = path_join(plan->data_dir, "scripts/emulate");
	bench->contest.tree = bench->tree;
	bench->contest.emulate = bench->emulate;
	bench->contest.threshold = plan->recipe.threshold;
	bench->contest.cpu = sample_cpu();
	bench->contest.about = &bench->about;
	bench->contest.stop = &run_signal;
	bench->contest.left_out = &summary->left_out;
	if (!count && !machine_runs(plan->architecture->name))
		return error_set(error,
		                 "this machine does not run %s; --instructions counts in an "
		                 "emulator",
		                 plan->architecture->name);
	if (count && open_counter(bench, plan, error) != 0)
		return -1;
	if (describe(bench, plan, error) != 0)
		return -1;
	return add_contestants(bench, plan, result, summary, error);
}

int bench_build(const struct bench *bench, const struct plan *plan, struct error *error)
{
	for (size_t i = 0; i < plan->recipe.benchmarks.count; i++) {
		const struct benchmark *benchmark = &plan->recipe.benchmarks.items[i];
		char *command =
		    benchmark->build ? str_format("cd \"$0\" && { %s\n}", benchmark->build) : NULL;
		const char *const words[] = {"sh", "-ec", command, bench->tree, NULL};
		char *output = NULL;
		int status =
		    command ? process_run(words, &output, 1024 * 1024, &run_signal, error) : 0;

		for (size_t end = output ? strlen(output) : 0;
		     end > 0 && isspace((unsigned char)output[end - 1]);)
			output[--end] = '\0';
		if (status > 0)
			error_at(error, benchmark->file, benchmark->line,
			         "Benchmark-Build of %s fails (exit status %d): %s",
			         benchmark->name, status, output);
		free(output);
		free(command);
		if (status != 0)
			return -1;
	}
	return 0;
}

void bench_free(struct bench *bench)
{
	for (size_t i = 0; i < bench->contest.count; i++)
		bed_free(&bench->contest.contestants[i].bed);
	free(bench->contest.contestants);
	counter_free(&bench->counter);
	record_entry_free(&bench->about);
	free(bench->top);
	free(bench->tree);
	free(bench->emulate);
}
