// SPDX-License-Identifier: MIT
#include "build/plan.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "build/arguments.h"
#include "build/choice.h"
#include "build/tuning.h"
#include "build/variant.h"
#include "flavor/machine.h"
#include "flavor/needs.h"
#include "flavor/record.h"

char *plan_data_dir(void)
{
	const char *set = getenv("HWFLAVOR_DATADIR");

	return set && set[0] != '\0' ? path_absolute(set) : xstrdup(HWFLAVOR_DATADIR);
}

int plan_load_catalogue(struct flavors *catalogue, const char *data_dir, struct error *error)
{
	char *dir = path_join(data_dir, "flavors");
	int result = flavors_load(catalogue, dir, error);

	free(dir);
	return result;
}

void plan_roots(const struct plan *plan, struct strlist *roots)
{
	for (size_t i = 0; i < plan->count; i++)
		strlist_add_taken(roots, str_format("%s/%s/root", plan->build_dir,
		                                    plan->flavors[i].flavor->name));
}

/* The file that shows a build system, in the order in which they are believed. */
static const struct {
	const char *file;
	enum build_system build_system;
} signs[] = {
    {"configure", BUILD_SYSTEM_AUTOCONF}, {"CMakeLists.txt", BUILD_SYSTEM_CMAKE},
    {"meson.build", BUILD_SYSTEM_MESON},  {"GNUmakefile", BUILD_SYSTEM_MAKE},
    {"Makefile", BUILD_SYSTEM_MAKE},      {"makefile", BUILD_SYSTEM_MAKE},
};

static bool has_sign(const char *source, const char *file)
{
	char *path = path_join(source, file);
	bool has = path_is_file(path);

	free(path);
	return has;
}

static int find_build_system(struct plan *plan, struct error *error)
{
	enum build_system wanted = plan->recipe.build_system;

	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
		if (wanted != BUILD_SYSTEM_UNKNOWN && signs[i].build_system != wanted)
			continue;
		if (has_sign(plan->source, signs[i].file)) {
			plan->build_system = signs[i].build_system;
			return 0;
		}
	}
	if (wanted == BUILD_SYSTEM_AUTOCONF || has_sign(plan->source, "configure.ac"))
		return error_set(error,
		                 "%s: there is no configure script; run autoreconf -i there first",
		                 plan->source);
	if (wanted != BUILD_SYSTEM_UNKNOWN)
		return error_at(error, plan->recipe.file, plan->recipe.build_system_line,
		                "Build-System is %s, but %s has no file of it; correct the field",
		                build_system_name(wanted), plan->source);
	return error_set(error,
	                 "%s: no configure, CMakeLists.txt, meson.build or Makefile is there; give "
	                 "the library's source with --source",
	                 plan->source);
}

/*
 * A path that configure scripts, make or GCC's -ffile-prefix-map would read as something else.
 * CMake and Meson quote what they write, so that only what no quoting helps is refused for them.
 */
static int check_path(const struct plan *plan, const char *path, const char *option,
                      struct error *error)
{
	bool quotes = !plan->debhelper && (plan->build_system == BUILD_SYSTEM_CMAKE ||
	                                   plan->build_system == BUILD_SYSTEM_MESON);
	/* A Debian package of a release candidate lies in foo-1.0~rc1. */
	const char *bad = strpbrk(path, quotes            ? "\n\r\t\\\"#$;%=`"
	                                : plan->debhelper ? "\n\r\t \\\"'#$;%=`&:*?[]()<>|!"
	                                                  : "\n\r\t \\\"'#$;%=`&:*?[]()<>|!~");

	if (!bad)
		return 0;
	char shown[2] = {*bad < ' ' ? ' ' : *bad, '\0'};
	return error_set(error,
	                 "%s: a path with %s does not survive %s; give %s without it "
	                 "(a symbolic link will do)",
	                 path,
	                 *bad < ' '    ? "white space"
	                 : *bad == ' ' ? "a space"
	                               : shown,
	                 quotes ? build_system_name(plan->build_system) : "make and configure",
	                 option);
}

/* debhelper's names, of which only the first part matters here: cmake+makefile, cmake+ninja. */
static void take_debhelper(struct plan *plan, const struct plan_request *request)
{
	static const struct {
		const char *name;
		enum build_system build_system;
	} systems[] = {
	    {"autoconf", BUILD_SYSTEM_AUTOCONF},
	    {"cmake", BUILD_SYSTEM_CMAKE},
	    {"meson", BUILD_SYSTEM_MESON},
	    {"makefile", BUILD_SYSTEM_MAKE},
	};

	plan->debhelper = xstrdup(request->debhelper);
	plan->baseline_tree = request->baseline_tree ? path_absolute(request->baseline_tree) : NULL;
	strlist_add_all(&plan->arguments, &request->configure);
	plan->copy_source = true;
	for (size_t i = 0; i < sizeof(systems) / sizeof(systems[0]); i++) {
		size_t length = strlen(systems[i].name);

		if (strncmp(plan->debhelper, systems[i].name, length) == 0 &&
		    strchr("+", plan->debhelper[length]))
			plan->build_system = systems[i].build_system;
	}
	/* debian/rules as a whole: by its file, to know what HWFLAVOR_CONFIGURE is for. */
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (strcmp(plan->debhelper, "rules") == 0 &&
		    plan->build_system == BUILD_SYSTEM_UNKNOWN &&
		    has_sign(plan->source, signs[i].file))
			plan->build_system = signs[i].build_system;
}

/* The rules that make is to run; their absence would only be make's error, later. */
static int check_scripts(const struct plan *plan, struct error *error)
{
	char *rules = path_join(plan->data_dir, "scripts/hwflavor.mk");
	bool there = path_is_file(rules);

	free(rules);
	if (there)
		return 0;
	return error_set(error,
	                 "%s/scripts: has no hwflavor.mk; install hwflavor anew, or set "
	                 "HWFLAVOR_DATADIR to its data",
	                 plan->data_dir);
}

/* Also of what does not exist yet: then of what does above it. Caller frees. */
static char *real_path(const char *absolute)
{
	char *real = realpath(absolute, NULL);

	if (real || strcmp(absolute, "/") == 0)
		return real ? real : xstrdup("/");
	char *dir = path_dir(absolute);
	char *real_dir = real_path(dir[0] != '\0' ? dir : "/");
	char *joined = path_join(real_dir, path_name(absolute));
	free(real_dir);
	free(dir);
	return joined;
}

static bool is_same_or_below(const char *path, const char *top)
{
	size_t length = strlen(top);

	return starts_with(path, top) && (path[length] == '/' || path[length] == '\0');
}

/* The flavor whose build folder a path is, or lies in, or NULL. */
static const char *holding_flavor(const struct plan *plan, const char *path)
{
	char *absolute = path_absolute(path), *real = real_path(absolute);
	const char *holding = NULL;

	for (size_t i = 0; i < plan->count && !holding; i++) {
		const char *flavor = plan->flavors[i].flavor->name;
		char *dir = path_join(plan->build_dir, flavor), *real_dir = real_path(dir);

		if (is_same_or_below(real, real_dir))
			holding = flavor;
		free(real_dir);
		free(dir);
	}
	free(real);
	free(absolute);
	return holding;
}

int plan_check_destdir(const struct plan *plan, const char *destdir, struct error *error)
{
	const char *flavor = holding_flavor(plan, destdir);

	if (!flavor)
		return 0;
	return error_set(error,
	                 "%s: is where %s is built, which is removed before a step; give another "
	                 "--destdir",
	                 destdir, flavor);
}

/* A file, or a folder with something in it. */
static bool holds_something(const char *path)
{
	DIR *dir = opendir(path);
	size_t count = 0;

	if (!dir)
		return access(path, F_OK) == 0;
	while (readdir(dir))
		count++;
	closedir(dir);
	return count > 2;
}

/* Steps remove these before they make them: what hwflavor has not made is not its to remove. */
static int check_build_dir(const struct plan *plan, struct error *error)
{
	static const char *const removed[] = {"tree", "root", "probe", "choose-cpu"};
	const char *flavor = holding_flavor(plan, plan->source);
	int result = 0;

	if (flavor)
		return error_set(error, "%s: is where %s would be built; give another --build-dir",
		                 plan->source, flavor);
	for (size_t i = 0; i < plan->count && result == 0; i++) {
		char *dir = path_join(plan->build_dir, plan->flavors[i].flavor->name);

		for (size_t j = 0; j < sizeof(removed) / sizeof(removed[0]) && result == 0; j++) {
			char *path = path_join(dir, removed[j]);

			if (!has_sign(dir, "values") && holds_something(path))
				result = error_set(error,
				                   "%s: is not hwflavor's; give another "
				                   "--build-dir",
				                   path);
			free(path);
		}
		free(dir);
	}
	return result;
}

static int find_source(struct plan *plan, const struct plan_request *request, struct error *error)
{
	plan->source = path_absolute(request->source ? request->source : ".");
	plan->build_dir = path_absolute(request->build_dir ? request->build_dir : "hwflavor-build");
	if (!path_is_dir(plan->source))
		return error_set(error,
		                 "%s: there is no such folder; give the source with --source",
		                 plan->source);
	char *source = real_path(plan->source), *build_dir = real_path(plan->build_dir);
	bool same = strcmp(source, build_dir) == 0;
	free(source);
	free(build_dir);
	if (same)
		return error_set(
		    error,
		    "%s: the build folder cannot be the source itself; give another one "
		    "with --build-dir",
		    plan->build_dir);
	return 0;
}

static int check_shell(const struct plan *plan, struct error *error)
{
	if (plan->recipe.shell && path_is_dir(plan->recipe.shell))
		return error_at(error, plan->recipe.file, plan->recipe.shell_line,
		                "Shell: %s is a folder; name a program, or take the field out",
		                plan->recipe.shell);
	if (plan->recipe.shell && access(plan->recipe.shell, X_OK) != 0)
		return error_at(error, plan->recipe.file, plan->recipe.shell_line,
		                "Shell: %s is not installed; install it, or take the field out",
		                plan->recipe.shell);
	return 0;
}

static int check_source(struct plan *plan, struct error *error)
{
	if (plan->debhelper)
		return check_path(plan, plan->source, "--source", error) != 0
		           ? -1
		           : check_shell(plan, error);
	if (find_build_system(plan, error) != 0 ||
	    check_path(plan, plan->source, "--source", error) != 0 ||
	    check_path(plan, plan->build_dir, "--build-dir", error) != 0)
		return -1;
	plan->copy_source = plan->recipe.copy_source || plan->build_system == BUILD_SYSTEM_MAKE;
	/* Automake's words for it; a copy would bring the stale answers along. */
	if (plan->build_system == BUILD_SYSTEM_AUTOCONF && has_sign(plan->source, "config.status"))
		return error_set(error,
		                 "%s: has been configured in place (config.status is there); run "
		                 "make distclean there first",
		                 plan->source);
	return check_shell(plan, error);
}

static int find_architecture(struct plan *plan, const struct plan_request *request,
                             struct error *error)
{
	const char *name = request->architecture;

	if (!name)
		name = getenv("DEB_HOST_ARCH");
	if (!name || name[0] == '\0')
		name = machine_architecture();
	plan->architecture = architecture_find(name);
	if (!plan->architecture)
		return error_set(error,
		                 "no architecture %s is known; give --arch one of Debian's names, "
		                 "such as amd64 or armhf",
		                 name);
	plan->cross = strcmp(name, machine_architecture()) != 0;
	return 0;
}

static int find_glibc(struct plan *plan, const struct plan_request *request, struct error *error)
{
	plan->glibc = plan->toolchain.glibc;
	if (!request->glibc) {
		if (plan->glibc.major == 0)
			plan->glibc = glibc_running();
		return 0;
	}
	if (!glibc_parse(request->glibc, &plan->glibc))
		return error_set(error, "--glibc %s: write a version such as 2.36", request->glibc);
	return 0;
}

/* Native where this CPU can, else emulated, else a reason why not. */
static void choose_test_mode(const struct plan *plan, struct plan_flavor *planned)
{
	const struct flavor *flavor = planned->flavor;
	bool runs = machine_runs(plan->architecture->name);
	const char *missing = runs ? flavor_missing_feature(flavor) : NULL;
	const char *emulator = plan->architecture->emulator;
	char *found;

	planned->foreign = plan->cross || missing;
	if (runs && !missing) {
		planned->test_mode = TEST_NATIVE;
		return;
	}
	struct str why = {0};
	if (missing)
		str_add(&why, "this CPU lacks %s", missing);
	else
		str_add(&why, "this machine does not run %s", plan->architecture->name);
	found = path_find_program(emulator);
	planned->test_mode = TEST_NONE;
	if (flavor->emulator_cpus.count == 0)
		str_add(&why, ", and no emulator is known to run the flavor");
	else if (plan->build_system == BUILD_SYSTEM_MAKE)
		str_add(&why, ", and plain makefiles have no place for an emulator");
	else if (plan->debhelper && strcmp(plan->debhelper, "rules") == 0)
		str_add(&why, ", and debian/rules has no place for an emulator");
	else if (plan->build_system == BUILD_SYSTEM_UNKNOWN)
		str_add(&why, ", and nothing is known of emulators in %s", plan->debhelper);
	else if (!found)
		str_add(&why, ", and %s is not installed (Debian: qemu-user)", emulator);
	else
		planned->test_mode = TEST_EMULATED;
	free(found);
	if (planned->test_mode == TEST_NONE)
		planned->untested = str_take(&why);
	str_free(&why);
}

/* Asked before anything is built. */
static int check_measure(const struct plan *plan, struct error *error)
{
	const struct recipe *recipe = &plan->recipe;

	if (recipe->benchmarks.count == 0)
		return error_at(
		    error, recipe->file ? recipe->file : plan->source, 0,
		    "no Benchmark field is there; add one to the hwflavors file, with a "
		    "command that uses the library");
	if (plan->count == 1)
		return error_set(error, "there is nothing to measure but the baseline; name "
		                        "flavors with --flavors");
	struct record record = {0};
	int result = record_read(&record, recipe->record_file, error);
	record_free(&record);
	return result;
}

int plan_resolve(struct plan *plan, const struct plan_request *request, struct error *error)
{
	plan->data_dir = plan_data_dir();
	if (find_source(plan, request, error) != 0)
		return -1;
	if (request->debhelper)
		take_debhelper(plan, request);
	if (find_architecture(plan, request, error) != 0 ||
	    arguments_check(&request->configure, error) != 0 ||
	    plan_load_catalogue(&plan->catalogue, plan->data_dir, error) != 0 ||
	    check_scripts(plan, error) != 0 ||
	    recipe_read(&plan->recipe, request->file, plan->source, &plan->catalogue,
	                plan->architecture->name, error) != 0 ||
	    flavors_resolve(&plan->catalogue, error) != 0 || check_source(plan, error) != 0 ||
	    toolchain_find(&plan->toolchain, plan->architecture, plan->cross, plan->source,
	                   error) != 0 ||
	    find_glibc(plan, request, error) != 0 || choice_make(plan, request, error) != 0)
		return -1;
	variants_add(plan, request);
	if ((request->measure ? check_measure(plan, error)
	                      : choice_check_directories(plan, error)) != 0 ||
	    check_build_dir(plan, error) != 0)
		return -1;
	for (size_t i = 0; i < plan->count; i++) {
		choose_test_mode(plan, &plan->flavors[i]);
		arguments_add(plan, request, &plan->flavors[i]);
		if (tuning_add(plan, &plan->flavors[i], error) != 0)
			return -1;
		if (plan->build_system == BUILD_SYSTEM_MAKE && !plan->debhelper &&
		    arguments_check_make(plan, &plan->flavors[i], error) != 0)
			return -1;
	}
	return 0;
}

void plan_free(struct plan *plan)
{
	for (size_t i = 0; i < plan->count; i++) {
		strlist_free(&plan->flavors[i].configure);
		free(plan->flavors[i].untested);
		free(plan->flavors[i].files);
	}
	free(plan->flavors);
	for (size_t i = 0; i < plan->left_out_count; i++)
		free(plan->left_out[i].reason);
	free(plan->left_out);
	recipe_free(&plan->recipe);
	flavors_free(&plan->catalogue);
	toolchain_free(&plan->toolchain);
	free(plan->launcher);
	strlist_free(&plan->arguments);
	free(plan->debhelper);
	free(plan->baseline_tree);
	free(plan->data_dir);
	free(plan->source);
	free(plan->build_dir);
	*plan = (struct plan){0};
}
