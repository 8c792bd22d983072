// SPDX-License-Identifier: MIT
/*
 * Random layouts, asked of the model and of the real loader; prints every difference.
 *
 *   differential WORLD ARCH FIRST-SEED COUNT CPU [EMULATOR CPU-OF-EMULATOR]
 *
 * WORLD is a folder with a loader at its place, /sbin/ldconfig, and for an emulator /.host with the
 * emulator, its libraries and this machine's loader (differential.t makes it). CPU is what --cpu
 * takes. Needs to be root, or root of a user namespace: it makes WORLD its root (chroot). Layout
 * number N has the seed N, so that one can be made again; DIFFERENTIAL_KEEP=1 leaves the first
 * one that differs where it is.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "elf/library.h"
#include "layout.h"
#include "loader/ldconfig.h"
#include "loader/search.h"

struct run {
	struct layout layout;
	struct target target;
	struct cpu cpu;
	const char *emulator; /* NULL: native */
	const char *emulated_cpu;
};

/* A command below the chroot, and what it prints on both streams; status in *status. */
static char *run_command(const struct run *run, const struct strlist *command,
                         const struct strlist *environment, int *status)
{
	struct strlist all = {0};
	struct str text = {0};
	int ends[2];
	char buffer[4096];

	if (run->emulator) {
		strlist_add(&all, "/.host/ld.so");
		strlist_add(&all, "--library-path");
		strlist_add(&all, "/.host");
		strlist_add_taken(&all, str_format("/.host/%s", run->emulator));
		strlist_add(&all, "-cpu");
		strlist_add(&all, run->emulated_cpu);
		for (size_t i = 0; i < environment->count; i++) {
			strlist_add(&all, "-E");
			strlist_add(&all, environment->items[i]);
		}
	}
	strlist_add_all(&all, command);
	char **argv = xcalloc(all.count + 1, sizeof(*argv));
	char **envp = xcalloc(environment->count + 1, sizeof(*envp));
	memcpy(argv, all.items, all.count * sizeof(*argv));
	if (!run->emulator && environment->count > 0)
		memcpy(envp, environment->items, environment->count * sizeof(*envp));
	if (pipe2(ends, O_CLOEXEC) != 0)
		die("pipe:");
	fflush(stdout);
	pid_t child = vfork();
	if (child == 0) {
		dup2(ends[1], STDOUT_FILENO);
		dup2(ends[1], STDERR_FILENO);
		execve(argv[0], argv, envp);
		_exit(125);
	}
	close(ends[1]);
	for (ssize_t got; (got = read(ends[0], buffer, sizeof(buffer))) > 0;)
		str_add_bytes(&text, buffer, (size_t)got);
	close(ends[0]);
	waitpid(child, status, 0);
	free(argv);
	free(envp);
	strlist_free(&all);
	return str_take(&text);
}

/*
 * Before glibc 2.37 ldconfig's -c compat and old overrun their buffers where there are legacy
 * entries. Where that has hit the number of entries, the loader reads on behind the file, and what
 * it finds there, or whether it is killed, hangs on what lies in memory.
 */
static bool is_cache(const struct run *run)
{
	struct error error = {0};
	struct cache cache;
	size_t size;
	char *bytes = file_read("/etc/ld.so.cache", 1 << 24, &size, &error);
	bool good = bytes && cache_parse(&cache, bytes, size, run->target.abi);

	if (good)
		cache_free(&cache);
	error_clear(&error);
	return good;
}

static void run_ldconfig(const struct run *run)
{
	const char *const words[] = {"/sbin/ldconfig", "-c", run->layout.cache_format};
	struct strlist command = {0}, environment = {0};
	int status;

	for (size_t i = 0; i < 3; i++)
		strlist_add(&command, words[i]);
	char *text = run_command(run, &command, &environment, &status);
	bool sound = WIFEXITED(status) && WEXITSTATUS(status) <= 1;
	if (strcmp(run->layout.cache_format, "new") == 0) {
		if (!sound)
			die("ldconfig: %s", text);
	} else if (!sound || !is_cache(run)) {
		unlink("/etc/ld.so.cache");
	}
	free(text);
	strlist_free(&command);
}

/* The loader's list in plain lines "NAME => PATH", or "error: TEXT". */
static char *normalize(const struct run *run, const char *text)
{
	static const char error[] = "error while loading shared libraries: ";
	static const char *const reasons[] = {": No such file", ": Error ", ": Is a directory"};
	char *copy = xstrdup(text), *rest = copy;
	struct str plain = {0};
	const char *found = strstr(text, error);

	if (found) {
		/* The errno behind it is now and then left over from something else. */
		size_t length = strcspn(found + strlen(error), "\n");

		str_add(&plain, "error: %.*s", (int)length, found + strlen(error));
		for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
			char *reason = strstr(plain.text, reasons[i]);

			if (reason)
				*reason = '\0';
		}
		plain.length = strlen(plain.text);
		str_add(&plain, "\n");
		free(copy);
		return str_take(&plain);
	}
	for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
		char *address = strstr(line, " (0x");

		if (line[0] != '\t') {
			if (*line && !starts_with(line, "qemu-") &&
			    !starts_with(line, "ERROR: ld.so: object "))
				str_add(&plain, "%s\n", line);
			continue;
		}
		if (address)
			*address = '\0';
		if (strstr(line, "linux-vdso") || strstr(line, "linux-gate") ||
		    strstr(line, path_name(run->target.abi->loader)) ||
		    strcmp(line, "\tstatically linked") == 0)
			continue;
		str_add(&plain, "%s\n", line + 1);
	}
	free(copy);
	return str_take(&plain);
}

static void add_environment(const struct layout *layout, struct strlist *environment)
{
	if (layout->library_path)
		strlist_add_taken(environment,
		                  str_format("LD_LIBRARY_PATH=%s", layout->library_path));
	if (layout->tunables)
		strlist_add_taken(environment, str_format("GLIBC_TUNABLES=%s", layout->tunables));
	if (layout->hwcap_mask)
		strlist_add_taken(environment, str_format("LD_HWCAP_MASK=%s", layout->hwcap_mask));
	if (layout->preload)
		strlist_add_taken(environment, str_format("LD_PRELOAD=%s", layout->preload));
}

static void add_option(struct strlist *command, const char *option, const char *value)
{
	if (!value)
		return;
	strlist_add(command, option);
	strlist_add(command, value);
}

/* What the real loader says. For marked libraries on x86 the program is run as well. */
static char *ask_loader(const struct run *run, char **started)
{
	struct strlist command = {0}, environment = {0};
	int status;

	add_environment(&run->layout, &environment);
	/* As ldd does it: ld.so --list would end at the first library that is missing. */
	strlist_add(&environment, "LD_TRACE_LOADED_OBJECTS=1");
	strlist_add(&command, run->target.abi->loader);
	add_option(&command, "--glibc-hwcaps-mask", run->layout.mask);
	add_option(&command, "--glibc-hwcaps-prepend", run->layout.prepend);
	strlist_add(&command, run->layout.program);
	char *text = run_command(run, &command, &environment, &status);
	char *plain = normalize(run, text);
	free(text);
	*started = NULL;
	if (run->layout.marked) {
		free(environment.items[--environment.count]);
		text = run_command(run, &command, &environment, &status);
		*started = *text ? normalize(run, text) : xstrdup("");
		if (!*text && status != 0)
			die("%s: ended with status %d", run->layout.program, status);
		free(text);
	}
	strlist_free(&command);
	strlist_free(&environment);
	return plain;
}

/* The length of a message without an errno behind it. */
static int without_errno(const char *message)
{
	const char *reason = strstr(message, ": Is a directory");

	return (int)(reason ? (size_t)(reason - message) : strlen(message));
}

static char *list_closure(const struct closure *closure)
{
	struct str plain = {0};

	if (closure->fatal) {
		str_add(&plain, "error: %.*s\n", without_errno(closure->fatal), closure->fatal);
		return str_take(&plain);
	}
	for (size_t i = 1; i < closure->count; i++) {
		const struct loaded *loaded = &closure->items[i];

		if (!loaded->path)
			str_add(&plain, "%s => not found\n", loaded->name);
		else if (strcmp(loaded->name, loaded->path) == 0)
			str_add(&plain, "%s\n", loaded->name);
		else
			str_add(&plain, "%s => %s\n", loaded->name, loaded->path);
	}
	return str_take(&plain);
}

/* How the program starts: the loader's error, or nothing. */
static char *start_closure(const struct closure *closure)
{
	char *error = closure_error(closure);
	bool marked = error && !closure->fatal && ends_with(error, "lower than required");
	char *line =
	    error ? str_format("%s%.*s\n", marked ? "" : "error: ", without_errno(error), error)
	          : xstrdup("");

	free(error);
	return line;
}

static void ignore_step(const struct step *step, void *data)
{
	(void)step;
	(void)data;
}

static char *ask_model(const struct run *run, char **started)
{
	const struct layout *layout = &run->layout;
	struct root root;
	struct hwcaps hwcaps;
	struct cache cache = {0};
	struct closure closure;
	struct error error = {0};
	struct strlist directories = {0};
	struct environment environment = {.library_path = layout->library_path,
	                                  .tunables = layout->tunables,
	                                  .hwcap_mask = layout->hwcap_mask,
	                                  .preload = layout->preload,
	                                  .prepend = layout->prepend,
	                                  .mask = layout->mask};
	size_t size;

	if (root_open(&root, "/", &error) != 0)
		die("%s", error.text);
	hwcaps_find(&hwcaps, layout->abi->architecture, run->target.glibc, &run->cpu, &environment);
	char *bytes = root_read(&root, "/etc/ld.so.cache", 1 << 24, &size);
	bool cached = bytes && cache_parse(&cache, bytes, size, layout->abi);
	ldconfig_directories(&root, &run->target, &directories);
	struct search search = {
	    .root = &root,
	    .target = &run->target,
	    .hwcaps = &hwcaps,
	    .cache = cached ? &cache : NULL,
	    .environment = &environment,
	    .cached_directories = &directories,
	    .origin_as_named = true,
	    /* Explanations must change nothing: every second layout has them. */
	    .visit = layout->made.count % 2 ? ignore_step : NULL};
	if (search_file(&search, layout->program, &closure, &error) != 0)
		die("%s", error.text);
	char *plain = list_closure(&closure);
	*started = start_closure(&closure);
	closure_free(&closure);
	objects_free(&search.objects);
	strlist_free(&directories);
	cache_free(&cache);
	hwcaps_free(&hwcaps);
	root_close(&root);
	return plain;
}

/* Entries of other ABIs are left out: the model's ldconfig looks for those of one only. */
static void list_cache(const struct run *run, const struct cache *cache, struct str *text)
{
	for (size_t i = 0; i < cache->count; i++) {
		const struct cache_entry *entry = &cache->entries[i];

		if ((entry->flags & 0xff00) != (uint32_t)run->target.abi->cache_flags)
			continue;

		str_add(text, "%s %s %x %llx %s %u\n", entry->name, entry->path, entry->flags,
		        (unsigned long long)entry->bits, entry->hwcaps ? entry->hwcaps : "-",
		        entry->isa);
	}
}

/* What ldconfig will write, by the model. */
static char *model_ldconfig(const struct run *run)
{
	struct root root;
	struct cache cache;
	struct objects objects = {0};
	struct error error = {0};
	struct str text = {0};

	if (root_open(&root, "/", &error) != 0)
		die("%s", error.text);
	ldconfig_cache(&root, &run->target, &objects, &cache);
	list_cache(run, &cache, &text);
	cache_free(&cache);
	objects_free(&objects);
	root_close(&root);
	return str_take(&text);
}

static char *real_ldconfig(const struct run *run)
{
	struct cache cache;
	struct error error = {0};
	struct str text = {0};
	size_t size;
	char *bytes = file_read("/etc/ld.so.cache", 1 << 24, &size, &error);

	error_clear(&error);
	if (!bytes)
		return NULL;
	/* One without entries is no cache to the loader. */
	cache_parse(&cache, bytes, size, run->target.abi);
	list_cache(run, &cache, &text);
	cache_free(&cache);
	return str_take(&text);
}

static bool same(const struct run *run, unsigned long seed, const char *what, const char *model,
                 const char *real)
{
	const struct layout *layout = &run->layout;

	if (strcmp(model, real) == 0)
		return true;
	printf("DIFFERENT %s seed %lu: %s glibc %u.%u cpu %s path %s tunables %s "
	       "mask %s preload %s "
	       "hwcaps-mask %s hwcaps-prepend %s\n"
	       "-- model\n%s-- loader\n%s",
	       what, seed, layout->abi->architecture, run->target.glibc.major,
	       run->target.glibc.minor, run->cpu.name,
	       layout->library_path ? layout->library_path : "-",
	       layout->tunables ? layout->tunables : "-",
	       layout->hwcap_mask ? layout->hwcap_mask : "-",
	       layout->preload ? layout->preload : "-", layout->mask ? layout->mask : "-",
	       layout->prepend ? layout->prepend : "-", model, real);
	return false;
}

/* The real cache is that of a second run: links that the first makes are seen by what it reads
   later. */
static bool compare_ldconfig(const struct run *run, unsigned long seed)
{
	char *model = model_ldconfig(run);

	run_ldconfig(run);
	char *real = real_ldconfig(run);
	bool good = !real || same(run, seed, "ldconfig", model, real);
	free(model);
	free(real);
	return good;
}

static bool run_layout(struct run *run, unsigned long seed)
{
	struct layout *layout = &run->layout;
	char *model_started, *real_started;
	bool good = true;

	layout->random = (seed + 1) * 0x9e3779b97f4a7c15;
	layout_make(layout);
	if (layout->wants_cache) {
		run_ldconfig(run);
		/* Of two types in one folder the order in which readdir() has them decides. An
		   emulated ldconfig takes most of the time, and is compared now and then. */
		if (!layout->foreign && strcmp(layout->cache_format, "new") == 0 &&
		    (!run->emulator || seed % 4 == 0))
			good &= compare_ldconfig(run, seed);
		layout_change(layout);
	}
	char *real = ask_loader(run, &real_started);
	char *model = ask_model(run, &model_started);
	good &= same(run, seed, "list", model, real);
	if (real_started)
		good &= same(run, seed, "start", model_started, real_started);
	free(real);
	free(model);
	free(real_started);
	free(model_started);
	if (!good && getenv("DIFFERENTIAL_KEEP"))
		exit(1);
	layout_clear(layout);
	return good;
}

int main(int argc, char **argv)
{
	struct run run = {0};
	struct root root;
	struct cpus cpus = {0};
	struct error error = {0};
	unsigned long different = 0;

	if (argc != 6 && argc != 8)
		die("usage: differential WORLD ARCH FIRST-SEED COUNT CPU [EMULATOR CPU]");
	const char *data = getenv("HWFLAVOR_DATADIR");
	char *list = path_join(data ? data : HWFLAVOR_DATADIR, "flavors/cpus");
	if (root_open(&root, argv[1], &error) != 0 ||
	    target_read(&run.target, &root, argv[2], NULL, &error) != 0 ||
	    cpus_load(&cpus, list, &error) != 0 ||
	    cpu_choose(&run.cpu, argv[5], argv[2], &cpus, &error) != 0)
		die("%s", error.text);
	root_close(&root);
	free(list);
	cpus_free(&cpus);
	if (argc == 8) {
		run.emulator = argv[6];
		run.emulated_cpu = argv[7];
		/* qemu-user tells AT_PLATFORM on few architectures. */
		if (run.target.abi->machine == 21 || run.target.abi->machine == 22) {
			free(run.cpu.platform);
			run.cpu.platform = NULL;
		}
	}
	run.layout = (struct layout){
	    .world = "", .abi = run.target.abi, .glibc = run.target.glibc, .native = !run.emulator};
	/* From here on no link, however absolute, leads out of the world. */
	if (chroot(argv[1]) != 0 || chdir("/") != 0)
		die("%s: chroot:", argv[1]);
	/* What an interrupted run left. */
	layout_clear(&run.layout);
	unsigned long first = strtoul(argv[3], NULL, 10), count = strtoul(argv[4], NULL, 10);
	for (unsigned long i = 0; i < count; i++)
		different += !run_layout(&run, first + i);
	printf("%s glibc %u.%u %s: %lu layouts from seed %lu, %lu different\n", argv[2],
	       run.target.glibc.major, run.target.glibc.minor, argv[5], count, first, different);
	free(run.layout.program);
	cpu_free(&run.cpu);
	target_free(&run.target);
	return different != 0;
}
