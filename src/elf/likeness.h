// SPDX-License-Identifier: MIT
/*
 * Whether two shared libraries have the same code and data, so that one of them is pointless.
 *
 * Everything the loader maps counts: all allocated sections, in their order, with name, type,
 * flags, size, alignment and contents; so do dynamic symbols, their versions, relocations and the
 * entries of the dynamic section (SONAME, needed libraries, RUNPATH included). What does not count:
 *
 * - notes (SHT_NOTE: build-id, ISA marker), and everything that is not loaded: debug information,
 *   .symtab, .comment, .gnu_debuglink, .ARM.attributes, section numbers, file offsets;
 * - where the tables for the loader (.dynsym, .dynstr, .gnu.hash, versions, relocations) lie: a
 * note more or less in front moves them;
 * - where code and data lie, if all of it moved by one and the same distance, as happens when that
 * note pushes the tables over the end of a page. Distances inside are then unchanged, and with them
 * every PC-relative displacement; the addresses that did change each have a relocation, which is
 * compared. This holds where relocations have addends (64-bit x86, ARM, POWER, RISC-V and s390x);
 * on others a library that moved counts as different.
 *
 * The answer errs on one side: libraries whose code moved unevenly, or without section headers
 * (unless they are the same byte by byte), are reported as different. It believes the section
 * headers: it compares what toolchains wrote, and is no defence against headers forged to hide
 * code.
 */
#pragma once

#include <stdbool.h>

#include "base/error.h"

/* Sets *same. Fails if one of them cannot be read, is not ELF or is damaged. */
int library_same_code(const char *path, const char *other, bool *same, struct error *error);
