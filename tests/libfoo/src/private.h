/* SPDX-License-Identifier: MIT */
/* The interface of libfoo-private, for libfoo's own programs; not installed. */
#ifndef PRIVATE_H
#define PRIVATE_H

/* The name of the flavor this copy was compiled for, or "baseline"; a constant string. */
const char *foo_private_flavor(void);

#endif
