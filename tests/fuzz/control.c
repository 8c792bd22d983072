// SPDX-License-Identifier: MIT
/*
 * Any bytes, read as a package's hwflavors: no access outside them, no leak, and an answer or an
 * error in one line. What is read of Configure comes back from shell_join() as the same words.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "flavor/needs.h"
#include "flavor/recipe.h"
#include "fuzz.h"

/* Flavors of two architectures, as the shipped files have them. */
static const char shipped[] = "Flavor: baseline\n"
                              "Architecture: amd64\n"
                              "Directory: .\n"
                              "Features: sse sse2\n"
                              "\n"
                              "Flavor: x86-64-v3\n"
                              "Architecture: amd64\n"
                              "Directory: glibc-hwcaps/x86-64-v3\n"
                              "Features: baseline avx2\n"
                              "\n"
                              "Flavor: armv7-neon\n"
                              "Architecture: armhf\n"
                              "Directory: neon/vfp\n"
                              "Features: neon\n";

static struct control *parse(const char *file, const void *bytes, size_t size, struct error *error)
{
	struct control *control = control_parse(file, bytes, size, error);

	require((control != NULL) == (error->text == NULL));
	return control;
}

static void add_shipped(struct flavors *flavors)
{
	struct error error = {0};
	struct control *control = parse("shipped", shipped, strlen(shipped), &error);

	for (size_t i = 0; i < control->count; i++)
		require(flavors_add_paragraph(flavors, control, &control->paragraphs[i], NULL,
		                              &error) == 0);
	control_free(control);
}

static void check_quoting(const struct strlist *words)
{
	struct strlist again = {0};
	char *joined = shell_join(words);

	require(strlist_add_shell_words(&again, joined) && again.count == words->count);
	for (size_t i = 0; i < words->count; i++)
		require(strcmp(again.items[i], words->items[i]) == 0);
	strlist_free(&again);
	free(joined);
}

static void check_flavors(const struct flavors *flavors)
{
	for (size_t i = 0; i < flavors->count; i++) {
		const struct flavor *flavor = flavors->items[i];

		require(flavor->directory && flavor->directory[0] != '\0');
		require(flavor->features.count == flavor->feature_places.count);
		require(flavors_find(flavors, flavor->name, flavor->architecture) == flavor);
		check_quoting(&flavor->configure);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	/* A copy of its own, so that the sanitizer sees its bounds. */
	void *copy = malloc(size > 0 ? size : 1);
	struct error error = {0};
	struct flavors flavors = {0};
	struct recipe recipe = {0};

	require(copy != NULL);
	memcpy(copy, bytes, size);
	struct control *control = parse("input", copy, size, &error);
	free(copy);
	if (control) {
		add_shipped(&flavors);
		int result = recipe_read_control(&recipe, control, &flavors, "amd64", &error);
		if (result == 0)
			result = flavors_resolve(&flavors, &error);
		require((result == 0) == (error.text == NULL));
		if (result == 0) {
			check_flavors(&flavors);
			check_quoting(&recipe.configure);
		}
	}
	require(!error.text || !strpbrk(error.text, "\n\r\033"));
	recipe_free(&recipe);
	flavors_free(&flavors);
	control_free(control);
	error_clear(&error);
	return 0;
}
