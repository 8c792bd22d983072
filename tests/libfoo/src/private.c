/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "flavor.h"
#include "private.h"

const char *foo_private_flavor(void)
{
	return FOO_FLAVOR;
}
