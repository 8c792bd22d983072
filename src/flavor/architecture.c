// SPDX-License-Identifier: MIT
#include "flavor/architecture.h"

#include <stddef.h>
#include <string.h>

#include "base/str.h"

/*
 * GNU types: dpkg's cputable and ostable, as dpkg-architecture(1) prints them. CPU families: the
 * reference tables of Meson. Emulators: the programs of Debian's qemu-user.
 */
static const struct architecture architectures[] = {
    {"amd64", "x86_64-linux-gnu", "qemu-x86_64", "x86_64", false},
    {"i386", "i686-linux-gnu", "qemu-i386", "x86", false},
    {"arm64", "aarch64-linux-gnu", "qemu-aarch64", "aarch64", false},
    {"armhf", "arm-linux-gnueabihf", "qemu-arm", "arm", false},
    {"armel", "arm-linux-gnueabi", "qemu-arm", "arm", false},
    {"ppc64el", "powerpc64le-linux-gnu", "qemu-ppc64le", "ppc64", false},
    {"s390x", "s390x-linux-gnu", "qemu-s390x", "s390x", true},
    {"riscv64", "riscv64-linux-gnu", "qemu-riscv64", "riscv64", false},
    {"loong64", "loongarch64-linux-gnu", "qemu-loongarch64", "loongarch64", false},
    {"mips64el", "mips64el-linux-gnuabi64", "qemu-mips64el", "mips64", false},
};

const struct architecture *architecture_find(const char *name)
{
	for (size_t i = 0; i < sizeof(architectures) / sizeof(architectures[0]); i++)
		if (strcmp(architectures[i].name, name) == 0)
			return &architectures[i];
	return NULL;
}

/* dpkg's cputable and ostable for Linux, and the ports that have ended, among them ia64. */
static const char *const debians[] = {
    "alpha",    "amd64",      "arc",        "arm",     "arm64",   "armel",    "armhf", "avr32",
    "hppa",     "i386",       "ia64",       "loong64", "m32r",    "m68k",     "mips",  "mips64",
    "mips64el", "mips64r6",   "mips64r6el", "mipsel",  "mipsr6",  "mipsr6el", "nios2", "or1k",
    "powerpc",  "powerpcspe", "ppc64",      "ppc64el", "riscv64", "s390",     "s390x", "sh4",
    "sparc",    "sparc64",    "tilegx",     "x32",
};

bool architecture_is_debians(const char *name, const char **near)
{
	struct strlist names = {0};
	bool known;

	for (size_t i = 0; i < sizeof(debians) / sizeof(debians[0]); i++)
		strlist_add(&names, debians[i]);
	known = strlist_has(&names, name);
	*near = NULL;
	const char *found = known ? NULL : did_you_mean(name, &names);
	for (size_t i = 0; found && i < sizeof(debians) / sizeof(debians[0]); i++)
		if (strcmp(debians[i], found) == 0)
			*near = debians[i];
	strlist_free(&names);
	return known;
}
