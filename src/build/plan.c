// SPDX-License-Identifier: MIT
#include "build/plan.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "build/tuning.h"
#include "build/variant.h"
#include "flavor/feature.h"
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
	bool quotes =
	    plan->build_system == BUILD_SYSTEM_CMAKE || plan->build_system == BUILD_SYSTEM_MESON;
	const char *bad =
	    strpbrk(path, quotes ? "\n\r\t\\\"#$;%=`" : "\n\r\t \\\"'#$;%=`&:*?[]()<>|!~");

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
	/* Where debhelper has come, the path is one that the package's build bears. */
	if (plan->debhelper)
		return check_shell(plan, error);
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

static void leave_out(struct plan *plan, const struct flavor *flavor, char *reason)
{
	plan->left_out =
	    xreallocarray(plan->left_out, plan->left_out_count + 1, sizeof(*plan->left_out));
	plan->left_out[plan->left_out_count++] = (struct plan_left_out){flavor, reason};
}

static bool is_planned(const struct plan *plan, const struct flavor *flavor)
{
	for (size_t i = 0; i < plan->count; i++)
		if (plan->flavors[i].flavor == flavor)
			return true;
	for (size_t i = 0; i < plan->left_out_count; i++)
		if (plan->left_out[i].flavor == flavor)
			return true;
	return false;
}

static void add(struct plan *plan, const struct flavor *flavor)
{
	char *unsearched = plan->fuse ? NULL : flavor_unsearched(flavor, plan->glibc);

	if (is_planned(plan, flavor)) {
		free(unsearched);
		return;
	}
	if (unsearched) {
		leave_out(plan, flavor, unsearched);
		return;
	}
	plan->flavors = xreallocarray(plan->flavors, plan->count + 1, sizeof(*plan->flavors));
	plan->flavors[plan->count++] = (struct plan_flavor){.flavor = flavor};
}

/* The names on the command line, all of this architecture. */
static int add_requested(struct plan *plan, const char *names, struct error *error)
{
	struct strlist list = {0};
	char *spaced = xstrdup(names);
	int result = 0;

	for (char *at = spaced; *at != '\0'; at++)
		if (*at == ',')
			*at = ' ';
	strlist_add_words(&list, spaced);
	free(spaced);
	if (list.count == 0)
		return error_set(
		    error, "--flavors '%s' names no flavor; write baseline for it alone", names);
	for (size_t i = 0; i < list.count && result == 0; i++) {
		const struct flavor *flavor =
		    flavors_find(&plan->catalogue, list.items[i], plan->architecture->name);
		if (flavor)
			add(plan, flavor);
		else
			result = flavors_unknown(&plan->catalogue, list.items[i],
			                         plan->architecture->name, "--flavors", 0, error);
	}
	strlist_free(&list);
	return result;
}

/* The package's list serves every architecture: names of other ones are passed over. */
static int add_listed(struct plan *plan, struct error *error)
{
	const struct recipe *recipe = &plan->recipe;

	for (size_t i = 0; i < recipe->flavors.count; i++) {
		const char *name = recipe->flavors.items[i];
		bool known = false;

		for (size_t j = 0; j < plan->catalogue.count; j++) {
			const struct flavor *flavor = plan->catalogue.items[j];

			if (strcmp(flavor->name, name) != 0)
				continue;
			known = true;
			if (strcmp(flavor->architecture, plan->architecture->name) == 0)
				add(plan, flavor);
		}
		if (!known)
			return flavors_unknown(&plan->catalogue, name, NULL, recipe->file,
			                       recipe->flavors_line, error);
	}
	return 0;
}

static int choose_flavors(struct plan *plan, const struct plan_request *request,
                          struct error *error)
{
	const struct flavor *baseline =
	    flavors_find(&plan->catalogue, "baseline", plan->architecture->name);

	if (!baseline)
		return error_set(error, "%s/flavors: has no baseline for %s; install hwflavor anew",
		                 plan->data_dir, plan->architecture->name);
	/* Every copy is installed beside the baseline's, and measured against it. */
	if (!plan->debhelper)
		add(plan, baseline);
	if (request->flavors)
		return add_requested(plan, request->flavors, error);
	if (plan->recipe.flavors_line > 0)
		return add_listed(plan, error);
	for (size_t i = 0; i < plan->catalogue.count; i++) {
		const struct flavor *flavor = plan->catalogue.items[i];
		if (flavor->is_default &&
		    strcmp(flavor->architecture, plan->architecture->name) == 0)
			add(plan, flavor);
	}
	return 0;
}

static void forget_flavors(struct plan *plan)
{
	for (size_t i = 0; i < plan->left_out_count; i++)
		free(plan->left_out[i].reason);
	free(plan->left_out);
	free(plan->flavors);
	plan->left_out = NULL;
	plan->flavors = NULL;
	plan->left_out_count = plan->count = 0;
}

/* Delivery: auto fuses as soon as the loader would not search for one of the flavors. */
static int choose_delivery(struct plan *plan, const struct plan_request *request,
                           struct error *error)
{
	plan->fuse = request->fuse || plan->recipe.delivery == DELIVERY_FUSE;
	if (choose_flavors(plan, request, error) != 0)
		return -1;
	if (plan->recipe.delivery != DELIVERY_AUTO || plan->left_out_count == 0)
		return 0;
	forget_flavors(plan);
	plan->fuse = true;
	return choose_flavors(plan, request, error);
}

/* In a debhelper build the baseline is built by debhelper, whose links nobody records. */
static int check_delivery(const struct plan *plan, struct error *error)
{
	if (!plan->fuse || !plan->debhelper)
		return 0;
	return error_at(
	    error, plan->recipe.file, 0,
	    "Delivery: %s would fuse the flavors, which a debhelper build does not do yet; "
	    "write directory, or take the field out",
	    delivery_name(plan->recipe.delivery));
}

/* A flavor that did not pay where it was measured is not built, unless the package keeps it. */
static int obey_record(struct plan *plan, struct error *error)
{
	struct record record = {0};
	size_t kept = 0;
	int result = record_read(&record, plan->recipe.record_file, error);

	for (size_t i = 0; i < plan->count && result == 0; i++) {
		const struct flavor *flavor = plan->flavors[i].flavor;
		char *why = NULL;

		if (!flavor_is_baseline(flavor) && !flavor->keep &&
		    record_says_no(&record, plan->architecture->name, flavor->name, &why))
			leave_out(plan, flavor,
			          str_format("%s in %s; Keep: yes builds it all the same", why,
			                     plan->recipe.record_file));
		else
			plan->flavors[kept++] = plan->flavors[i];
		free(why);
	}
	if (result == 0)
		plan->count = kept;
	record_free(&record);
	return result;
}

/* Two flavors in one directory would overwrite one another's copies; bench tries them one by one.
 */
static int check_directories(const struct plan *plan, struct error *error)
{
	for (size_t i = 0; i < plan->count && !plan->fuse; i++)
		for (size_t j = 0; j < i; j++) {
			const struct flavor *a = plan->flavors[j].flavor;
			const struct flavor *b = plan->flavors[i].flavor;
			const char *own = plan->recipe.file;
			/* The package's own is what its author can change. */
			const struct flavor *at = own && strcmp(a->file, own) == 0 ? a : b;

			if (strcmp(a->directory, b->directory) == 0)
				return error_at(error, at->file, at->line,
				                "flavors %s and %s both have the Directory %s; "
				                "build one of them",
				                a->name, b->name, a->directory);
		}
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

static int check_arguments(const struct strlist *arguments, struct error *error)
{
	for (size_t i = 0; i < arguments->count; i++) {
		char *flag = native_flag(arguments->items[i]);

		if (!flag)
			continue;
		free(flag);
		return error_set(error,
		                 "%s: would build for this machine's CPU only; name the CPU "
		                 "instead",
		                 arguments->items[i]);
	}
	return 0;
}

/* Plain make gets the arguments itself: -i would hide what fails, -n build nothing. */
static int check_make_arguments(const struct plan *plan, const struct plan_flavor *planned,
                                struct error *error)
{
	for (size_t i = 0; i < planned->configure.count; i++)
		if (planned->configure.items[i][0] == '-')
			return error_set(error,
			                 "%s: an option, but %s has plain makefiles, which take "
			                 "VARIABLE=VALUE only; take it out",
			                 planned->configure.items[i], plan->source);
	return 0;
}

/*
 * configure takes a build for a cross build when --build and --host are not the same text. For a
 * flavor of this very architecture that this CPU cannot run, one more part makes the difference.
 */
static char *build_type(const struct plan *plan)
{
	const struct architecture *build = architecture_find(machine_architecture());
	const char *rest = strchr(build->gnu_type, '-');

	if (strcmp(build->gnu_type, plan->architecture->gnu_type) != 0)
		return xstrdup(build->gnu_type);
	return str_format("%.*s-unknown%s", (int)(rest - build->gnu_type), build->gnu_type, rest);
}

/*
 * configure guesses this machine's CPU when it is not told, so it is told always. A --build among
 * the flavor's own arguments is its triplet: where the build is a cross build it is the host's.
 */
static void add_triplet(const struct plan *plan, const struct plan_flavor *planned,
                        struct strlist *arguments)
{
	const struct flavor *flavor = planned->flavor;
	const char *triplet = flavor->triplet ? flavor->triplet : plan->architecture->gnu_type;

	if (!planned->foreign) {
		strlist_add_taken(arguments, str_format("--build=%s", triplet));
		return;
	}
	for (size_t i = 0; i < flavor->configure.count; i++)
		if (starts_with(flavor->configure.items[i], "--build="))
			triplet = flavor->configure.items[i] + strlen("--build=");
	char *build = build_type(plan);
	strlist_add_taken(arguments, str_format("--build=%s", build));
	strlist_add_taken(arguments, str_format("--host=%s", triplet));
	free(build);
}

/* Flavors deliver shared libraries only, so they build no static ones. */
static void add_shared_only(enum build_system build_system, struct strlist *arguments)
{
	if (build_system == BUILD_SYSTEM_AUTOCONF)
		strlist_add(arguments, "--disable-static");
	else if (build_system == BUILD_SYSTEM_CMAKE)
		strlist_add(arguments, "-DBUILD_SHARED_LIBS=ON");
	else if (build_system == BUILD_SYSTEM_MESON)
		strlist_add(arguments, "-Ddefault_library=shared");
}

static void add_arguments(struct plan *plan, const struct plan_request *request,
                          struct plan_flavor *planned)
{
	struct strlist *arguments = &planned->configure;

	/* debhelper names the plain triplets itself. */
	if (plan->build_system == BUILD_SYSTEM_AUTOCONF &&
	    (!plan->debhelper || planned->flavor->triplet || planned->foreign))
		add_triplet(plan, planned, arguments);
	strlist_add_all(arguments, &plan->recipe.configure);
	if (!plan->debhelper)
		strlist_add_all(arguments, &request->configure);
	if (!flavor_is_baseline(planned->flavor))
		add_shared_only(plan->build_system, arguments);
	for (size_t i = 0; i < planned->flavor->configure.count; i++) {
		const char *argument = planned->flavor->configure.items[i];

		if (!(planned->foreign && starts_with(argument, "--build=")))
			strlist_add(arguments, argument);
	}
}

/* Asked before anything is built. */
static int check_measure(const struct plan *plan, struct error *error)
{
	const struct recipe *recipe = &plan->recipe;

	if (recipe->benchmarks.count == 0)
		return error_at(error, recipe->file ? recipe->file : plan->source, 0,
		                "no Benchmark is there; add a command that uses the library");
	if (plan->count == 1)
		return error_set(error, "there is nothing to measure but the baseline; name "
		                        "flavors with --flavors");
	return 0;
}

int plan_resolve(struct plan *plan, const struct plan_request *request, struct error *error)
{
	plan->data_dir = plan_data_dir();
	if (find_source(plan, request, error) != 0)
		return -1;
	if (request->debhelper)
		take_debhelper(plan, request);
	if (find_architecture(plan, request, error) != 0 ||
	    check_arguments(&request->configure, error) != 0 ||
	    plan_load_catalogue(&plan->catalogue, plan->data_dir, error) != 0 ||
	    check_scripts(plan, error) != 0 ||
	    recipe_read(&plan->recipe, request->file, plan->source, &plan->catalogue,
	                plan->architecture->name, error) != 0 ||
	    flavors_resolve(&plan->catalogue, error) != 0 || tuning_check(plan, error) != 0 ||
	    check_source(plan, error) != 0 ||
	    toolchain_find(&plan->toolchain, plan->architecture, plan->cross, plan->source,
	                   error) != 0 ||
	    find_glibc(plan, request, error) != 0 || choose_delivery(plan, request, error) != 0 ||
	    check_delivery(plan, error) != 0 ||
	    (!request->measure && obey_record(plan, error) != 0))
		return -1;
	variants_add(plan, request);
	if ((request->measure ? check_measure(plan, error) : check_directories(plan, error)) != 0 ||
	    check_build_dir(plan, error) != 0)
		return -1;
	for (size_t i = 0; i < plan->count; i++) {
		choose_test_mode(plan, &plan->flavors[i]);
		add_arguments(plan, request, &plan->flavors[i]);
		if (tuning_add(plan, &plan->flavors[i], error) != 0)
			return -1;
		if (plan->build_system == BUILD_SYSTEM_MAKE && !plan->debhelper &&
		    check_make_arguments(plan, &plan->flavors[i], error) != 0)
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
