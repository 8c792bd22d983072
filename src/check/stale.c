// SPDX-License-Identifier: MIT
#include "check/stale.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "elf/partner.h"

/* A file of the tree, and the package that owns it. */
struct owned {
	const struct tree_library *library;
	char *package; /* "libfoo10" or "libfoo10:amd64"; NULL: none */
	char *source;  /* of the package */
	char *version;
};

struct database {
	char *folder; /* var/lib/dpkg */
	struct owned *files;
	size_t count;
};

/* /lib is a link to /usr/lib, and packages may name either. */
static const char *without_usr(const char *path)
{
	return starts_with(path, "/usr/lib") ? path + strlen("/usr") : path;
}

static void read_list(struct database *database, const char *name)
{
	char *path = str_format("%s/info/%s", database->folder, name), *line = NULL;
	FILE *file = fopen(path, "re");
	size_t room = 0;
	ssize_t length;

	while (file && (length = getline(&line, &room, file)) > 0) {
		if (line[length - 1] == '\n')
			line[length - 1] = '\0';
		for (size_t i = 0; i < database->count; i++) {
			struct owned *owned = &database->files[i];

			if (!owned->package &&
			    strcmp(without_usr(owned->library->name), without_usr(line)) == 0)
				owned->package = xstrndup(name, strlen(name) - strlen(".list"));
		}
	}
	if (file)
		fclose(file);
	free(line);
	free(path);
}

static void find_owners(struct database *database)
{
	char *folder = path_join(database->folder, "info");
	DIR *dir = opendir(folder);

	for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;)
		if (ends_with(entry->d_name, ".list"))
			read_list(database, entry->d_name);
	if (dir)
		closedir(dir);
	free(folder);
}

/* One paragraph of dpkg's status file. */
struct package {
	char *name, *architecture, *source, *version;
};

static void end_package(struct database *database, struct package *package)
{
	char *full = str_format("%s:%s", package->name ? package->name : "",
	                        package->architecture ? package->architecture : "");

	for (size_t i = 0; i < database->count && package->name && package->version; i++) {
		struct owned *owned = &database->files[i];

		if (!owned->package || (strcmp(owned->package, package->name) != 0 &&
		                        strcmp(owned->package, full) != 0))
			continue;
		free(owned->source);
		free(owned->version);
		owned->source = xstrdup(package->source ? package->source : package->name);
		owned->version = xstrdup(package->version);
	}
	free(full);
	free(package->name);
	free(package->architecture);
	free(package->source);
	free(package->version);
	*package = (struct package){0};
}

static void take_field(char **field, const char *line, const char *name)
{
	if (!starts_with(line, name))
		return;
	line += strlen(name);
	line += strspn(line, " ");
	free(*field);
	/* A source may name its own version in parentheses. */
	*field = xstrndup(line, strcspn(line, " \n"));
}

static void read_status(struct database *database)
{
	char *path = path_join(database->folder, "status"), *line = NULL;
	FILE *file = fopen(path, "re");
	struct package package = {0};
	size_t room = 0;

	while (file && getline(&line, &room, file) > 0) {
		if (line[0] == '\n')
			end_package(database, &package);
		take_field(&package.name, line, "Package:");
		take_field(&package.architecture, line, "Architecture:");
		take_field(&package.source, line, "Source:");
		take_field(&package.version, line, "Version:");
	}
	end_package(database, &package);
	if (file)
		fclose(file);
	free(line);
	free(path);
}

static const struct owned *owner_of(const struct database *database,
                                    const struct tree_library *library)
{
	for (size_t i = 0; i < database->count; i++)
		if (database->files[i].library == library)
			return &database->files[i];
	return NULL;
}

static char *owner_text(const struct owned *owned)
{
	return owned->package ? str_format("is of %s %s", owned->package,
	                                   owned->version ? owned->version : "(of unknown version)")
	                      : xstrdup("is of no package");
}

static void compare(const struct tree *tree, const struct database *database,
                    const struct tree_library *copy)
{
	const struct owned *own = owner_of(database, copy->baseline);
	const struct owned *other = owner_of(database, copy);

	/* Both from elsewhere, or of sources that have nothing to do with each other. */
	if ((!own->package && !other->package) ||
	    (own->source && other->source && strcmp(own->source, other->source) != 0) ||
	    (own->version && other->version && strcmp(own->version, other->version) == 0))
		return;
	char *own_text = owner_text(own), *text = owner_text(other);
	findings_add(tree->findings, TAG_STALE_FLAVOR, copy->name, NULL,
	             "%s, %s %s; upgrade both together, or remove the copy", text,
	             copy->baseline->name, own_text);
	free(own_text);
	free(text);
}

/* What the copy was told when it was delivered, against the baseline that is there. */
static void check_partner(const struct tree *tree, const struct tree_library *copy)
{
	const char *own = copy->baseline->library.build_id;
	struct error ignored = {0}; /* a file that cannot be read has been said */
	char *partner;

	if (partner_read(copy->path, &partner, &ignored) == 0 && partner && own &&
	    strcmp(partner, own) != 0)
		findings_add(tree->findings, TAG_STALE_FLAVOR, copy->name, NULL,
		             "was built with the baseline of build-id %.12s, %s has %.12s; install "
		             "both from one build, or remove the copy",
		             partner, copy->baseline->name, own);
	error_clear(&ignored);
	free(partner);
}

void stale_check(const struct tree *tree)
{
	struct database database = {0};

	for (size_t i = 0; i < tree->count; i++)
		if (tree->libraries[i]->copy && tree->libraries[i]->baseline)
			check_partner(tree, tree->libraries[i]);
	if (!tree->installed || !tree->top)
		return;
	database.folder = path_join(tree->top, "var/lib/dpkg");
	database.files = xcalloc(tree->count + 1, sizeof(*database.files));
	for (size_t i = 0; i < tree->count; i++)
		if (tree->libraries[i]->copied ||
		    (tree->libraries[i]->copy && tree->libraries[i]->baseline))
			database.files[database.count++].library = tree->libraries[i];
	if (database.count > 0 && path_is_dir(database.folder)) {
		find_owners(&database);
		read_status(&database);
		for (size_t i = 0; i < tree->count; i++)
			if (tree->libraries[i]->copy && tree->libraries[i]->baseline)
				compare(tree, &database, tree->libraries[i]);
	}
	for (size_t i = 0; i < database.count; i++) {
		free(database.files[i].package);
		free(database.files[i].source);
		free(database.files[i].version);
	}
	free(database.files);
	free(database.folder);
}
