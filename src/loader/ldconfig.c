// SPDX-License-Identifier: MIT
#include "loader/ldconfig.h"

#include <ctype.h>
#include <elf.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

/* Against endless files, files that include one another, and folders with too much in them. */
enum {
	CONF_LIMIT = 1024 * 1024,
	FILES_LIMIT = 1000,
	NAMES_LIMIT = 100000,
	DIRECTORIES_LIMIT = 4096
};

/* One directory to look into. */
struct place {
	char *path;
	char *hwcaps; /* name below glibc-hwcaps, or NULL */
	uint64_t bits;
	dev_t device;
	ino_t inode;
};

struct run {
	struct root *root;
	const struct target *target;
	struct objects *objects;
	struct place *places;
	size_t count;
	struct map files; /* configuration files: a second time they bring nothing new */
	size_t names;     /* that patterns of theirs were compared with */
};

/* Adds a directory unless it is there already under whatever name. */
static bool add_place(struct run *run, char *path, const char *hwcaps)
{
	struct root_file file;
	bool wanted = run->count < DIRECTORIES_LIMIT && root_find(run->root, path, &file) == 0;

	if (wanted) {
		free(file.host);
		wanted = S_ISDIR(file.status.st_mode);
	}
	for (size_t i = 0; wanted && i < run->count; i++)
		wanted = run->places[i].inode != file.status.st_ino ||
		         run->places[i].device != file.status.st_dev;
	if (!wanted) {
		free(path);
		return false;
	}
	run->places = xreallocarray(run->places, run->count + 1, sizeof(*run->places));
	run->places[run->count++] = (struct place){
	    .path = path,
	    .hwcaps = hwcaps ? xstrdup(hwcaps) : NULL,
	    .bits = hwcaps ? 0 : hwcaps_bits_of_path(run->target->abi->architecture, path),
	    .device = file.status.st_dev,
	    .inode = file.status.st_ino,
	};
	return true;
}

/* A directory from a configuration file, and the glibc-hwcaps directories in it. */
static void add_directory(struct run *run, const char *line)
{
	size_t length = strcspn(line, "=");
	struct strlist names = {0};

	while (length > 0 && isspace((unsigned char)line[length - 1]))
		length--;
	while (length > 0 && line[length - 1] == '/')
		length--;
	if (length == 0)
		return;
	char *path = xstrndup(line, length);
	if (!add_place(run, xstrdup(path), NULL)) {
		free(path);
		return;
	}
	char *above = path_join(path, "glibc-hwcaps");
	/* An ldconfig before 2.33 does not know them. */
	if (glibc_compare(run->target->glibc, (struct glibc){2, 33}) >= 0)
		root_list(run->root, above, &names);
	for (size_t i = 0; i < names.count; i++)
		if (names.items[i][0] != '.' && !strchr(names.items[i], ':'))
			add_place(run, path_join(above, names.items[i]), names.items[i]);
	strlist_free(&names);
	free(above);
	free(path);
}

static void read_conf(struct run *run, const char *path);

/* The files a pattern names; wildcards count in its last part. */
static void include(struct run *run, const char *pattern)
{
	char *absolute = pattern[0] == '/' ? xstrdup(pattern) : str_format("/etc/%s", pattern);
	char *folder = path_dir(absolute);
	const char *last = path_name(absolute);
	struct strlist names = {0};

	if (last[strcspn(last, "*?[")] == '\0') {
		read_conf(run, absolute);
	} else if (run->names < NAMES_LIMIT) {
		root_list(run->root, folder, &names);
		run->names += names.count;
		for (size_t i = 0; i < names.count; i++) {
			char *path = path_join(folder, names.items[i]);

			if (fnmatch(last, names.items[i], FNM_PERIOD) == 0)
				read_conf(run, path);
			free(path);
		}
	}
	strlist_free(&names);
	free(folder);
	free(absolute);
}

static void read_line(struct run *run, char *line)
{
	line[strcspn(line, "#")] = '\0';
	while (isspace((unsigned char)*line))
		line++;
	if (strncmp(line, "include", 7) == 0 && isspace((unsigned char)line[7])) {
		struct strlist patterns = {0};

		strlist_add_words(&patterns, line + 7);
		for (size_t i = 0; i < patterns.count; i++)
			include(run, patterns.items[i]);
		strlist_free(&patterns);
	} else if (*line && !(strncmp(line, "hwcap", 5) == 0 && isspace((unsigned char)line[5]))) {
		add_directory(run, line);
	}
}

static void read_conf(struct run *run, const char *path)
{
	if (run->files.count >= FILES_LIMIT || map_get(&run->files, path))
		return;
	map_set(&run->files, path, run);
	char *text = root_read(run->root, path, CONF_LIMIT, NULL);
	char *rest = text;

	for (char *line; text && (line = strsep(&rest, "\n")) != NULL;)
		read_line(run, line);
	free(text);
}

static void add_all_directories(struct run *run)
{
	read_conf(run, "/etc/ld.so.conf");
	for (size_t i = 0; i < run->target->directories.count; i++)
		add_directory(run, run->target->directories.items[i]);
}

static void free_run(struct run *run)
{
	for (size_t i = 0; i < run->count; i++) {
		free(run->places[i].path);
		free(run->places[i].hwcaps);
	}
	free(run->places);
	map_free(&run->files, NULL);
}

void ldconfig_directories(struct root *root, const struct target *target,
                          struct strlist *directories)
{
	struct run run = {.root = root, .target = target};

	add_all_directories(&run);
	for (size_t i = 0; i < run.count; i++)
		if (!run.places[i].hwcaps)
			strlist_add(directories, run.places[i].path);
	free_run(&run);
}

/* One library in a directory: the file for a SONAME. */
struct candidate {
	char *name;
	char *soname;
	uint32_t flags;
	uint32_t isa;
	bool is_link;
};

struct candidates {
	struct candidate *items;
	size_t count;
};

static bool is_library_name(const char *name)
{
	return (starts_with(name, "lib") || starts_with(name, "ld-") ||
	        starts_with(name, "ld.so") || starts_with(name, "ld64.so")) &&
	       strstr(name, ".so");
}

/* Whether the file is a symbolic link itself. */
static bool is_link(struct run *run, const char *path, const struct object *object)
{
	char *folder = path_dir(path);
	char *real = root_real_path(run->root, folder);
	bool result = false;

	/* The object's own path has all links resolved: it differs where the last one is a link. */
	if (real) {
		char *plain = path_join(real, path_name(path));

		result = !ends_with(object->host, plain);
		free(plain);
	}
	free(real);
	free(folder);
	return result;
}

/* A link counts as one only if it bears the SONAME or is the development link libx.so to it. */
static bool keeps_link(const char *name, const char *soname)
{
	return strcmp(name, soname) == 0 ||
	       (ends_with(name, ".so") && strncmp(name, soname, strlen(name)) == 0);
}

/* Copies the strings of new. */
static void add_candidate(struct candidates *candidates, const struct candidate *new,
                          bool signed_chars)
{
	for (size_t i = 0; i < candidates->count; i++) {
		struct candidate *old = &candidates->items[i];
		bool replace = false;

		if (strcmp(old->soname, new->soname) != 0)
			continue;
		if ((!new->is_link && old->is_link) ||
		    (new->is_link ==
		     old->is_link &&cache_compare_names(old->name, new->name, signed_chars) < 0))
			replace = true;
		if (replace) {
			/* Of two types the flags stay those of the first. */
			uint32_t flags = old->flags;

			free(old->name);
			free(old->soname);
			*old = *new;
			old->flags = flags;
			old->name = xstrdup(new->name);
			old->soname = xstrdup(new->soname);
		}
		return;
	}
	candidates->items =
	    xreallocarray(candidates->items, candidates->count + 1, sizeof(*candidates->items));
	struct candidate *added = &candidates->items[candidates->count++];
	*added = *new;
	added->name = xstrdup(new->name);
	added->soname = xstrdup(new->soname);
}

/*
 * The flags ldconfig gives a library. Beyond x86 it looks at class and byte order only, not at the
 * machine; of the other class it is one that this loader does not take.
 */
static uint32_t flags_of(const struct run *run, const struct library *library)
{
	const struct abi *abi = run->target->abi;
	bool x86 = abi->machine == EM_X86_64 || abi->machine == EM_386;
	enum { ELF = 1, LIBC6 = 3, AMD64 = 0x303, ARM64 = 0xa03 };

	if (library->bits == 64 && abi->bits == 32)
		return x86 ? AMD64 : ARM64;
	/* Until 2.36 a library without a libc6 in sight was none of libc6's. */
	if (x86 && library->bits == 32 &&
	    glibc_compare(run->target->glibc, (struct glibc){2, 37}) < 0)
		return strlist_has(&library->needed, "libc.so.6") ||
		               strlist_has(&library->needed, "libm.so.6")
		           ? LIBC6
		           : ELF;
	if (library->bits == 32 && (abi->bits == 64 || x86 || library->machine != abi->machine))
		return LIBC6;
	return (uint32_t)abi->cache_flags | LIBC6;
}

/* Whether ldconfig takes a file for a library, of whichever ABI. */
static bool read_object(const struct run *run, const struct object *object, struct library *other,
                        const struct library **library)
{
	const struct abi *abi = run->target->abi;
	struct error ignored = {0};

	*library = &object->library;
	if (object->verdict == OBJECT_GOOD)
		return object->library.kind == LIBRARY_SHARED;
	if (object->verdict == OBJECT_FATAL)
		return false;
	*library = other;
	bool good = library_read(object->host, other, &ignored) == 0 &&
	            other->kind == LIBRARY_SHARED && other->big_endian == abi->big_endian;
	error_clear(&ignored);
	if (abi->machine == EM_X86_64 || abi->machine == EM_386)
		return good && (other->machine == EM_X86_64 || other->machine == EM_386);
	return good;
}

static void look_at(struct run *run, const struct place *place, const char *name,
                    struct candidates *candidates)
{
	char *path = path_join(place->path, name);
	struct library other = {0};
	const struct library *library;
	struct root_file file;

	if (root_find(run->root, path, &file) != 0) {
		free(path);
		return;
	}
	const struct object *object =
	    S_ISREG(file.status.st_mode) ? object_get(run->objects, &file, run->target->abi) : NULL;
	free(file.host);
	if (object && read_object(run, object, &other, &library)) {
		const char *soname = library->soname ? library->soname : name;
		bool link = is_link(run, path, object) && keeps_link(name, soname);
		struct candidate candidate = {.name = (char *)name,
		                              .soname = (char *)(link ? name : soname),
		                              .flags = flags_of(run, library),
		                              .isa = library->isa_needed,
		                              .is_link = link};

		add_candidate(candidates, &candidate, abi_has_signed_chars(run->target->abi));
	}
	library_free(&other);
	free(path);
}

/* The number of the marker's level, as the cache has it. */
static uint32_t level_of(uint32_t isa)
{
	return isa ? 31 - (uint32_t)__builtin_clz(isa) : 0;
}

static void add_entries(const struct place *place, const struct candidates *candidates,
                        struct cache *cache)
{
	for (size_t i = 0; i < candidates->count; i++) {
		const struct candidate *candidate = &candidates->items[i];
		/* ldconfig makes a link for the SONAME, but not in glibc-hwcaps. */
		char *path =
		    path_join(place->path, place->hwcaps ? candidate->name : candidate->soname);
		char *file = path_join(place->path, candidate->name);
		struct cache_entry entry = {
		    .name = candidate->soname,
		    .path = path,
		    .hwcaps = place->hwcaps,
		    .file = strcmp(path, file) == 0 ? NULL : file,
		    .bits = place->bits,
		    .flags = candidate->flags,
		    .isa = place->hwcaps ? level_of(candidate->isa) : 0,
		};

		cache_add(cache, &entry);
		free(path);
		free(file);
	}
}

static void look_into(struct run *run, size_t index, struct cache *cache)
{
	bool legacy = glibc_compare(run->target->glibc, (struct glibc){2, 37}) < 0;
	struct place place = run->places[index];
	struct candidates candidates = {0};
	struct strlist names = {0};

	root_list(run->root, place.path, &names);
	for (size_t i = 0; i < names.count; i++) {
		const char *name = names.items[i];

		if (legacy && !place.hwcaps &&
		    hwcaps_is_legacy_name(run->target->abi->architecture, name))
			add_place(run, path_join(place.path, name), NULL);
		else if (is_library_name(name))
			look_at(run, &place, name, &candidates);
	}
	add_entries(&place, &candidates, cache);
	for (size_t i = 0; i < candidates.count; i++) {
		free(candidates.items[i].name);
		free(candidates.items[i].soname);
	}
	free(candidates.items);
	strlist_free(&names);
}

void ldconfig_cache(struct root *root, const struct target *target, struct objects *objects,
                    struct cache *cache)
{
	struct run run = {.root = root, .target = target, .objects = objects};

	*cache = (struct cache){.signed_chars = abi_has_signed_chars(target->abi)};
	add_all_directories(&run);
	/* Legacy directories are added at the end while their parents are read. */
	for (size_t i = 0; i < run.count; i++)
		look_into(&run, i, cache);
	free_run(&run);
}
