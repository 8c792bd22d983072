// SPDX-License-Identifier: MIT
#include "flavor/architecture.h"

#include <stddef.h>
#include <string.h>

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
