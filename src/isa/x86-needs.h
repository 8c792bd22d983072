// SPDX-License-Identifier: MIT
/* Which features the instructions need that Zydis decodes; the table and its sources are in .c. */
#pragma once

#include <Zydis/Zydis.h>

#include "isa/needs.h"

/* The row of an instruction; 0 if it needs nothing. */
uint8_t x86_row_of(const ZydisDecodedInstruction *instruction);

/* What a row needs. */
const struct needs *x86_row(unsigned row);

/*
 * Whether code only asks by the row's instructions what there is: xgetbv tells what the system
 * saves, and compilers emit it for nothing else.
 */
bool x86_row_asks(unsigned row);
