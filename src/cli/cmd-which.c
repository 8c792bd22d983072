// SPDX-License-Identifier: MIT
#include <ctype.h>
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/which.h"
#include "flavor/machine.h"
#include "loader/ask.h"
#include "loader/ldconfig.h"
#include "loader/package.h"

static const char help[] =
    "Usage: hwflavor which [OPTIONS] LIBRARY|PROGRAM|PACKAGE.deb...\n"
    "\n"
    "Says which file the dynamic loader takes for a library (libgmp.so.10), or for each library\n"
    "that a program (a path) needs. Nothing of the target is run. Packages are laid over the\n"
    "root as if they were installed; without other questions each of their libraries that "
    "programs\n"
    "find by name is one.\n"
    "\n"
    "  --root DIR        the system that is asked about (default: this one)\n"
    "  --cpu CPU         a CPU of hwflavor cpu --list, changed as in Haswell,-bmi1,+adx, or a\n"
    "                    file that hwflavor cpu --json wrote (default: this CPU)\n"
    "  --env NAME=VALUE  LD_LIBRARY_PATH, LD_PRELOAD, GLIBC_TUNABLES, LD_HWCAP_MASK or\n"
    "                    HWFLAVOR_DISABLE of the program (default: hwflavor's own, without\n"
    "                    --root)\n"
    "  --glibc-hwcaps-mask LIST\n"
    "  --glibc-hwcaps-prepend LIST\n"
    "                    the loader is run as ld.so with this option\n"
    "  --explain         every candidate, in the loader's order, and what was decided about it\n"
    "  --ask-loader      run the real loader too, natively or in qemu-user; a difference is an "
    "error\n"
    "  --matrix          the copies that each known CPU takes\n"
    "  -v, --verbose     how many files the loader opens or tries to open\n"
    "  --arch ARCH       of several in the root, the one meant (armhf)\n"
    "  --glibc VERSION   another C library than the root's own\n"
    "  --json            JSON in place of text\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0 all found; 1 something is missing, or the program would not start.\n";

/*
 * Names: with more every glibc from 2.33 to 2.43 ends in an assertion of its own. Bytes of a cache:
 * 100,000 libraries have less, and --explain keeps ten times as much in memory.
 */
enum { CACHE_LIMIT = 16 * 1024 * 1024, PREPEND_LIMIT = 32 };

const char *which_variable(const struct options *options, const char *name)
{
	size_t length = strlen(name);

	for (size_t i = options->environment.count; i-- > 0;) {
		const char *item = options->environment.items[i];

		if (strncmp(item, name, length) == 0 && item[length] == '=')
			return item + length + 1;
	}
	return options->root ? NULL : getenv(name);
}

static unsigned count_names(const char *list)
{
	unsigned count = 0;

	for (const char *at = list; at && *at; at += strcspn(at, ":")) {
		at += strspn(at, ":");
		count += *at != '\0';
	}
	return count;
}

static void find_environment(struct which *which)
{
	static const char *const known[] = {"LD_LIBRARY_PATH", "GLIBC_TUNABLES", "LD_HWCAP_MASK",
	                                    "LD_PRELOAD", "HWFLAVOR_DISABLE"};
	const struct options *options = which->options;

	for (size_t i = 0; i < options->environment.count; i++) {
		const char *item = options->environment.items[i];
		bool good = false;

		for (size_t k = 0; k < sizeof(known) / sizeof(known[0]); k++)
			good |= strncmp(item, known[k], strlen(known[k])) == 0 &&
			        item[strlen(known[k])] == '=';
		if (!good)
			die("--env %s: write LD_LIBRARY_PATH=..., GLIBC_TUNABLES=..., "
			    "LD_HWCAP_MASK=..., LD_PRELOAD=... or HWFLAVOR_DISABLE=...",
			    item);
	}
	if (count_names(options->hwcaps_prepend) > PREPEND_LIMIT)
		die("--glibc-hwcaps-prepend: ld.so itself fails with more than %d names; give "
		    "fewer",
		    PREPEND_LIMIT);
	which->environment = (struct environment){
	    .library_path = which_variable(options, known[0]),
	    .tunables = which_variable(options, known[1]),
	    .hwcap_mask = which_variable(options, known[2]),
	    .preload = which_variable(options, known[3]),
	    .mask = options->hwcaps_mask,
	    .prepend = options->hwcaps_prepend,
	};
}

/* The architecture of the first question that is a file, if none is given. */
static const char *find_architecture(struct which *which)
{
	if (which->options->plan.architecture)
		return which->options->plan.architecture;
	for (size_t i = 0; i < which->questions.count; i++) {
		struct root_file file;
		struct library library;
		struct error error = {0};

		if (!strchr(which->questions.items[i], '/') ||
		    root_find(&which->root, which->questions.items[i], &file) != 0)
			continue;
		bool good = library_read(file.host, &library, &error) == 0 && library.bits != 0;
		const struct abi *abi = good ? abi_of_library(&library) : NULL;

		library_free(&library);
		error_clear(&error);
		free(file.host);
		if (abi)
			return abi->architecture;
	}
	return which->unpacked ? package_architecture(which->unpacked) : NULL;
}

static void find_cache(struct which *which)
{
	size_t size;
	errno = 0;
	char *bytes = which->unpacked
	                  ? NULL
	                  : root_read(&which->root, "/etc/ld.so.cache", CACHE_LIMIT, &size);

	if (!bytes && errno == EFBIG)
		die("%s/etc/ld.so.cache: has more than %d MiB, which no ldconfig writes; take it "
		    "away, and it is worked out",
		    which->options->root ? which->options->root : "", CACHE_LIMIT >> 20);
	if (bytes && cache_parse(&which->cache, bytes, size, which->target.abi))
		return;
	const char *root = which->options->root ? which->options->root : "";
	if (bytes)
		warn("%s/etc/ld.so.cache: is no cache that a loader takes, so what ldconfig would "
		     "write is taken for it; run ldconfig",
		     root);
	else if (errno != 0 && errno != ENOENT)
		warn("%s/etc/ld.so.cache: %s; what ldconfig would write is taken for it", root,
		     strerror(errno));
	which->assumed_cache = true;
	ldconfig_cache(&which->root, &which->target, &which->search.objects, &which->cache);
}

static void keep_step(const struct step *step, void *data)
{
	struct which *which = data;

	which->steps = xreallocarray(which->steps, which->steps_count + 1, sizeof(*which->steps));
	which->steps[which->steps_count++] = (struct kept_step){
	    .name = xstrdup(step->name),
	    .stage = xstrdup(step->stage),
	    .path = xstrdup(step->path),
	    .reason = step->reason ? xstrdup(step->reason) : NULL,
	    .verdict = step->verdict,
	};
}

static void forget_steps(struct which *which)
{
	for (size_t i = 0; i < which->steps_count; i++) {
		free(which->steps[i].name);
		free(which->steps[i].stage);
		free(which->steps[i].path);
		free(which->steps[i].reason);
	}
	free(which->steps);
	which->steps = NULL;
	which->steps_count = 0;
}

/* What would be ignored is refused. */
static void check_options(const struct options *options)
{
	if (options->root && options->root[0] == '\0')
		die("--root: names no folder");
	if (options->matrix && (options->explain || options->ask_loader || options->verbose))
		die("--matrix: has no place for --explain, --ask-loader or -v; ask about one CPU");
	if (options->cpus.count > 1 && !options->matrix)
		die("--cpu: is given %zu times; only --matrix asks about several CPUs",
		    options->cpus.count);
	for (size_t i = 0; i < options->operands.count; i++)
		if (options->operands.items[i][0] == '\0')
			die("an argument is empty; name a library, a program or a package");
}

static void prepare(struct which *which)
{
	const struct options *options = which->options;
	struct error error = {0};
	struct glibc glibc;
	char *data_dir = plan_data_dir();
	char *file = path_join(data_dir, "flavors/cpus");

	check_options(options);
	if (options->plan.glibc && !glibc_parse(options->plan.glibc, &glibc))
		die("--glibc %s: write a version such as 2.36", options->plan.glibc);
	find_environment(which);
	if (cpus_load(&which->cpus, file, &error) != 0 ||
	    root_open(&which->root, options->root ? options->root : "/", &error) != 0)
		die_of(&error);
	which_sort_operands(which);
	if (which->questions.count == 0 && !which->unpacked)
		die("no library or program is named; see hwflavor which --help");
	const char *architecture = find_architecture(which);
	const char *cpu = options->cpus.count > 0 ? options->cpus.items[0] : NULL;
	if (target_read(&which->target, &which->root, architecture,
	                options->plan.glibc ? &glibc : NULL, &error) != 0) {
		if (which->root.denied)
			die("%s: this user may not read it, so nothing is known of the root; "
			    "give read permission, or run as its owner",
			    which->root.denied);
		which_refuse_foreign(which, architecture);
		die_of(&error);
	}
	/* The matrix asks all CPUs, and needs none of its own. */
	architecture = which->target.abi->architecture;
	if (!options->matrix &&
	    cpu_choose(&which->cpu, cpu, architecture, &which->cpus, &error) != 0)
		die_of(&error);
	find_cache(which);
	which_ask_package(which);
	ldconfig_directories(&which->root, &which->target, &which->directories);
	which->search.root = &which->root;
	which->search.target = &which->target;
	which->search.hwcaps = &which->hwcaps;
	which->search.cache = &which->cache;
	which->search.environment = &which->environment;
	which->search.cached_directories = &which->directories;
	if (options->explain) {
		which->search.visit = keep_step;
		which->search.data = which;
	}
	free(file);
	free(data_dir);
}

/* The directories of which->cpu. secure: for a setuid program, which such variables do not reach.
 */
void which_find_hwcaps(struct which *which, bool secure)
{
	struct environment environment = which->environment;

	if (secure)
		environment.tunables = environment.hwcap_mask = NULL;
	hwcaps_free(&which->hwcaps);
	hwcaps_find(&which->hwcaps, which->target.abi->architecture, which->target.glibc,
	            &which->cpu, &environment);
	which->secure = secure;
}

static int search(struct which *which, const char *question, struct closure *closure,
                  struct error *error)
{
	which->search.opens = 0;
	forget_steps(which);
	return search_name(&which->search, question, closure, error);
}

bool which_ask(struct which *which, const char *question, struct closure *closure)
{
	struct error error = {0};
	int result = search(which, question, closure, &error);

	if (result == 0 && closure->secure != which->secure) {
		closure_free(closure);
		which_find_hwcaps(which, !which->secure);
		result = search(which, question, closure, &error);
	}
	if (result == 0) {
		if (!strchr(question, '/') && !strstr(question, ".so") &&
		    closure->items[0].needs_count > 0 &&
		    !closure->items[closure->items[0].needs[0]].path)
			warn("%s: is no library's name; a program is named by its path", question);
		return true;
	}
	warn("%s", error.text);
	error_clear(&error);
	closure_free(closure);
	return false;
}

/* qemu's name of the CPU: the first of its names, with the changes as qemu writes them. */
static char *emulated_cpu(const struct which *which)
{
	const struct strlist *cpus = &which->options->cpus;
	char *words = xstrdup(cpus->count > 0 ? cpus->items[0] : "max");
	char *rest = words;
	const char *name = strsep(&rest, ",");
	const struct cpu *known = cpus_find(&which->cpus, name, which->target.abi->architecture);
	struct str text = {0};

	if (known)
		str_add(&text, "%.*s", (int)strcspn(known->name, " |"), known->name);
	else
		str_add(&text, "%s", name);
	for (char *letter = text.text; *letter && which->target.abi->machine == EM_PPC64; letter++)
		*letter = (char)tolower((unsigned char)*letter);
	for (const char *word; (word = strsep(&rest, ",")) != NULL;)
		str_add(&text, ",%s%s", word + (*word == '-' || *word == '+'),
		        *word == '-'   ? "=off"
		        : *word == '+' ? "=on"
		                       : "");
	free(words);
	return str_take(&text);
}

/* With each library's path as links lead to it. Caller frees. */
static char *with_real_paths(struct which *which, const char *text)
{
	char *copy = xstrdup(text), *rest = copy;
	struct str resolved = {0};

	for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
		char *arrow = strstr(line, " => ");
		char *real = arrow ? root_real_path(&which->root, arrow + 4) : NULL;

		if (real)
			arrow[4] = '\0';
		str_add(&resolved, "%s%s\n", line, real ? real : "");
		free(real);
	}
	free(copy);
	return str_take(&resolved);
}

/* Without a cache the loader finds by a link what ldconfig would have written as its file. */
static bool same_answer(struct which *which, const char *model, const char *real)
{
	if (!which->assumed_cache || which->unpacked)
		return strcmp(model, real) == 0;
	char *ours = with_real_paths(which, model), *theirs = with_real_paths(which, real);
	bool same = strcmp(ours, theirs) == 0;

	free(ours);
	free(theirs);
	return same;
}

/* Whether the real loader says the same of a program; what it says otherwise is printed. */
static bool loader_agrees(struct which *which, const char *question, const struct closure *closure)
{
	const char *architecture = which->target.abi->architecture;
	struct error error = {0};
	if (closure->secure) {
		warn("%s: is setuid or setgid, and the loader is asked as a command, which has no "
		     "such rights and heeds the environment; ask about a copy without",
		     question);
		return false;
	}
	bool native =
	    machine_runs(architecture) &&
	    (which->options->cpus.count == 0 || strcmp(which->options->cpus.items[0], "this") == 0);
	const char *emulator = native ? NULL : architecture_find(architecture)->emulator;

	/* Where packages are laid over the root, the real ldconfig is run first. */
	if (which->assumed_cache && !which->unpacked)
		warn("%s: there is no cache yet, so the loader may find less", question);
	char *cpu = emulated_cpu(which);
	char *real = ask_loader(&which->search, question, emulator, cpu, &error);
	free(cpu);
	if (!real) {
		warn("%s: %s", question, error.text);
		error_clear(&error);
		return false;
	}
	char *model = ask_model(question, closure);
	bool same = same_answer(which, model, real);
	if (!same)
		warn("%s: the real loader says otherwise:\n%s", question, real);
	free(model);
	free(real);
	return same;
}

static int answer(struct which *which)
{
	json_t *answers = json_array();
	int status = 0;

	which_find_hwcaps(which, false);
	for (size_t i = 0; i < which->questions.count; i++) {
		const char *question = which->questions.items[i];
		struct closure closure;

		if (run_signal != 0)
			break;
		if (!which_ask(which, question, &closure)) {
			status = EXIT_REQUEST;
			continue;
		}
		if (which->options->json)
			json_array_append_new(answers, which_to_json(which, question, &closure));
		else
			which_print(which, question, &closure);
		bool good = which_starts(&closure);
		if (which->options->ask_loader)
			good &= loader_agrees(which, question, &closure);
		if (!good && status == 0)
			status = EXIT_WRONG;
		closure_free(&closure);
	}
	if (which->options->json) {
		char *glibc =
		    str_format("%u.%u", which->target.glibc.major, which->target.glibc.minor);
		char *cpu = cpu_first_name(which->cpu.name);

		json_print(json_pack("{s:s, s:s, s:o, s:b, s:o, s:o}", "architecture",
		                     which->target.abi->architecture, "glibc", glibc, "cpu",
		                     json_of_text(cpu), "cache-assumed", which->assumed_cache,
		                     "answers", json_incref(answers), "unreached",
		                     json_of_list(&which->unreached)));
		free(glibc);
		free(cpu);
	}
	json_decref(answers);
	return status;
}

static void free_which(struct which *which)
{
	forget_steps(which);
	objects_free(&which->search.objects);
	cache_free(&which->cache);
	hwcaps_free(&which->hwcaps);
	cpu_free(&which->cpu);
	cpus_free(&which->cpus);
	target_free(&which->target);
	root_close(&which->root);
	strlist_free(&which->directories);
	strlist_free(&which->questions);
	strlist_free(&which->unreached);
}

int cmd_which(int argc, char **argv)
{
	struct options options = {0};
	struct which which = {.options = &options};

	options_parse(&options, OPTIONS_WHICH, help, argc, argv);
	prepare(&which);
	int status = (options.matrix ? which_print_matrix : answer)(&which);
	if (run_signal != 0)
		which_end(&which);
	if (which.root.denied)
		warn("%s: this user may not read it; the answer leaves it out, as this user's "
		     "loader does",
		     which.root.denied);
	finish_output();
	free_which(&which);
	options_free(&options);
	return status;
}
