/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "flavor.h"
#include "foo.h"

#ifdef FOO_BREAK_BUILD
#error "the build fails because of --enable-break=build"
#endif

const char *foo_flavor(void)
{
	return FOO_FLAVOR;
}
