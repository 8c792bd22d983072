// SPDX-License-Identifier: MIT
#include "build/gather.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "build/baseline.h"
#include "build/destination.h"
#include "build/stage.h"
#include "elf/library.h"
#include "elf/likeness.h"
#include "elf/partner.h"

/* One copy to deliver. */
struct delivery {
	char *from;          /* the flavor's file */
	char *target;        /* below the destination */
	char *link;          /* the SONAME link below the destination, or NULL */
	const char *partner; /* the baseline's build-id, or NULL */
	size_t copy;         /* index into the result's copies */
};

struct gathering {
	const struct gather_request *request;
	struct gather_result *result;
	struct baseline baseline;
	struct delivery *deliveries;
	size_t count;
	struct strlist targets; /* all paths of copies and links, below the destination */
};

const char *gather_state_name(enum gather_state state)
{
	static const char *const names[] = {
	    [GATHER_DELIVERED] = "delivered", [GATHER_IDENTICAL] = "identical",
	    [GATHER_MISSING] = "missing",     [GATHER_MODULE] = "module",
	    [GATHER_TWIN] = "twin",           [GATHER_STALE] = "stale",
	};

	return names[state];
}

static struct gather_copy *say(struct gathering *gathering, const char *flavor, const char *library,
                               enum gather_state state, const char *reason)
{
	struct gather_result *result = gathering->result;

	result->copies = xreallocarray(result->copies, result->count + 1, sizeof(*result->copies));
	struct gather_copy *copy = &result->copies[result->count++];
	*copy = (struct gather_copy){
	    .flavor = xstrdup(flavor),
	    .library = str_format("/%s", library),
	    .state = state,
	    .reason = reason ? xstrdup(reason) : NULL,
	};
	return copy;
}

/* The first file of folder, by name, that is a shared object with that SONAME; NULL if none. */
struct soname_search {
	const char *folder;
	const char *soname;
	char *found;
};

static int try_soname(const struct tree_entry *entry, void *data, struct error *error)
{
	struct soname_search *search = data;
	struct library library;
	struct error ignored = {0};

	(void)error;
	if (!S_ISREG(entry->mode) || strchr(entry->path, '/') || !strstr(entry->path, ".so"))
		return 0;
	char *path = path_join(search->folder, entry->path);
	if (library_read(path, &library, &ignored) == 0 && library.kind == LIBRARY_SHARED &&
	    library.soname && strcmp(library.soname, search->soname) == 0)
		search->found = path;
	else
		free(path);
	error_clear(&ignored);
	library_free(&library);
	return search->found != NULL;
}

/* Any file below a root that is a shared object with that SONAME; links are others' names of it. */
struct moved_search {
	const char *root;
	const char *soname;
	char *found;
	size_t count;
};

static int try_moved(const struct tree_entry *entry, void *data, struct error *error)
{
	struct moved_search *search = data;
	struct library library;
	struct error ignored = {0};

	(void)error;
	if (!S_ISREG(entry->mode) || !strstr(path_name(entry->path), ".so"))
		return 0;
	char *path = path_join(search->root, entry->path);
	if (library_read(path, &library, &ignored) == 0 && library.kind == LIBRARY_SHARED &&
	    library.soname && strcmp(library.soname, search->soname) == 0) {
		free(search->found);
		search->found = xstrdup(path);
		search->count++;
	}
	error_clear(&ignored);
	library_free(&library);
	free(path);
	return 0;
}

/* The flavor's only file of a SONAME, wherever it was installed; NULL if there are none or more. */
static char *find_moved(const struct baseline_file *file, const struct gather_flavor *flavor,
                        struct error *error)
{
	struct moved_search search = {flavor->root, file->library.soname, NULL, 0};

	if (!search.soname || !path_is_dir(flavor->root))
		return NULL;
	tree_walk(flavor->root, try_moved, &search, error);
	if (search.count == 1)
		return search.found;
	free(search.found);
	return NULL;
}

/*
 * The flavor's file for a library: the one of the same path, or of the same SONAME in the same
 * folder. NULL without an error: the flavor did not build it. Caller frees.
 */
static char *find_in_flavor(const struct baseline_file *file, const struct gather_flavor *flavor,
                            struct error *error)
{
	char *path = path_join(flavor->root, file->path);
	struct stat status;

	if (lstat(path, &status) == 0 && S_ISREG(status.st_mode))
		return path;
	char *folder = path_dir(path);
	const char *soname = file->library.soname;
	char *bearer = soname ? soname_bearer(folder, soname) : NULL;
	struct soname_search search = {folder, soname, NULL};

	if (bearer)
		search.found = path_join(folder, bearer);
	else if (soname && path_is_dir(folder))
		tree_walk(folder, try_soname, &search, error);
	free(bearer);
	free(folder);
	free(path);
	return search.found;
}

static int check_machine(const struct baseline_file *file, const struct library *library,
                         const char *path, struct error *error)
{
	const struct library *own = &file->library;

	if (library->kind != LIBRARY_SHARED)
		return error_at(
		    error, path, 0,
		    "is no shared library, as the baseline's is; see the flavor's build");
	if (library->machine != own->machine || library->bits != own->bits ||
	    library->big_endian != own->big_endian)
		return error_at(error, path, 0,
		                "is for another machine (%u, %u bits) than the baseline's (%u, %u "
		                "bits); build both with one compiler",
		                library->machine, library->bits, own->machine, own->bits);
	const char *soname = library->soname ? library->soname : "none";
	const char *own_soname = own->soname ? own->soname : "none";
	if (strcmp(soname, own_soname) != 0)
		return error_at(error, path, 0,
		                "has SONAME %s, the baseline's has %s; build both from one source",
		                soname, own_soname);
	return 0;
}

/* A place below the destination that only this copy may take. */
static int claim(struct gathering *gathering, const struct gather_flavor *flavor, const char *path,
                 struct error *error)
{
	const struct baseline *baseline = &gathering->baseline;
	bool taken = strlist_has(&gathering->targets, path);

	for (size_t i = 0; i < baseline->count && !taken; i++)
		taken = strcmp(baseline->files[i].path, path) == 0;
	if (taken)
		return error_set(error,
		                 "/%s: the copy for %s must lie here, and the baseline or another "
		                 "copy already does; leave that flavor out",
		                 path, flavor->name);
	strlist_add(&gathering->targets, path);
	return 0;
}

static int deliver(struct gathering *gathering, const struct baseline_file *file,
                   const struct gather_flavor *flavor, const char *from, struct error *error)
{
	char *folder = path_dir(file->path);
	char *hwcap = strcmp(folder, ".") == 0 ? xstrdup(flavor->directory)
	                                       : path_join(folder, flavor->directory);
	const char *name = path_name(file->path);
	const char *soname = file->library.soname;
	struct delivery delivery = {.from = xstrdup(from),
	                            .partner = file->library.build_id,
	                            .copy = gathering->result->count};

	delivery.target = path_join(hwcap, name);
	if (soname && strcmp(soname, name) != 0)
		delivery.link = path_join(hwcap, soname);
	free(folder);
	free(hwcap);
	gathering->deliveries =
	    xreallocarray(gathering->deliveries, gathering->count + 1, sizeof(delivery));
	gathering->deliveries[gathering->count++] = delivery;
	if (claim(gathering, flavor, delivery.target, error) != 0 ||
	    (delivery.link && claim(gathering, flavor, delivery.link, error) != 0))
		return -1;
	struct gather_copy *copy = say(gathering, flavor->name, file->path, GATHER_DELIVERED, NULL);
	copy->installed = str_format("/%s", delivery.target);
	copy->from = xstrdup(from);
	return 0;
}

/* What becomes of a library in a flavor that has it at from. */
static int decide_copy(struct gathering *gathering, const struct baseline_file *file,
                       const struct gather_flavor *flavor, const char *from, struct error *error)
{
	struct library library;
	struct stat status;
	bool same = false;

	if (stat(from, &status) != 0)
		return error_set(error, "%s:", from);
	if (library_read(from, &library, error) != 0)
		return -1;
	char *own = path_join(gathering->request->baseline_root, file->path);
	int result = check_machine(file, &library, from, error);
	if (result == 0)
		result = library_same_code(own, from, &same, error);
	if (result == 0 && same)
		say(gathering, flavor->name, file->path, GATHER_IDENTICAL,
		    "has the same code and data as the baseline's");
	else if (result == 0)
		result = deliver(gathering, file, flavor, from, error);
	if (result == 0)
		gathering->result->copies[gathering->result->count - 1].size = status.st_size;
	free(own);
	library_free(&library);
	return result;
}

static int decide(struct gathering *gathering, const struct baseline_file *file,
                  const struct gather_flavor *flavor, struct error *error)
{
	struct error searching = {0};

	if (gathering->request->stop && *gathering->request->stop)
		return error_set(error, "interrupted; nothing was installed");
	if (file->role == BASELINE_MODULE) {
		say(gathering, flavor->name, file->path, GATHER_MODULE,
		    file->library.soname ? "nothing finds it by its SONAME: a module opened by path"
		                         : "has no SONAME: a module opened by path");
		return 0;
	}
	if (file->role == BASELINE_TWIN) {
		char *reason =
		    str_format("another file of its folder is what the loader opens as %s",
		               file->library.soname);

		say(gathering, flavor->name, file->path, GATHER_TWIN, reason);
		free(reason);
		return 0;
	}
	char *from = find_in_flavor(file, flavor, &searching);
	if (!from && gathering->request->copies_only && !searching.text)
		from = find_moved(file, flavor, &searching);
	if (searching.text) {
		*error = searching;
		return -1;
	}
	if (!from) {
		say(gathering, flavor->name, file->path, GATHER_MISSING,
		    "the flavor did not install it");
		return 0;
	}
	int result = decide_copy(gathering, file, flavor, from, error);
	free(from);
	return result;
}

/* The search for stale copies: a folder of the destination that may hold some. */
struct stale_search {
	struct gathering *gathering;
	const char *folder;    /* below the destination: that of the baseline's libraries */
	const char *directory; /* the hwcap directory, or glibc-hwcaps for all in it */
	char *top;             /* full path of both */
};

/* The baseline's shared object whose copy a file of that name and SONAME would be; NULL if none. */
static const struct baseline_file *find_original(const struct stale_search *search,
                                                 const char *name, const char *soname)
{
	const struct baseline *baseline = &search->gathering->baseline;

	for (size_t i = 0; i < baseline->count; i++) {
		const struct baseline_file *file = &baseline->files[i];

		if (file->role == BASELINE_OTHER)
			continue;
		char *folder = path_dir(file->path);
		bool here = strcmp(folder, search->folder) == 0;

		free(folder);
		if (here &&
		    (strcmp(path_name(file->path), name) == 0 ||
		     (soname && file->library.soname && strcmp(file->library.soname, soname) == 0)))
			return file;
	}
	return NULL;
}

static const char *flavor_of(const struct gathering *gathering, const char *directory)
{
	for (size_t i = 0; i < gathering->request->flavor_count; i++)
		if (strcmp(gathering->request->flavors[i].directory, directory) == 0)
			return gathering->request->flavors[i].name;
	return path_name(directory);
}

static int try_stale(const struct tree_entry *entry, void *data, struct error *error)
{
	const struct stale_search *search = data;
	struct library library;
	struct error ignored = {0};
	const char *slash = strchr(entry->path, '/');
	bool below = strcmp(search->directory, "glibc-hwcaps") == 0;

	(void)error;
	/* NAME in a hwcap directory, LEVEL/NAME in glibc-hwcaps. */
	if (!S_ISREG(entry->mode) || (slash != NULL) != below || (slash && strchr(slash + 1, '/')))
		return 0;
	char *full = path_join(search->top, entry->path);
	char *hwcap = str_format("%s/%s", search->directory, entry->path);
	char *path =
	    strcmp(search->folder, ".") == 0 ? xstrdup(hwcap) : path_join(search->folder, hwcap);
	if (!strlist_has(&search->gathering->targets, path)) {
		library_read(full, &library, &ignored);
		const struct baseline_file *original =
		    find_original(search, path_name(path), library.soname);
		if (original) {
			*strrchr(hwcap, '/') = '\0';
			struct gather_copy *copy =
			    say(search->gathering, flavor_of(search->gathering, hwcap),
			        original->path, GATHER_STALE,
			        "left by an earlier install, and the loader would still take it; "
			        "remove it");
			copy->installed = str_format("/%s", path);
			copy->size = entry->size;
		}
		library_free(&library);
	}
	error_clear(&ignored);
	free(path);
	free(hwcap);
	free(full);
	return 0;
}

static int search_stale(struct gathering *gathering, const char *folder, const char *directory,
                        struct error *error)
{
	char *top = path_absolute(gathering->request->destdir);
	char *below = path_join(folder, directory);
	struct stale_search search = {gathering, folder, directory,
	                              destination_folder(top, below, error)};

	free(below);
	free(top);
	if (!search.top)
		return -1;
	int result = path_is_dir(search.top) ? tree_walk(search.top, try_stale, &search, error) : 0;

	free(search.top);
	return result;
}

/* Copies that lie at the destination beside this baseline's libraries and that nothing replaces. */
static int find_stale(struct gathering *gathering, struct error *error)
{
	const struct gather_request *request = gathering->request;
	struct strlist folders = {0};
	int result = 0;

	for (size_t i = 0; i < gathering->baseline.count; i++) {
		const struct baseline_file *file = &gathering->baseline.files[i];
		char *folder = path_dir(file->path);

		if (file->role != BASELINE_OTHER && !strlist_has(&folders, folder))
			strlist_add(&folders, folder);
		free(folder);
	}
	for (size_t i = 0; i < folders.count && result == 0; i++) {
		result = search_stale(gathering, folders.items[i], "glibc-hwcaps", error);
		for (size_t j = 0; j < request->flavor_count && result == 0; j++)
			if (!starts_with(request->flavors[j].directory, "glibc-hwcaps/"))
				result = search_stale(gathering, folders.items[i],
				                      request->flavors[j].directory, error);
	}
	strlist_free(&folders);
	return result;
}

static int stage_baseline(const struct baseline *baseline, struct stage *stage, struct error *error)
{
	int result = 0;

	for (size_t i = 0; i < baseline->count && result == 0; i++) {
		const struct baseline_file *file = &baseline->files[i];

		if (S_ISDIR(file->status.st_mode)) {
			result = stage_add_folder(stage, file->path, &file->status, error);
		} else {
			char *from = path_join(baseline->root, file->path);

			result = stage_add_copy(stage, from, file->path, error);
			free(from);
		}
	}
	return result;
}

/* The folders of a copy, from the hwcap directory's first part on. */
static int stage_folders(struct stage *stage, const char *target, struct error *error)
{
	static const struct stat status = {.st_mode = S_IFDIR | 0755};
	int result = 0;

	for (const char *slash = strchr(target, '/'); slash && result == 0;
	     slash = strchr(slash + 1, '/')) {
		char *folder = xstrndup(target, (size_t)(slash - target));

		result = stage_add_folder(stage, folder, &status, error);
		free(folder);
	}
	return result;
}

/* Writes into a copy which build of the baseline it belongs to. */
static int mark(const struct gathering *gathering, const struct delivery *delivery,
                const char *staged, struct error *error)
{
	struct gather_copy *copy = &gathering->result->copies[delivery->copy];
	struct stat status;

	if (delivery->partner && partner_write(staged, delivery->partner, error) != 0)
		return -1;
	if (stat(staged, &status) == 0)
		copy->size = status.st_size;
	return 0;
}

static int stage_all(const struct gathering *gathering, struct stage *stage, struct error *error)
{
	const struct gather_request *request = gathering->request;

	if (stage_open(stage, request->destdir, request->stop, error) != 0 ||
	    (!request->copies_only && stage_baseline(&gathering->baseline, stage, error) != 0))
		return -1;
	for (size_t i = 0; i < gathering->count; i++) {
		const struct delivery *delivery = &gathering->deliveries[i];

		if (stage_folders(stage, delivery->target, error) != 0 ||
		    stage_add_copy(stage, delivery->from, delivery->target, error) != 0 ||
		    mark(gathering, delivery, stage_last(stage), error) != 0)
			return -1;
		if (delivery->link &&
		    stage_add_link(stage, path_name(delivery->target), delivery->link, error) != 0)
			return -1;
	}
	return stage_commit(stage, error);
}

static int check_destination(const struct gather_request *request, struct error *error)
{
	char *root = realpath(request->baseline_root, NULL);
	char *destdir = realpath(request->destdir, NULL);
	int result = 0;

	if (!destdir)
		destdir = path_absolute(request->destdir);

	if (root && starts_with(destdir, root) &&
	    (destdir[strlen(root)] == '/' || destdir[strlen(root)] == '\0'))
		result = error_at(error, request->destdir, 0,
		                  "is the baseline's own root, or inside it; name another "
		                  "destination");
	free(root);
	free(destdir);
	return result;
}

static int gather(struct gathering *gathering, struct error *error)
{
	const struct gather_request *request = gathering->request;
	struct strlist directories = {0};
	struct stage stage = {0};

	for (size_t i = 0; i < request->flavor_count; i++)
		strlist_add(&directories, request->flavors[i].directory);
	struct baseline_request baseline = {.root = request->baseline_root,
	                                    .hwcap_directories = &directories,
	                                    .modules = request->modules,
	                                    .modules_file = request->modules_file,
	                                    .modules_line = request->modules_line,
	                                    .part = request->copies_only,
	                                    .stop = request->stop};
	int result = baseline_read(&gathering->baseline, &baseline, error);
	strlist_free(&directories);
	for (size_t i = 0; i < gathering->baseline.count && result == 0; i++)
		for (size_t j = 0; j < request->flavor_count && result == 0; j++)
			if (gathering->baseline.files[i].role != BASELINE_OTHER)
				result = decide(gathering, &gathering->baseline.files[i],
				                &request->flavors[j], error);
	if (result == 0)
		result = find_stale(gathering, error);
	if (result == 0 && request->approve)
		result = request->approve(request->data, gathering->result->copies,
		                          gathering->result->count, error);
	if (result == 0)
		result = stage_all(gathering, &stage, error);
	stage_close(&stage);
	return result;
}

int gather_install(const struct gather_request *request, struct gather_result *result,
                   struct error *error)
{
	struct gathering gathering = {.request = request, .result = result};

	*result = (struct gather_result){0};
	if (!request->copies_only && check_destination(request, error) != 0)
		return -1;
	int outcome = gather(&gathering, error);
	for (size_t i = 0; i < gathering.count; i++) {
		free(gathering.deliveries[i].from);
		free(gathering.deliveries[i].target);
		free(gathering.deliveries[i].link);
	}
	free(gathering.deliveries);
	strlist_free(&gathering.targets);
	baseline_free(&gathering.baseline);
	if (outcome != 0)
		gather_free(result);
	return outcome;
}

void gather_free(struct gather_result *result)
{
	for (size_t i = 0; i < result->count; i++) {
		free(result->copies[i].flavor);
		free(result->copies[i].library);
		free(result->copies[i].installed);
		free(result->copies[i].from);
		free(result->copies[i].reason);
	}
	free(result->copies);
	*result = (struct gather_result){0};
}
