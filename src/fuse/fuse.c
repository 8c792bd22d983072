// SPDX-License-Identifier: MIT
#include "fuse/fuse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "elf/protection.h"
#include "fuse/data.h"
#include "fuse/dispatcher.h"
#include "fuse/reach.h"
#include "fuse/verify.h"

/* All there is of one library while it is made. */
struct work {
	const struct fuse_request *request;
	const struct machine *machine;
	struct interface interface;
	struct link *links;         /* of each flavor */
	struct link_inputs *inputs; /* the same */
	struct part *parts;         /* the same */
	struct strlist objects;     /* each part's file */
};

static const char *flavor_name(const struct work *work, size_t flavor)
{
	return work->request->flavors[flavor].flavor->name;
}

/* A text as one word of a response file, in which a backslash takes the next letter as it is. */
static void add_quoted(struct str *text, const char *word)
{
	str_add(text, "\"");
	for (; *word; word++)
		str_add(text, *word == '"' || *word == '\\' ? "\\%c" : "%c", *word);
	str_add(text, "\"\n");
}

/* All objects of a flavor as one, FLAVOR.o. */
static int merge(struct work *work, size_t flavor, struct error *error)
{
	static const char *const flags[] = {"-r", "-nostdlib", "-fno-lto", "-Wl,-d",
	                                    "-Wl,--force-group-allocation"};
	const struct link *link = &work->links[flavor];
	char *list = str_format("%s/%s.list", work->request->scratch, flavor_name(work, flavor));
	char *what = str_format("%s: its objects cannot be put together", link->output);
	struct str text = {0};
	struct strlist command = {0};
	int result;

	for (size_t i = 0; i < work->inputs[flavor].objects.count; i++)
		add_quoted(&text, work->inputs[flavor].objects.items[i]);
	result = file_write(list, text.text, text.length, error);
	link_add_compiler(link, &command);
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		strlist_add(&command, flags[i]);
	strlist_add_taken(&command, str_format("@%s", list));
	strlist_add(&command, "-o");
	strlist_add(&command, work->objects.items[flavor]);
	if (result == 0)
		result = link_run(link, &command, what, NULL, error);
	strlist_free(&command);
	str_free(&text);
	free(list);
	free(what);
	return result;
}

/* A function that the linker is told to have called: it would be one flavor's, whichever is chosen.
 */
static int refuse_link(const struct link *link, const char *library, struct error *error)
{
	static const char *const names[] = {"init", "fini"};

	for (size_t i = 0; i < link->words.count; i++)
		for (size_t j = 0; j < sizeof(names) / sizeof(names[0]); j++) {
			char *option = str_format("-%s", names[j]);
			const char *at = strstr(link->words.items[i], option);
			char end = at ? at[strlen(option)] : 'x';

			free(option);
			if (at && (at == link->words.items[i] || at[-1] == ',' || at[-1] == '-') &&
			    (end == '\0' || end == '=' || end == ','))
				return error_at(
				    error, library, 0,
				    "cannot be fused: it is linked with -%s, whose function "
				    "would be that of one flavor; make it a constructor",
				    names[j]);
		}
	return 0;
}

/* From the recorded link of a flavor to its part. */
static int open_part(struct work *work, size_t flavor, struct error *error)
{
	const struct fuse_flavor *wanted = &work->request->flavors[flavor];
	struct link_inputs *inputs = &work->inputs[flavor];
	char *members = str_format("%s/%s", work->request->scratch, wanted->flavor->name);
	int result = link_read(&work->links[flavor], wanted->record, error);

	strlist_add_taken(&work->objects, str_format("%s.o", members));
	if (result == 0)
		result = refuse_link(&work->links[flavor], wanted->library, error);
	if (result == 0)
		result = dir_make(members, error);
	if (result == 0)
		result = link_find_inputs(&work->links[flavor], members, inputs, error);
	for (size_t i = 0; i < inputs->objects.count && result == 0; i++)
		result = part_refuse_input(inputs->objects.items[i], wanted->library, error);
	if (result == 0)
		result = merge(work, flavor, error);
	if (result == 0)
		result = part_open(&work->parts[flavor], work->objects.items[flavor],
		                   wanted->flavor->name, wanted->library, work->machine,
		                   &work->interface, error);
	free(members);
	return result;
}

/* Where a flavor lacks a function, the baseline's runs, which then must have no state of its own.
 */
static int refuse_missing(const struct work *work, struct error *error)
{
	for (size_t i = 0; i < work->interface.symbols.count; i++)
		for (size_t j = 1; j < work->request->count; j++) {
			char *why;

			if (work->parts[0].functions[i] == 0 || work->parts[j].functions[i] != 0 ||
			    reach_is_stateless(&work->inputs[0].objects, &work->interface,
			                       work->parts[0].public_names[i], &why))
				continue;
			part_refuse(&work->parts[j], error,
			            "it lacks the exported function %s, and the baseline's uses %s",
			            work->interface.symbols.items[i].name, why);
			free(why);
			return -1;
		}
	return 0;
}

static int change_parts(struct work *work, size_t *pointers, struct error *error)
{
	size_t count = work->request->count;
	int result = refuse_missing(work, error);

	if (result == 0)
		result = data_match(work->parts, count, pointers, error);
	for (size_t i = 0; i < count && result == 0; i++)
		result = part_retarget(&work->parts[i], error);
	for (size_t i = 1; i < count && result == 0; i++)
		part_take_attributes(&work->parts[i], &work->parts[0]);
	for (size_t i = 0; i < count && result == 0; i++)
		part_rename(&work->parts[i]);
	return result;
}

static int make_dispatcher(struct work *work, size_t pointers, struct error *error)
{
	size_t count = work->request->count;
	const struct flavor **flavors = xcalloc(count, sizeof(*flavors));

	for (size_t i = 0; i < count; i++)
		flavors[i] = work->request->flavors[i].flavor;
	struct dispatcher dispatcher = {.parts = work->parts,
	                                .count = count,
	                                .flavors = flavors,
	                                .pointers = pointers,
	                                .protection = part_protection(&work->parts[0]),
	                                .data_dir = work->request->data_dir};
	int result = dispatcher_make(&dispatcher, &work->links[0], work->request->scratch, error);
	free(flavors);
	return result;
}

/* The baseline's own link, with the parts in the place of its objects. */
static int link_parts(struct work *work, const char *output, struct error *error)
{
	char *what = str_format("%s: the parts cannot be linked", work->links[0].output);
	struct strlist command = {0};

	strlist_add_taken(&work->objects, path_join(work->request->scratch, "dispatcher.o"));
	link_replace(&work->links[0], &work->inputs[0], &work->objects, output, &command);
	strlist_add(&command, "-Wl,-z,text");
	int result = link_run(&work->links[0], &command, what, NULL, error);
	strlist_free(&command);
	free(what);
	return result;
}

static int verify(const struct work *work, const char *output, struct error *error)
{
	size_t count = work->request->count;
	const char **libraries = xcalloc(count, sizeof(*libraries));

	for (size_t i = 0; i < count; i++)
		libraries[i] = work->request->flavors[i].library;
	int result = fuse_verify(output, libraries[0], libraries, count, error);
	free(libraries);
	return result;
}

/* The library that it replaces is there until it is whole, and gives it its mode. */
static int put_in_place(const char *made, const char *output, struct error *error)
{
	struct stat status;

	if (stat(output, &status) != 0 || chmod(made, status.st_mode & 07777) != 0 ||
	    rename(made, output) != 0)
		return error_set(error, "%s: cannot be written:", output);
	return 0;
}

static int run(struct work *work, struct error *error)
{
	const struct fuse_request *request = work->request;
	char *output = path_join(request->scratch, "fused.so");
	size_t pointers = 0;
	int result = 0;

	for (size_t i = 0; i < request->count && result == 0; i++)
		result = open_part(work, i, error);
	if (result == 0)
		result = change_parts(work, &pointers, error);
	if (result == 0)
		result = make_dispatcher(work, pointers, error);
	/* A part may hold bytes of another: all are written before one is closed. */
	for (size_t i = request->count; i-- > 0 && result == 0;)
		result = object_write(&work->parts[i].object, error);
	if (result == 0)
		result = link_parts(work, output, error);
	if (result == 0)
		result = verify(work, output, error);
	if (result == 0)
		result = put_in_place(output, request->output, error);
	free(output);
	return result;
}

static int refuse_library(const char *library, struct error *error)
{
	struct protection protection;

	if (protection_read(library, &protection, error) != 0)
		return -1;
	if (protection.text_relocations)
		return error_at(error, library, 0,
		                "cannot be fused: it has text relocations; build it with -fPIC");
	return 0;
}

int fuse_library(const struct fuse_request *request, struct error *error)
{
	const struct fuse_flavor *baseline = &request->flavors[0];
	struct work work = {.request = request,
	                    .machine = machine_find(baseline->flavor->architecture)};
	size_t count = request->count;

	if (!work.machine)
		return error_at(error, baseline->library, 0,
		                "cannot be fused: hwflavor fuse does not know %s; it knows amd64, "
		                "arm64, armhf and i386",
		                baseline->flavor->architecture);
	if (refuse_library(baseline->library, error) != 0 ||
	    interface_read(baseline->library, &work.interface, error) != 0)
		return -1;
	work.links = xcalloc(count, sizeof(*work.links));
	work.inputs = xcalloc(count, sizeof(*work.inputs));
	work.parts = xcalloc(count, sizeof(*work.parts));
	int result = run(&work, error);
	for (size_t i = 0; i < count; i++) {
		part_free(&work.parts[i]);
		link_inputs_free(&work.inputs[i]);
		link_free(&work.links[i]);
	}
	free(work.parts);
	free(work.inputs);
	free(work.links);
	strlist_free(&work.objects);
	interface_free(&work.interface);
	return result;
}
