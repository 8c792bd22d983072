// SPDX-License-Identifier: MIT
#include "loader/target.h"

#include <ctype.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "flavor/machine.h"

/* Loaders have some 200 kilobytes and C libraries two megabytes; with a broad margin. */
enum { LOADER_LIMIT = 16 * 1024 * 1024, LIBC_LIMIT = 64 * 1024 * 1024, RUN_LIMIT = 16 };

/* EM_LOONGARCH of later elf.h. */
enum { LOONGARCH = 258 };

/*
 * Loaders: the processor supplements of the ABI and https://sourceware.org/glibc/wiki/ABIList.
 * Multiarch folders: dpkg-architecture. Flags: glibc, sysdeps/generic/ldconfig.h.
 */
static const struct abi abis[] = {
    {"amd64", "/lib64/ld-linux-x86-64.so.2", "x86_64-linux-gnu", EM_X86_64, 64, false, 0x0300},
    {"i386", "/lib/ld-linux.so.2", "i386-linux-gnu", EM_386, 32, false, 0},
    {"arm64", "/lib/ld-linux-aarch64.so.1", "aarch64-linux-gnu", EM_AARCH64, 64, false, 0x0a00},
    {"armhf", "/lib/ld-linux-armhf.so.3", "arm-linux-gnueabihf", EM_ARM, 32, false, 0x0900},
    {"armel", "/lib/ld-linux.so.3", "arm-linux-gnueabi", EM_ARM, 32, false, 0x0b00},
    {"ppc64el", "/lib64/ld64.so.2", "powerpc64le-linux-gnu", EM_PPC64, 64, false, 0x0500},
    {"s390x", "/lib/ld64.so.1", "s390x-linux-gnu", EM_S390, 64, true, 0x0400},
    {"riscv64", "/lib/ld-linux-riscv64-lp64d.so.1", "riscv64-linux-gnu", EM_RISCV, 64, false,
     0x1000},
    {"loong64", "/lib64/ld-linux-loongarch-lp64d.so.1", "loongarch64-linux-gnu", LOONGARCH, 64,
     false, 0x1200},
    {"mips64el", "/lib64/ld.so.1", "mips64el-linux-gnuabi64", EM_MIPS, 64, false, 0x0700},
};

enum { ABIS = sizeof(abis) / sizeof(abis[0]) };

const struct abi *abi_find(const char *architecture)
{
	for (size_t i = 0; i < ABIS; i++)
		if (strcmp(abis[i].architecture, architecture) == 0)
			return &abis[i];
	return NULL;
}

bool abi_has_signed_chars(const struct abi *abi)
{
	/* On Arm, Power, Z and RISC-V it is not. */
	return abi->machine == EM_X86_64 || abi->machine == EM_386 || abi->machine == EM_MIPS ||
	       abi->machine == LOONGARCH;
}

const struct abi *abi_of_library(const struct library *library)
{
	bool soft = library->machine == EM_ARM && (library->flags & EF_ARM_ABI_FLOAT_SOFT);

	for (size_t i = 0; i < ABIS; i++)
		if (abis[i].machine == library->machine && abis[i].bits == library->bits &&
		    abis[i].big_endian == library->big_endian &&
		    !(soft && strcmp(abis[i].architecture, "armhf") == 0))
			return &abis[i];
	return NULL;
}

/* "2.36" at text, which may go on as it likes. */
static bool read_version(const char *text, struct glibc *glibc)
{
	char *copy = xstrndup(text, strspn(text, "0123456789."));
	size_t length = strlen(copy);

	while (length > 0 && copy[length - 1] == '.')
		copy[--length] = '\0';
	bool known = glibc_parse(copy, glibc);
	free(copy);
	return known;
}

/* The version that a banner in the bytes names: "... stable release version 2.36." */
static bool find_banner(const char *bytes, size_t size, struct glibc *glibc)
{
	static const char banner[] = "release version ";
	const char *found = memmem(bytes, size, banner, strlen(banner));

	return found && read_version(found + strlen(banner), glibc);
}

/* Without a banner: the highest GLIBC_2.x among the version names. */
static bool find_versions(const char *bytes, size_t size, struct glibc *glibc)
{
	static const char prefix[] = "GLIBC_2.";
	const char *at = bytes;
	bool found = false;

	while ((at = memmem(at, size - (size_t)(at - bytes), prefix, strlen(prefix))) != NULL) {
		struct glibc version;

		at += strlen("GLIBC_");
		if (read_version(at, &version) && (!found || glibc_compare(version, *glibc) > 0)) {
			*glibc = version;
			found = true;
		}
	}
	return found;
}

/* A run of names that could be directories of a loader: each begins and ends with a slash. */
static size_t read_run(const char *bytes, size_t size, struct strlist *run)
{
	size_t at = 0;

	while (at < size && bytes[at] == '/' && run->count < RUN_LIMIT) {
		size_t length = strnlen(bytes + at, size - at);

		if (length < 2 || at + length >= size || bytes[at + length - 1] != '/')
			break;
		for (size_t i = 0; i < length; i++)
			if (!isalnum((unsigned char)bytes[at + i]) &&
			    !strchr("/-_+.", bytes[at + i]))
				return at;
		strlist_add(run, bytes + at);
		at += length + 1;
	}
	return at;
}

/*
 * The directories a loader searches by default stand in it one behind the other. The longest run
 * of names that has one with "lib" in it is theirs.
 */
static void find_directories(const char *bytes, size_t size, struct strlist *directories)
{
	for (size_t at = 0; at + 1 < size; at++) {
		struct strlist run = {0};

		if (bytes[at] != '/' || (at > 0 && bytes[at - 1] != '\0'))
			continue;
		size_t length = read_run(bytes + at, size - at, &run);
		if (run.count > directories->count && strstr(run.items[run.count - 1], "lib")) {
			strlist_free(directories);
			*directories = run;
		} else {
			strlist_free(&run);
		}
		if (length > 0)
			at += length - 1;
	}
}

/* Where glibc's own choice cannot be seen: what Debian's glibc does. */
static void assume_directories(struct target *target)
{
	const char *triplet = target->abi->triplet;

	strlist_add_taken(&target->directories, str_format("/lib/%s/", triplet));
	strlist_add_taken(&target->directories, str_format("/usr/lib/%s/", triplet));
	strlist_add(&target->directories, "/lib/");
	strlist_add(&target->directories, "/usr/lib/");
}

/* $LIB stands in the loader as a string of its own: Debian's, Fedora's, or everybody's. */
static char *find_lib(const struct abi *abi, const char *bytes, size_t size)
{
	char *debian = str_format("lib/%s", abi->triplet);

	if (!bytes || memmem(bytes, size, debian, strlen(debian) + 1))
		return debian;
	free(debian);
	return xstrdup(memmem(bytes, size, "\0lib64", 7) ? "lib64" : "lib");
}

static const struct abi *guess_abi(struct root *root)
{
	const struct abi *own = abi_find(machine_architecture());
	struct root_file file;

	if (own && root_find(root, own->loader, &file) == 0) {
		free(file.host);
		return own;
	}
	for (size_t i = 0; i < ABIS; i++) {
		if (root_find(root, abis[i].loader, &file) != 0)
			continue;
		free(file.host);
		return &abis[i];
	}
	return NULL;
}

/* The C library says its version; the loader does too. */
static bool find_glibc(struct target *target, struct root *root, const char *loader, size_t size)
{
	bool found = loader && find_banner(loader, size, &target->glibc);

	for (size_t i = 0; i < target->directories.count && !found; i++) {
		size_t length;
		char *path = str_format("%slibc.so.6", target->directories.items[i]);
		char *bytes = root_read(root, path, LIBC_LIMIT, &length);

		if (bytes)
			found = find_banner(bytes, length, &target->glibc) ||
			        find_versions(bytes, length, &target->glibc);
		free(bytes);
		free(path);
	}
	return found;
}

int target_read(struct target *target, struct root *root, const char *architecture,
                const struct glibc *glibc, struct error *error)
{
	/* What is laid over it is of no use to who reads the message. */
	const char *folder = root->layers.items[root->layers.count - 1];
	size_t size = 0;

	*target = (struct target){0};
	target->abi = architecture ? abi_find(architecture) : guess_abi(root);
	if (!target->abi && architecture)
		return error_set(error,
		                 "no architecture %s is known; give --arch one of Debian's names, "
		                 "such as amd64 or armhf",
		                 architecture);
	if (!target->abi)
		return error_set(error,
		                 "%s: has no loader of a glibc; name its architecture with "
		                 "--arch and its glibc with --glibc",
		                 *folder ? folder : "/");
	char *loader = root_read(root, target->abi->loader, LOADER_LIMIT, &size);
	if (loader) {
		target->loader = xstrdup(target->abi->loader);
		find_directories(loader, size, &target->directories);
	}
	if (target->directories.count == 0)
		assume_directories(target);
	target->lib = find_lib(target->abi, loader, size);
	bool known = glibc != NULL;
	if (known)
		target->glibc = *glibc;
	else
		known = find_glibc(target, root, loader, size);
	free(loader);
	if (known)
		return 0;
	error_set(error, "%s: has neither %s nor a libc.so.6 that tells its version; give --glibc",
	          *folder ? folder : "/", target->abi->loader);
	target_free(target);
	return -1;
}

void target_free(struct target *target)
{
	free(target->loader);
	strlist_free(&target->directories);
	free(target->lib);
	*target = (struct target){0};
}
