/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "flavor.h"

/* Found by dlsym, hence declared nowhere else. */
const char *foo_module_flavor(void);

const char *foo_module_flavor(void)
{
	return FOO_FLAVOR;
}
