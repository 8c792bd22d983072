/* SPDX-License-Identifier: MIT */
#ifndef FOO_H
#define FOO_H

/* The name of the flavor this copy was compiled for, or "baseline"; a constant string. */
const char *foo_flavor(void);

#endif
