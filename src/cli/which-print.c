// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/which.h"

/* For people, and for JSON. */
static const struct {
	const char *text;
	const char *word;
} verdicts[] = {
    [STEP_TAKEN] = {"taken", "taken"},
    [STEP_LOADED] = {"is loaded already", "loaded"},
    [STEP_ABSENT] = {"no such file", "absent"},
    [STEP_GONE] = {"in the cache, but gone: run ldconfig", "gone"},
    [STEP_OTHER_CLASS] = {"passed over: another ELF class", "other-class"},
    [STEP_OTHER_MACHINE] = {"passed over: another machine", "other-machine"},
    [STEP_FATAL] = {"fatal", "fatal"},
    [STEP_STOPPED] = {"the search of this path ends here", "stopped"},
    [STEP_HIDDEN] = {"hidden by an earlier one", "hidden"},
    [STEP_REFUSED] = {"not searched", "not-searched"},
    [STEP_UNCACHED] = {"not in the cache: run ldconfig", "not-in-cache"},
    [STEP_NO_FOLDER] = {"no such directory", "no-directory"},
    [STEP_NO_ENTRY] = {"has no entry of this name for this CPU", "no-entry"},
    [STEP_UNREADABLE] = {"passed over: it cannot be opened", "unreadable"},
    [STEP_NO_LINK] = {"not found by this name: its link is missing", "link-missing"},
};

/* Before "has no entry": of a file that is there, and of one that is not read. */
static const char *const cache_words[] = {"", "what ldconfig would write is taken for it, and "};

char *which_copy_name(const struct which *which, const char *path)
{
	const char *name = strrchr(path, '/');
	size_t best = 0;

	if (!name)
		return xstrdup("baseline");
	const char *hwcaps = strstr(path, "/glibc-hwcaps/");
	if (hwcaps) {
		hwcaps += strlen("/glibc-hwcaps/");
		return xstrndup(hwcaps, strcspn(hwcaps, "/"));
	}
	for (size_t i = 0; i < which->hwcaps.searched.count; i++) {
		const char *sub = which->hwcaps.searched.items[i];
		size_t length = strlen(sub);
		size_t folder = (size_t)(name - path) + 1;

		if (length > best && folder > length && path[folder - length - 1] == '/' &&
		    strncmp(path + folder - length, sub, length) == 0)
			best = length;
	}
	return best ? xstrndup(name + 1 - best, best - 1) : xstrdup("baseline");
}

bool which_starts(const struct closure *closure)
{
	bool starts = !closure->fatal;

	for (size_t i = 0; i < closure->count && starts; i++)
		starts = !closure->items[i].problem;
	return starts;
}

/* Where nothing was is told of what is not found at all: else it would be most lines. */
static bool is_told(const struct kept_step *step, const char *name, bool found)
{
	return strcmp(step->name, name) == 0 &&
	       !(found && (step->verdict == STEP_ABSENT || step->verdict == STEP_NO_FOLDER ||
	                   step->verdict == STEP_NO_ENTRY));
}

/* The lines about what a library's search met. */
static void print_steps(const struct which *which, const char *name, bool found, int indent)
{
	for (size_t i = 0; i < which->steps_count; i++) {
		const struct kept_step *step = &which->steps[i];

		if (!is_told(step, name, found) || step->verdict == STEP_LOADED)
			continue;
		printf("%*s%s: %s: %s%s%s%s\n", indent, "", step->stage, step->path,
		       step->verdict == STEP_NO_ENTRY ? cache_words[which->assumed_cache] : "",
		       verdicts[step->verdict].text, step->reason ? ": " : "",
		       step->reason ? step->reason : "");
	}
}

/* path: or NULL */
static void print_inside(struct which *which, const char *path)
{
	char *inside = path ? which_fused_flavor(which, path) : NULL;

	if (inside)
		printf(" (%s inside)", inside);
	free(inside);
}

static void print_loaded(struct which *which, const struct closure *closure, size_t index,
                         bool *printed, int indent)
{
	const struct loaded *loaded = &closure->items[index];
	bool again = printed[index];

	printf("%*s%s => %s", indent, "", loaded->name, loaded->path ? loaded->path : "not found");
	if (loaded->problem && (loaded->path || starts_with(loaded->problem, "wrong")))
		printf(" (%s)", loaded->problem);
	if (loaded->preloaded)
		printf(" (preloaded)");
	print_inside(which, loaded->path);
	if (again && loaded->needs_count > 0)
		printf(" (above)");
	putchar('\n');
	printed[index] = true;
	if (again)
		return;
	if (which->options->explain)
		print_steps(which, loaded->name, loaded->path, indent + 2);
	for (size_t i = 0; i < loaded->needs_count; i++)
		print_loaded(which, closure, loaded->needs[i], printed, indent + 2);
}

bool which_may_fault(const struct which *which, const char *path)
{
	return which->hwcaps.weak && (strstr(path, "/glibc-hwcaps/x86-64-v3/") ||
	                              strstr(path, "/glibc-hwcaps/x86-64-v4/"));
}

static void warn_of_weak(const struct which *which, const struct closure *closure)
{
	for (size_t i = 0; i < closure->count; i++)
		if (closure->items[i].path && which_may_fault(which, closure->items[i].path))
			warn("%s: glibc %u.%u takes it although the CPU lacks %s: it may fault",
			     closure->items[i].path, which->target.glibc.major,
			     which->target.glibc.minor, which->hwcaps.weak_lack);
}

/* What the model leaves out is said: a filter brings libraries that nobody names as needed. */
static void warn_of_filters(const struct closure *closure)
{
	for (size_t i = 0; i < closure->count; i++) {
		const struct loaded *loaded = &closure->items[i];

		if (loaded->object && loaded->object->library.filtered)
			warn("%s: filters %s (DT_FILTER, DT_AUXILIARY), which the loader takes "
			     "too and this answer does not follow",
			     loaded->path, loaded->object->library.filtered);
	}
}

/* The real loader says so too. */
static void warn_of_preloads(const struct closure *closure)
{
	for (size_t i = 0; i < closure->unpreloaded.count; i++)
		warn("%s: cannot be preloaded, which the loader says and ignores",
		     closure->unpreloaded.items[i]);
}

/* Whether ldconfig looks into a folder, by whatever name. */
static bool is_searched(struct which *which, const char *folder)
{
	char *real = root_real_path(&which->root, folder);
	bool searched = false;

	for (size_t i = 0; real && i < which->directories.count && !searched; i++) {
		char *other = root_real_path(&which->root, which->directories.items[i]);

		searched = other && strcmp(other, real) == 0;
		free(other);
	}
	free(real);
	return searched;
}

/* A library that is missing where make install has put it: why the loader does not find it. */
static void warn_of_unsearched(struct which *which, const char *name)
{
	const char *triplet = which->target.abi->triplet;
	char *folders[] = {xstrdup("/usr/local/lib"), str_format("/usr/local/lib/%s", triplet),
	                   xstrdup("/usr/local/lib64"), xstrdup("/usr/lib64")};

	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		char *path = path_join(folders[i], name);
		struct root_file file;

		if (root_find(&which->root, path, &file) == 0) {
			if (object_get(&which->search.objects, &file, which->target.abi)->verdict ==
			        OBJECT_GOOD &&
			    !is_searched(which, folders[i]))
				warn("%s: is there, but no loader searches %s unless "
				     "/etc/ld.so.conf names it; name it there and run ldconfig",
				     path, folders[i]);
			free(file.host);
		}
		free(path);
		free(folders[i]);
	}
}

static void warn_of_missing(struct which *which, const struct closure *closure)
{
	for (size_t i = 0; i < closure->count; i++)
		if (!closure->items[i].path && !strchr(closure->items[i].name, '/'))
			warn_of_unsearched(which, closure->items[i].name);
}

bool which_print(struct which *which, const char *question, const struct closure *closure)
{
	bool *printed = xcalloc(closure->count + 1, sizeof(*printed));
	const struct loaded *top = &closure->items[0];
	int indent = 0;

	if (*top->name) {
		printf("%s", question);
		if (!strchr(question, '/'))
			printf(" => %s", top->path);
		if (top->problem)
			printf(" (%s)", top->problem);
		print_inside(which, top->path);
		putchar('\n');
		indent = 2;
	}
	printed[0] = true;
	for (size_t i = 0; i < top->needs_count; i++)
		print_loaded(which, closure, top->needs[i], printed, indent);
	if (closure->fatal) {
		printf("%*s%s\n", indent, "", closure->fatal);
		if (which->options->explain)
			print_steps(which, question, true, indent + 2);
	}
	if (which->options->verbose)
		printf("%*s%lu opens\n", indent, "", which->search.opens);
	warn_of_weak(which, closure);
	warn_of_missing(which, closure);
	warn_of_filters(closure);
	warn_of_preloads(closure);
	free(printed);
	return which_starts(closure);
}

static json_t *steps_to_json(const struct which *which, const char *name, bool found)
{
	json_t *steps = json_array();

	for (size_t i = 0; i < which->steps_count; i++) {
		const struct kept_step *step = &which->steps[i];

		if (is_told(step, name, found))
			json_array_append_new(
			    steps,
			    json_pack("{s:o, s:o, s:s, s:o*}", "stage", json_of_text(step->stage),
			              "path", json_of_text(step->path), "verdict",
			              verdicts[step->verdict].word, "reason",
			              step->reason ? json_of_text(step->reason) : NULL));
	}
	return steps;
}

json_t *which_to_json(struct which *which, const char *question, const struct closure *closure)
{
	json_t *libraries = json_array();

	for (size_t i = *closure->items[0].name ? 0 : 1; i < closure->count; i++) {
		const struct loaded *loaded = &closure->items[i];
		json_t *needs = json_array();
		char *copy = loaded->path ? which_copy_name(which, loaded->path) : NULL;

		for (size_t k = 0; k < loaded->needs_count; k++)
			json_array_append_new(needs,
			                      json_of_text(closure->items[loaded->needs[k]].name));
		json_t *library = json_pack(
		    "{s:o, s:o, s:o, s:o, s:o, s:b, s:o}", "name", json_of_text(loaded->name),
		    "path", json_of_text(loaded->path), "copy", json_of_text(copy), "stage",
		    json_of_text(loaded->stage), "problem", json_of_text(loaded->problem),
		    "preloaded", loaded->preloaded, "needs", needs);
		if (loaded->object && loaded->object->library.filtered)
			json_object_set_new(library, "filters",
			                    json_of_text(loaded->object->library.filtered));
		char *inside = loaded->path ? which_fused_flavor(which, loaded->path) : NULL;
		if (inside)
			json_object_set_new(library, "inside", json_of_text(inside));
		free(inside);
		if (which->options->explain)
			json_object_set_new(library, "steps",
			                    steps_to_json(which, loaded->name, loaded->path));
		json_array_append_new(libraries, library);
		free(copy);
	}
	char *error = closure_error(closure);
	json_t *answer =
	    json_pack("{s:o, s:b, s:o, s:o, s:o, s:o}", "question", json_of_text(question),
	              "starts", which_starts(closure), "fatal", json_of_text(closure->fatal),
	              "error", json_of_text(error), "unpreloaded",
	              json_of_list(&closure->unpreloaded), "libraries", libraries);
	free(error);
	if (which->options->verbose)
		json_object_set_new(answer, "opens", json_integer((json_int_t)which->search.opens));
	return answer;
}
