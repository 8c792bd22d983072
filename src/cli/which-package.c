// SPDX-License-Identifier: MIT
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/which.h"
#include "loader/package.h"

/* The private folder, for the exit handler: die() and a closed pipe must not leave it behind. */
static char *unpacked_folder;

static void remove_unpacked(void)
{
	struct error ignored = {0};

	tree_remove(unpacked_folder, &ignored);
}

_Noreturn void which_end(struct which *which)
{
	if (which->unpacked)
		remove_unpacked();
	signal(run_signal, SIG_DFL);
	raise(run_signal);
	_exit(128 + run_signal);
}

/* The loader looks at a relative path from where it is; a root has no such place but its top. */
static char *as_question(const struct which *which, const char *operand)
{
	return strchr(operand, '/') && !which->options->root ? path_absolute(operand)
	                                                     : xstrdup(operand);
}

void which_sort_operands(struct which *which)
{
	const struct options *options = which->options;
	struct error error = {0};
	struct strlist packages = {0};

	for (size_t i = 0; i < options->operands.count; i++) {
		const char *operand = options->operands.items[i];

		if (ends_with(operand, ".deb")) {
			if (access(operand, R_OK) != 0)
				die("%s: cannot be read:", operand);
			strlist_add(&packages, operand);
		} else {
			strlist_add_taken(&which->questions, as_question(which, operand));
		}
	}
	if (packages.count > 0) {
		run_catch_signals();
		which->unpacked = package_unpack(&packages, &which->root, &run_signal, &error);
		if (!which->unpacked && run_signal != 0)
			which_end(which);
		if (!which->unpacked)
			die_of(&error);
		unpacked_folder = which->unpacked;
		signal(SIGPIPE, SIG_IGN);
		if (atexit(remove_unpacked) != 0)
			die("no memory is left");
		root_add_layer(&which->root, which->unpacked);
	}
	strlist_free(&packages);
}

void which_refuse_foreign(struct which *which, const char *architecture)
{
	const char *root = which->options->root ? which->options->root : "/";
	const struct strlist *operands = &which->options->operands;
	const char *own = which->unpacked ? package_architecture(which->unpacked) : NULL;
	struct target target;
	struct error error = {0};
	const char *name = NULL;
	size_t packages = 0;

	if (which->options->plan.architecture || !own || strcmp(own, architecture) != 0)
		return;
	for (size_t i = 0; i < operands->count; i++) {
		if (!ends_with(operands->items[i], ".deb"))
			continue;
		name = packages == 0 ? operands->items[i] : name;
		packages++;
	}
	/* armel and armhf are of one machine, and are not told apart by all files. */
	if (target_read(&target, &which->root, NULL, NULL, &error) == 0 &&
	    target.abi->machine != abi_find(own)->machine)
		die("%s%s: is for %s, and the loader of %s for %s; take the package for %s, or "
		    "another --root",
		    name, packages > 1 ? " or another of the packages" : "", own, root,
		    target.abi->architecture, target.abi->architecture);
	target_free(&target);
	error_clear(&error);
}

static bool any(const char *path, void *data)
{
	(void)path;
	(void)data;
	return true;
}

void which_ask_package(struct which *which)
{
	struct package_files files = {0};

	if (!which->unpacked || which->questions.count > 0)
		return;
	package_list(which->unpacked, &files);
	for (size_t i = 0; i < files.count; i++) {
		const struct package_file *file = &files.items[i];

		if (file->program)
			continue;
		if (!file->soname || !cache_has(&which->cache, file->soname, any, NULL))
			strlist_add(&which->unreached, file->path);
		else if (!strlist_has(&which->questions, file->soname))
			strlist_add(&which->questions, file->soname);
	}
	strlist_sort(&which->questions);
	bool ask_programs = which->questions.count == 0;
	for (size_t i = 0; i < files.count && ask_programs; i++)
		if (files.items[i].program)
			strlist_add(&which->questions, files.items[i].path);
	package_files_free(&files);
	if (which->unreached.count > 0)
		warn(
		    "%s%s: no search by name finds %s; name a program that has a RUNPATH to it, or "
		    "its path",
		    which->unreached.items[0], which->unreached.count > 1 ? " and others" : "",
		    which->unreached.count > 1 ? "them" : "it");
	if (which->questions.count == 0)
		die("the package has neither programs nor libraries that are found by name");
}
