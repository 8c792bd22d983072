// SPDX-License-Identifier: MIT
#include "loader/search.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "loader/explain.h"
#include "loader/path.h"

/* Libraries of one program: far above any real one. */
enum { LOADED_LIMIT = 65536, PRELOAD_LIMIT = 64 * 1024 };

/* One name being looked for. */
struct quest {
	struct search *search;
	struct closure *closure;
	const char *name;
	size_t loader; /* the index of who needs it */
	char *path;    /* what was taken, or NULL */
	char *stage;
	const struct object *object;
	char *fatal;          /* a candidate that ends the program, or NULL */
	bool other_class;     /* one of the other class was passed over */
	bool optional;        /* the program starts without it */
	int error;            /* the errno that the loader last saw */
	struct strlist worse; /* entries of the cache that are told after the best one */
};

static void tell(const struct quest *quest, const char *stage, const char *path,
                 enum step_verdict verdict, const char *reason)
{
	struct step step = {quest->name, stage, path, verdict, reason};

	if (quest->search->visit)
		quest->search->visit(&step, quest->search->data);
}

/* Whether the quest has come to its end, well or badly. */
static bool ended(const struct quest *quest)
{
	return quest->path || quest->fatal;
}

static void take(struct quest *quest, const char *path, const char *stage,
                 const struct object *object)
{
	quest->path = xstrdup(path);
	quest->stage = xstrdup(stage);
	quest->object = object;
}

/* Opens one candidate as the loader does. host: the file in place of a link that is to be made. */
static bool try_file(struct quest *quest, const char *path, const char *file, const char *stage)
{
	struct search *search = quest->search;
	struct root_file found;

	search->opens++;
	int error = root_find(search->root, path, &found);
	if (error == ENOENT && file)
		error = root_find(search->root, file, &found);
	if (error != 0) {
		quest->error = error;
		if (error == EACCES)
			tell(quest, stage, path, STEP_UNREADABLE, strerror(error));
		return false;
	}
	const struct object *object = object_get(&search->objects, &found, search->target->abi);
	free(found.host);
	switch (object->verdict) {
	case OBJECT_GOOD:
		tell(quest, stage, path, STEP_TAKEN, NULL);
		take(quest, path, stage, object);
		return true;
	case OBJECT_OTHER_CLASS:
		quest->other_class = true;
		tell(quest, stage, path, STEP_OTHER_CLASS, NULL);
		break;
	case OBJECT_OTHER_MACHINE:
		tell(quest, stage, path, STEP_OTHER_MACHINE, NULL);
		break;
	case OBJECT_FATAL:
		quest->fatal = str_format("%s: %s", path, object->reason);
		tell(quest, stage, path, STEP_FATAL, object->reason);
		return true;
	case OBJECT_UNREADABLE:
		if (object->error == EACCES)
			root_note_denied(search->root, object->host);
		tell(quest, stage, path, STEP_UNREADABLE, strerror(object->error));
		quest->error = object->error;
		return false;
	}
	quest->error = ENOENT;
	return false;
}

/*
 * What the loader remembers of a directory: it looks into one that does not exist only once. A
 * subdirectory that is in its list twice (x86_64, a platform and a hwcap) is two to it.
 */
enum folder_state { FOLDER_UNKNOWN, FOLDER_THERE, FOLDER_ABSENT };

static enum folder_state folder_state(const struct closure *closure, const char *folder,
                                      size_t subdirectory)
{
	if (folder[0] != '/')
		return FOLDER_THERE;
	char *key = str_format("%zu %s", subdirectory, folder);
	enum folder_state state = (enum folder_state)(uintptr_t)map_get(&closure->folders, key);
	free(key);
	return state;
}

static void set_folder_state(struct quest *quest, const char *folder, size_t subdirectory,
                             bool found)
{
	struct root_file file;
	enum folder_state state = FOLDER_THERE;

	if (!found) {
		int error = root_find(quest->search->root, folder, &file);

		if (error != 0)
			quest->error = error;
		if (error != 0 || !S_ISDIR(file.status.st_mode))
			state = FOLDER_ABSENT;
		if (error == 0)
			free(file.host);
	}
	char *key = str_format("%zu %s", subdirectory, folder);
	map_set(&quest->closure->folders, key, (void *)(uintptr_t)state);
	free(key);
}

static bool is_there(struct search *search, const char *path)
{
	struct root_file file;
	int error = root_find(search->root, path, &file);

	if (error == 0)
		free(file.host);
	return error == 0;
}

/* Looks into one directory of a path. */
static bool try_directory(struct quest *quest, const char *directory, const char *stage,
                          bool *any_there)
{
	const struct strlist *subdirectories = &quest->search->hwcaps->searched;

	*any_there = false;
	for (size_t i = 0; i < subdirectories->count; i++) {
		char *folder = str_format("%s%s", directory, subdirectories->items[i]);
		enum folder_state state = folder_state(quest->closure, folder, i);

		if (state == FOLDER_ABSENT) {
			free(folder);
			continue;
		}
		char *path = str_format("%s%s", folder, quest->name);
		bool found = try_file(quest, path, NULL, stage);
		if (state == FOLDER_UNKNOWN)
			set_folder_state(quest, folder, i, found);
		bool there = folder_state(quest->closure, folder, i) == FOLDER_THERE;
		*any_there |= there;
		if (!found && quest->search->visit && there) {
			if (quest->error == ENOENT && !is_there(quest->search, path))
				tell(quest, stage, path, STEP_ABSENT, NULL);
			explain_absent(quest->search, quest->name, stage, folder);
		}
		free(path);
		free(folder);
		if (found)
			return true;
	}
	return false;
}

/* Looks through a path. Afterwards see ended(): the search goes on elsewhere if it found nothing.
 */
static void try_path(struct quest *quest, const struct strlist *directories, const char *stage)
{
	/* Later glibc go on where a part of the path is a file. */
	bool passes_files = glibc_compare(quest->search->target->glibc, (struct glibc){2, 39}) >= 0;
	bool stopped = false;

	for (size_t i = 0; i < directories->count; i++) {
		const char *directory = directories->items[i];
		bool any_there;

		if (ended(quest) || stopped) {
			explain_hidden(quest->search, quest->name, stage, directory, quest->object);
			continue;
		}
		if (quest->search->visit)
			explain_refused(quest->search, quest->name, stage, directory);
		if (try_directory(quest, directory, stage, &any_there)) {
			explain_rest(quest->search, quest->name, stage, directory, quest->path);
			continue;
		}
		if (!any_there)
			tell(quest, stage, directory, STEP_NO_FOLDER, NULL);
		if (any_there && quest->error != ENOENT && quest->error != EACCES &&
		    !(quest->error == ENOTDIR && passes_files)) {
			tell(quest, stage, directory, STEP_STOPPED, strerror(quest->error));
			stopped = true;
		}
	}
}

/* RPATHs: of who needs it, then of who needed that, and of the program in any case. */
static void try_rpaths(struct quest *quest)
{
	struct closure *closure = quest->closure;

	if (closure->items[quest->loader].object->library.runpath)
		return;
	for (size_t i = quest->loader;; i = closure->items[i].needed_by) {
		const struct loaded *loaded = &closure->items[i];

		if (loaded->rpath.count > 0) {
			char *stage = str_format("RPATH of %s", loaded->path);

			try_path(quest, &loaded->rpath, stage);
			free(stage);
		}
		if (i == 0)
			break;
	}
}

static void visit_entry(const struct cache_entry *entry, enum cache_verdict verdict, void *data)
{
	struct quest *quest = data;

	if (verdict == CACHE_WORSE && !ended(quest))
		strlist_add(&quest->worse, entry->path);
	else
		explain_entry(quest->search, quest->name, entry, verdict, ended(quest));
}

static void try_cache(struct quest *quest, bool default_paths)
{
	struct search *search = quest->search;

	if (!search->cache)
		return;
	/* The loader reads it once, when the first search comes so far. */
	if (!ended(quest) && !quest->closure->cache_read) {
		quest->closure->cache_read = true;
		search->opens++;
	}
	const struct cache_entry *entry =
	    cache_find(search->cache, quest->name, search->target->abi, search->hwcaps,
	               search->visit ? visit_entry : NULL, quest);
	if (!ended(quest) && !entry)
		tell(quest, "cache", "/etc/ld.so.cache", STEP_NO_ENTRY, NULL);
	if (!ended(quest) && entry) {
		bool barred = false;

		for (size_t i = 0; i < search->target->directories.count && !default_paths; i++)
			barred |= starts_with(entry->path, search->target->directories.items[i]);
		if (barred)
			tell(quest, "cache", entry->path, STEP_REFUSED,
			     "who needs it takes nothing of the default directories (-z "
			     "nodefaultlib)");
		else if (!try_file(quest, entry->path, entry->file, "cache") &&
		         !quest->other_class && quest->error != EACCES)
			tell(quest, "cache", entry->path, STEP_GONE, strerror(quest->error));
	}
	for (size_t i = 0; i < quest->worse.count; i++)
		tell(quest, "cache", quest->worse.items[i], STEP_HIDDEN, NULL);
	strlist_free(&quest->worse);
	if (search->visit)
		explain_uncached(search, quest->name);
}

/* The stages, for a name without a slash. */
static void search_stages(struct quest *quest)
{
	struct search *search = quest->search;
	const struct loaded *loader = &quest->closure->items[quest->loader];
	bool default_paths = !loader->object->library.no_default_path;

	try_rpaths(quest);
	try_path(quest, &quest->closure->library_path, "LD_LIBRARY_PATH");
	if (loader->runpath.count > 0) {
		char *stage = str_format("RUNPATH of %s", loader->path);

		try_path(quest, &loader->runpath, stage);
		free(stage);
	}
	try_cache(quest, default_paths);
	if (default_paths)
		try_path(quest, &search->target->directories, "default directories");
}

static struct tokens tokens_of(const struct search *search, const struct closure *closure,
                               const char *origin)
{
	return (struct tokens){
	    .origin = origin,
	    .lib = search->target->lib,
	    .platform = search->hwcaps->platform,
	    .trusted = closure->secure ? &search->target->directories : NULL,
	};
}

/* A name with a slash is a path, in which tokens may stand. */
static void search_path(struct quest *quest)
{
	const struct loaded *loader = &quest->closure->items[quest->loader];
	struct tokens tokens = tokens_of(quest->search, quest->closure, loader->origin);
	char *path = path_expand(quest->name, &tokens);

	if (!*path)
		quest->fatal = xstrdup("empty dynamic string token substitution");
	else if (!try_file(quest, path, NULL, "path"))
		tell(quest, "path", path, STEP_ABSENT, NULL);
	free(path);
}

/* Fills in what depends on the file that was taken. origin is its folder. */
static void set_file(struct search *search, struct closure *closure, struct loaded *loaded,
                     char *origin)
{
	const struct library *library = &loaded->object->library;

	loaded->origin = origin;
	struct tokens tokens = tokens_of(search, closure, loaded->origin);
	if (library->runpath && *library->runpath)
		path_split(library->runpath, ":", &tokens, &loaded->runpath);
	else if (!library->runpath && library->rpath && *library->rpath)
		path_split(library->rpath, ":", &tokens, &loaded->rpath);
	if (library->isa_needed & ~search->hwcaps->isa)
		loaded->problem = xstrdup("CPU ISA level is lower than required");
}

/* The folder of a path as it is named. */
static char *folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *end = slash && slash != path ? slash : path + 1;

	if (path[0] == '/')
		return xstrndup(path, (size_t)(end - path));
	return slash ? str_format("/%.*s", (int)(slash - path), path) : xstrdup("/");
}

/* What became of a quest: the index of the library, or count where it ended the program. */
static size_t conclude(struct quest *quest)
{
	struct closure *closure = quest->closure;
	size_t index = quest->object ? closure_find_file(closure, quest->object) : closure->count;

	if (quest->optional && !quest->path) {
		free(quest->fatal);
		return closure->count;
	}
	if (quest->fatal) {
		closure->fatal = quest->fatal;
		return closure->count;
	}
	if (quest->path && index < closure->count) {
		tell(quest, quest->stage, quest->path, STEP_LOADED, closure->items[index].path);
		closure_remember(closure, quest->name, index);
		free(quest->path);
		free(quest->stage);
		return index;
	}
	struct loaded *loaded = closure_add(closure, quest->name, quest->loader);
	loaded->path = quest->path;
	loaded->stage = quest->stage;
	loaded->object = quest->object;
	if (!quest->path) {
		loaded->problem = quest->other_class
		                      ? str_format("wrong ELF class: ELFCLASS%u",
		                                   quest->search->target->abi->bits == 64 ? 32 : 64)
		                      : xstrdup("cannot open shared object file");
		return index;
	}
	set_file(quest->search, closure, loaded, folder_of(loaded->path));
	if (loaded->problem)
		explain_marker(quest->search, quest->name, quest->stage, quest->path,
		               loaded->object->library.isa_needed & ~quest->search->hwcaps->isa);
	closure_remember(closure, quest->name, index);
	if (loaded->object->library.soname)
		closure_remember(closure, loaded->object->library.soname, index);
	return index;
}

/* optional: whether the program starts without it. */
static size_t find_library(struct search *search, struct closure *closure, const char *name,
                           size_t loader, bool optional)
{
	struct quest quest = {.search = search,
	                      .closure = closure,
	                      .name = name,
	                      .loader = loader,
	                      .optional = optional};
	size_t known = (size_t)map_get(&closure->names, name);

	if (known) {
		/* The loader itself is among them, though nobody looked for it. */
		if (known <= closure->count)
			tell(&quest, "loaded", "", STEP_LOADED, closure->items[known - 1].path);
		return known - 1;
	}
	if (strchr(name, '/'))
		search_path(&quest);
	else
		search_stages(&quest);
	return conclude(&quest);
}

/* What every loaded file needs, breadth first. */
static void follow(struct search *search, struct closure *closure)
{
	for (size_t i = 0; i < closure->count && !closure->fatal; i++) {
		if (!closure->items[i].object)
			continue;
		const struct strlist *needed = &closure->items[i].object->library.needed;

		for (size_t k = 0; k < needed->count && closure->count < LOADED_LIMIT; k++) {
			size_t index = find_library(search, closure, needed->items[k], i, false);

			if (closure->fatal)
				return;
			if (index >= closure->count)
				continue;
			closure_add_need(&closure->items[i], index);
		}
	}
}

/* Preloads one after the other, before what the program needs; those that cannot be are ignored. */
static void preload_list(struct search *search, struct closure *closure, char *list,
                         const char *separators)
{
	for (const char *name; (name = strsep(&list, separators)) != NULL;) {
		/* A setuid program takes only setuid libraries, and of those there are none. */
		if (!*name || (closure->secure && strcmp(separators, " :") == 0))
			continue;
		size_t index = find_library(search, closure, name, 0, true);
		if (index == closure->count)
			strlist_add(&closure->unpreloaded, name);
		if (index >= closure->count || index == 0 || closure->items[index].preloaded)
			continue;
		closure->items[index].preloaded = true;
		if (*closure->items[0].name)
			closure_add_need(&closure->items[0], index);
	}
}

/* LD_PRELOAD, then what /etc/ld.so.preload says for every program. */
static void preload(struct search *search, struct closure *closure)
{
	char *variable = xstrdup(search->environment->preload ? search->environment->preload : "");
	char *file = root_read(search->root, "/etc/ld.so.preload", PRELOAD_LIMIT, NULL);

	preload_list(search, closure, variable, " :");
	/* A comment is blanked out up to the end of its line. */
	for (char *at = file; at && (at = strchr(at, '#')) != NULL;)
		while (*at && *at != '\n')
			*at++ = ' ';
	if (file)
		preload_list(search, closure, file, ": \t\n");
	free(variable);
	free(file);
}

/* The loader is a library that is loaded from the start, by its name and its path. */
static void add_loader(const struct search *search, struct closure *closure)
{
	const char *loader = search->target->abi->loader;

	map_set(&closure->names, path_name(loader), (void *)SIZE_MAX);
	map_set(&closure->names, loader, (void *)SIZE_MAX);
}

static void begin(struct search *search, struct closure *closure, struct loaded *top, char *origin)
{
	const struct environment *environment = search->environment;

	closure->secure = top->object->library.kind != LIBRARY_SHARED &&
	                  (top->object->mode & (S_ISUID | S_ISGID));
	set_file(search, closure, top, origin);
	add_loader(search, closure);
	if (top->object->library.soname)
		closure_remember(closure, top->object->library.soname, 0);
	struct tokens tokens = tokens_of(search, closure, top->origin);
	if (environment->library_path && *environment->library_path && !closure->secure)
		path_split(environment->library_path, ":;", &tokens, &closure->library_path);
}

int search_file(struct search *search, const char *path, struct closure *closure,
                struct error *error)
{
	struct root_file found;
	int reason = root_find(search->root, path, &found);

	*closure = (struct closure){0};
	if (reason != 0) {
		errno = reason;
		return error_set(error, "%s:", path);
	}
	const struct object *object = object_get(&search->objects, &found, search->target->abi);
	free(found.host);
	if (object->verdict == OBJECT_UNREADABLE) {
		errno = object->error;
		return error_set(error, "%s:", path);
	}
	/* What libelf's readers say of damage has the path, and what to do. */
	if (object->verdict == OBJECT_FATAL && object->reason[0] == '/')
		return error_set(error, "%s", object->reason);
	if (object->verdict == OBJECT_FATAL)
		return error_at(error, path, 0,
		                "cannot be loaded (%s); name a program or a library, and for a "
		                "script its interpreter",
		                object->reason);
	if (object->verdict != OBJECT_GOOD)
		return error_at(error, path, 0,
		                "is for another architecture; name its own with --arch");
	char *real = search->origin_as_named ? xstrdup(path) : root_real_path(search->root, path);
	struct loaded *top = closure_add(closure, path, 0);
	top->path = xstrdup(path);
	top->stage = xstrdup("path");
	top->object = object;
	begin(search, closure, top, folder_of(real ? real : path));
	free(real);
	preload(search, closure);
	follow(search, closure);
	return 0;
}

int search_name(struct search *search, const char *name, struct closure *closure,
                struct error *error)
{
	/* A program that has nothing of its own but the need for this library. */
	static char path[] = "a program without paths";
	static const struct object program = {.verdict = OBJECT_GOOD};

	if (strchr(name, '/'))
		return search_file(search, name, closure, error);
	/* It is there before any search. */
	if (strcmp(name, path_name(search->target->abi->loader)) == 0)
		return search_file(search, search->target->abi->loader, closure, error);
	*closure = (struct closure){0};
	struct loaded *top = closure_add(closure, "", 0);
	top->path = xstrdup(path);
	top->object = &program;
	begin(search, closure, top, xstrdup("/"));
	preload(search, closure);
	size_t index = find_library(search, closure, name, 0, false);
	if (index < closure->count)
		closure_add_need(&closure->items[0], index);
	if (!closure->fatal)
		follow(search, closure);
	return 0;
}
