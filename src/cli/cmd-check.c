// SPDX-License-Identifier: MIT
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/json.h"
#include "base/table.h"
#include "build/values.h"
#include "check/headers.h"
#include "check/inspection.h"
#include "check/links.h"
#include "check/package.h"
#include "cli/cli.h"
#include "flavor/machine.h"
#include "flavor/needs.h"
#include "isa/isa.h"

static const char help[] =
    "Usage: hwflavor check [OPTIONS] PATH...\n"
    "       hwflavor check [OPTIONS] BASELINE COPY\n"
    "       hwflavor check --isa FILE\n"
    "       hwflavor check --explain TAG\n"
    "\n"
    "Says what is wrong with flavors' copies of shared libraries: what a CPU that selects one\n"
    "cannot run, what a program linked against the baseline cannot use, and what the loader never\n"
    "finds. PATH is an installed tree (a DESTDIR, a root such as /), a .deb, a build folder of\n"
    "hwflavor, or a library; two libraries are a baseline and its copy.\n"
    "Exit status 1 if there are errors.\n"
    "\n"
    "  --file FILE       the package's hwflavors file, whose Allow lines are heeded (default: of\n"
    "                    a build folder, the one it was built with)\n"
    "  --flavors NAME    the flavor of a copy whose path does not show it\n"
    "  --arch ARCH       only libraries of an architecture, by Debian's name (armhf)\n"
    "  --glibc VERSION   the C library of the target (default: the tree's own, or this machine's)\n"
    "  --isa FILE        list what each function of a library needs beyond the baseline\n"
    "  --explain TAG     what a finding means and what to do about it; all: every one\n"
    "  --json            JSON in place of lines\n"
    "  --help, --version\n";

/* What one call of check has to do with. */
struct check {
	struct options options;
	struct flavors catalogue;
	struct recipe recipe;
	struct recipe known; /* libraries that hwflavor knows to ask the CPU */
	struct findings findings;
	char *planned_file, *planned_architecture; /* of build folders, or NULL */
	const char *architecture;
	const struct flavor *flavor; /* --flavors */
};

enum { PLAN_LIMIT = 16 * 1024 * 1024 };

static void print_explanation(enum tag tag)
{
	printf("%s (%s)\n\n%s", tags[tag].name, severity_name(tags[tag].severity), tags[tag].text);
}

static int explain(const char *name)
{
	struct strlist names = {0};

	if (strcmp(name, "all") == 0) {
		for (enum tag tag = 0; tag < TAGS; tag++) {
			fputs(tag > 0 ? "\n" : "", stdout);
			print_explanation(tag);
		}
	} else if (tag_find(name) < TAGS) {
		print_explanation(tag_find(name));
	} else {
		for (enum tag tag = 0; tag < TAGS; tag++)
			strlist_add(&names, tags[tag].name);
		const char *near = did_you_mean(name, &names);
		if (near)
			die("no finding is called %s; did you mean %s?", name, near);
		die("no finding is called %s; --explain all has them", name);
	}
	finish_output();
	return 0;
}

/* What a build folder was planned with, of the folder's plan.mk; NULL if it is none. */
static char *planned_value(const char *folder, const char *name)
{
	struct error ignored = {0};
	char *values = path_join(folder, "plan.mk");
	char *text = path_is_file(values) ? file_read(values, PLAN_LIMIT, NULL, &ignored) : NULL;
	char *value = text ? values_find(text, name) : NULL;

	error_clear(&ignored);
	free(text);
	free(values);
	return value;
}

/* One value of all build folders among the operands, NULL if there are none; caller frees. */
static char *find_planned(const struct check *check, const char *name)
{
	const struct strlist *operands = &check->options.operands;
	char *found = NULL;

	for (size_t i = 0; i < operands->count; i++) {
		char *value = planned_value(operands->items[i], name);

		if (value && found && strcmp(value, found) != 0)
			die("%s: was built with %s, a folder named before it with %s; check them "
			    "one by one",
			    operands->items[i], value, found);
		if (value && !found)
			found = value;
		else
			free(value);
	}
	return found;
}

static void check_glibc_option(const struct options *options)
{
	struct glibc glibc;

	if (options->plan.glibc && !glibc_parse(options->plan.glibc, &glibc))
		die("--glibc %s: write a version such as 2.36",
		    options->plan.glibc[0] ? options->plan.glibc : "''");
}

static void load(struct check *check)
{
	const struct options *options = &check->options;
	struct error error = {0};
	char *data_dir = plan_data_dir();

	check_glibc_option(options);
	check->planned_file = find_planned(check, "HWFLAVORS_FILE");
	check->planned_architecture = find_planned(check, "ARCHITECTURE");
	if (!options->plan.file && check->planned_file && !path_is_file(check->planned_file))
		die("%s: the hwflavors file of the build folder is not there; name one with --file",
		    check->planned_file);
	const char *file = options->plan.file ? options->plan.file : check->planned_file;
	check->architecture = options->plan.architecture    ? options->plan.architecture
	                      : check->planned_architecture ? check->planned_architecture
	                                                    : machine_architecture();
	if (!architecture_find(check->architecture))
		die("no architecture %s is known; give --arch one of Debian's names, such as amd64 "
		    "or armhf",
		    check->architecture);
	if (plan_load_catalogue(&check->catalogue, data_dir, &error) != 0 ||
	    (file && recipe_read(&check->recipe, file, ".", &check->catalogue, check->architecture,
	                         &error) != 0) ||
	    flavors_resolve(&check->catalogue, &error) != 0 ||
	    findings_allow(&check->findings, &check->recipe, &error) != 0)
		die_of(&error);
	char *dispatched = path_join(data_dir, "flavors/dispatched");
	if (recipe_read(&check->known, dispatched, ".", &check->catalogue, check->architecture,
	                &error) != 0)
		die_of(&error);
	free(dispatched);
	free(data_dir);
	if (!options->plan.flavors)
		return;
	check->flavor = flavors_find(&check->catalogue, options->plan.flavors, check->architecture);
	if (!check->flavor) {
		flavors_unknown(&check->catalogue, options->plan.flavors, check->architecture,
		                "--flavors", 0, &error);
		die_of(&error);
	}
}

static void unload(struct check *check)
{
	findings_free(&check->findings);
	recipe_free(&check->recipe);
	recipe_free(&check->known);
	flavors_free(&check->catalogue);
	free(check->planned_file);
	free(check->planned_architecture);
	options_free(&check->options);
}

static struct tree new_tree(struct check *check)
{
	return (struct tree){.flavors = &check->catalogue,
	                     .architecture = check->options.plan.architecture,
	                     .machine = check->architecture,
	                     .findings = &check->findings};
}

/* The target's glibc: as given, else the tree's, else fallback ("2.36" or NULL), else ours. */
static struct glibc target_glibc(const struct check *check, const struct tree *tree,
                                 const char *fallback)
{
	struct glibc glibc = glibc_running();

	if (check->options.plan.glibc) {
		glibc_parse(check->options.plan.glibc, &glibc);
	} else if (!inspection_glibc(tree, &glibc) && fallback) {
		glibc_parse(fallback, &glibc);
	}
	return glibc;
}

static int run_inspection(struct inspection *inspection, struct error *error)
{
	inspection->stop = &run_signal;
	return inspect(inspection, error);
}

/* Silence would read as praise. Not an error: Debian's packages are checked all, whatever is in. */
static void say_when_empty(const struct tree *tree, const char *path, size_t findings)
{
	size_t libraries = 0;

	for (size_t i = 0; i < tree->count; i++)
		libraries += tree->libraries[i]->library.kind == LIBRARY_SHARED;
	if (libraries == 0 && tree->findings->count == findings)
		warn("%s: has no shared libraries%s, so nothing was checked", path,
		     tree->architecture ? " of the architecture" : "");
}

static int check_root(struct check *check, const char *top, const char *path, struct error *error)
{
	size_t findings = check->findings.count;
	struct tree tree = new_tree(check);
	char *headers = path_join(top, "usr/include");
	int result = tree_add_root(&tree, top, error);

	if (result == 0) {
		struct glibc own;

		links_follow(&tree);
		tree_match(&tree);
		/* A package answers for what it ships; of a whole system much is known. */
		check->findings.known = inspection_glibc(&tree, &own) ? &check->known : NULL;
		/* The headers of a whole system are of many libraries, and too many. */
		struct inspection inspection = {.tree = &tree,
		                                .glibc = target_glibc(check, &tree, NULL),
		                                .headers = path_is_dir(headers) ? headers : NULL};
		result = run_inspection(&inspection, error);
		if (result == 0)
			say_when_empty(&tree, path, findings);
	}
	check->findings.known = NULL;
	tree_free(&tree);
	free(headers);
	return result;
}

static int check_package(struct check *check, const char *path, struct error *error)
{
	struct package_tree package;

	if (package_open(path, &package, &run_signal, error) != 0)
		return -1;
	int result = check_root(check, package.top, path, error);
	package_close(&package);
	return result;
}

/* The flavors of a build folder, whose DESTDIRs lie there; the baseline first. */
static int add_flavors(struct check *check, struct tree *tree, const char *build,
                       const char *architecture, struct error *error)
{
	char *baseline = path_join(build, "baseline/root");
	int result = 0;

	if (!path_is_dir(baseline))
		result = error_at(error, build, 0,
		                  "has no installed baseline yet; run hwflavor install first");
	else
		result = tree_add_build(tree, baseline, "baseline/root", NULL, error);
	for (size_t i = 0; i < check->catalogue.count && result == 0; i++) {
		const struct flavor *flavor = check->catalogue.items[i];
		char *prefix = str_format("%s/root", flavor->name);
		char *root = path_join(build, prefix);

		if (strcmp(flavor->architecture, architecture) == 0 &&
		    !flavor_is_baseline(flavor) && path_is_dir(root)) {
			result = tree_add_build(tree, root, prefix, flavor, error);
			if (result == 0)
				result =
				    headers_check(build, baseline, flavor, &check->findings, error);
		}
		free(root);
		free(prefix);
	}
	free(baseline);
	return result;
}

static int check_build(struct check *check, const char *build, struct error *error)
{
	struct tree tree = new_tree(check);
	char *architecture = planned_value(build, "ARCHITECTURE");
	char *glibc = planned_value(build, "GLIBC");
	char *headers = path_join(build, "baseline/root/usr/include");
	int result = add_flavors(check, &tree, build,
	                         architecture ? architecture : check->architecture, error);

	if (result == 0) {
		tree_match(&tree);
		struct inspection inspection = {.tree = &tree,
		                                .glibc = target_glibc(check, &tree, glibc),
		                                .build = build,
		                                .headers = path_is_dir(headers) ? headers : NULL};
		result = run_inspection(&inspection, error);
	}
	tree_free(&tree);
	free(architecture);
	free(glibc);
	free(headers);
	return result;
}

/* Files are checked together: two of them are a baseline and its copy. */
static int check_files(struct check *check, const struct strlist *files, struct error *error)
{
	struct tree tree = new_tree(check);
	struct tree_library *libraries[2] = {0};

	for (size_t i = 0; i < files->count; i++) {
		struct tree_library *library =
		    tree_add_file(&tree, files->items[i], files->items[i], error);
		if (!library) {
			tree_free(&tree);
			return -1;
		}
		if (files->count <= 2)
			libraries[i] = library;
		if (files->count != 2 && library->library.kind == LIBRARY_SHARED &&
		    (check->flavor || (library->place.directory && !library->place.uncertain)))
			tree_pair(&tree, library, NULL, check->flavor);
	}
	for (size_t i = 0; i < files->count; i++) {
		const struct tree_library *library = tree.libraries[i];

		if (library->library.kind == LIBRARY_SHARED)
			continue;
		if (files->count == 2) {
			error_at(error, files->items[i], 0,
			         "is a program, so it is neither a baseline nor a copy; name two "
			         "shared libraries");
			tree_free(&tree);
			return -1;
		}
		findings_add(&check->findings, TAG_NOT_CHECKED, library->name, NULL,
		             "is a program and no library, so only its RUNPATH is checked; check "
		             "the libraries that it needs");
	}
	if (files->count == 2)
		tree_pair(&tree, libraries[1], libraries[0], check->flavor);
	struct inspection inspection = {.tree = &tree, .glibc = target_glibc(check, &tree, NULL)};
	int result = run_inspection(&inspection, error);
	tree_free(&tree);
	return result;
}

static int check_path(struct check *check, const char *path, struct strlist *files,
                      struct error *error)
{
	struct stat status;
	int result = 0;

	if (stat(path, &status) != 0)
		return error_set(error, "%s: cannot be read:", path);
	if (S_ISDIR(status.st_mode)) {
		char *values = path_join(path, "plan.mk");

		result = path_is_file(values) ? check_build(check, path, error)
		                              : check_root(check, path, path, error);
		free(values);
	} else if (package_is(path)) {
		result = check_package(check, path, error);
	} else {
		strlist_add(files, path);
	}
	return result;
}

static void print_json(const struct findings *findings)
{
	json_t *top = json_object(), *array = json_array();

	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->items[i];
		json_t *item = json_object();

		json_object_set_new(item, "tag", json_string(tags[finding->tag].name));
		json_object_set_new(item, "severity",
		                    json_string(severity_name(tags[finding->tag].severity)));
		json_object_set_new(item, "file", json_of_text(finding->file));
		if (finding->subject)
			json_object_set_new(item, "subject", json_of_text(finding->subject));
		json_object_set_new(item, "text", json_of_text(finding->text));
		if (finding->allowed)
			json_object_set_new(item, "allowed",
			                    json_of_text(finding->allowed->reason));
		json_array_append_new(array, item);
	}
	json_object_set_new(top, "findings", array);
	json_dumpf(top, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(top);
}

int cmd_check(int argc, char **argv)
{
	struct check check = {0};
	struct strlist files = {0};
	struct error error = {0};
	int result = 0;

	options_parse(&check.options, OPTIONS_CHECK, help, argc, argv);
	if (check.options.explain_tag)
		return explain(check.options.explain_tag);
	if (check.options.isa && check.options.operands.count > 0)
		die("--isa lists one file; give no PATH beside it");
	if (check.options.operands.count == 0 && !check.options.isa)
		die("check needs a PATH: a folder, a .deb, or libraries; see hwflavor check "
		    "--help");
	load(&check);
	if (check.options.isa) {
		check_isa(check.options.isa, &check.catalogue, check.options.json);
		unload(&check);
		return 0;
	}
	run_catch_signals();
	for (size_t i = 0; i < check.options.operands.count && result == 0; i++)
		result = check_path(&check, check.options.operands.items[i], &files, &error);
	if (result == 0 && files.count > 0)
		result = check_files(&check, &files, &error);
	if (run_signal != 0) {
		signal(run_signal, SIG_DFL);
		raise(run_signal);
	}
	if (result != 0)
		die_of(&error);
	findings_close(&check.findings);
	if (check.options.json)
		print_json(&check.findings);
	else
		findings_print(&check.findings, SEVERITY_NOTE, stdout);
	finish_output();
	size_t errors = findings_count(&check.findings, SEVERITY_ERROR);
	strlist_free(&files);
	unload(&check);
	return errors > 0 ? EXIT_WRONG : 0;
}
