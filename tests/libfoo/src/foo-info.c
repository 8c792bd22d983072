/* SPDX-License-Identifier: MIT */
/* foo-info: the flavor of every copy that the loader gave this process, one "NAME: FLAVOR" a line. */
#include "config.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "foo.h"
#include "private.h"

/* path is absolute: dlopen then takes exactly that file and searches nothing. */
static int print_module(const char *path)
{
	const char *(*flavor)(void) = NULL;
	void *module = dlopen(path, RTLD_NOW);
	void *symbol = module ? dlsym(module, "foo_module_flavor") : NULL;

	if (!symbol) {
		fprintf(stderr, "foo-info: %s\n", dlerror());
		return 1;
	}
	memcpy(&flavor, &symbol, sizeof flavor);
	printf("foo-module: %s\n", flavor());
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 3 || (argc > 1 && strcmp(argv[1], "--module") != 0)) {
		fprintf(stderr, "usage: foo-info [--module [FILE]]\n");
		return 2;
	}
	printf("libfoo: %s\n", foo_flavor());
	printf("libfoo-private: %s\n", foo_private_flavor());
	if (argc > 1)
		return print_module(argc > 2 ? argv[2] : FOO_MODULE);
	return 0;
}
