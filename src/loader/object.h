// SPDX-License-Identifier: MIT
/* Files as the loader judges them when it opens one: good, passed over, or fatal. Read once each.
 */
#pragma once

#include <sys/types.h>

#include "base/map.h"
#include "base/root.h"
#include "elf/library.h"
#include "loader/target.h"

enum object_verdict {
	OBJECT_GOOD,
	OBJECT_OTHER_CLASS,   /* 32 bits for 64 or the reverse: passed over */
	OBJECT_OTHER_MACHINE, /* passed over */
	OBJECT_FATAL,         /* the program does not start */
	OBJECT_UNREADABLE,    /* open() refuses it: the search goes on */
};

struct object {
	char *host;
	dev_t device;
	ino_t inode;
	mode_t mode;
	enum object_verdict verdict;
	int error;              /* the errno of an unreadable one */
	char *reason;           /* the loader's words for a fatal one */
	struct library library; /* of a good one */
};

/* Zero-initialised is empty. */
struct objects {
	struct map by_host;
};

/* The file's object, owned by objects. */
const struct object *object_get(struct objects *objects, const struct root_file *file,
                                const struct abi *abi);
void objects_free(struct objects *objects);
