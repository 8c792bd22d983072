// SPDX-License-Identifier: MIT
#include "build/variant.h"

#include <stdlib.h>

const char *plan_variant_name(enum plan_variant variant)
{
	static const char *const names[] = {
	    [VARIANT_WHOLE] = NULL,
	    [VARIANT_FLAGS] = "flags",
	    [VARIANT_ARGUMENTS] = "arguments",
	    [VARIANT_NO_FILES] = "files",
	};

	return names[variant];
}

static void add_variant(struct plan *plan, size_t whole, enum plan_variant variant)
{
	const struct flavor *flavor = plan->flavors[whole].flavor;
	char *name = str_format("%s.%s", flavor->name, plan_variant_name(variant));
	struct flavor *copy = flavors_add_variant(&plan->catalogue, flavor, name);

	if (variant == VARIANT_FLAGS) {
		strlist_free(&copy->configure);
		free(copy->triplet);
		copy->triplet = NULL;
	} else if (variant == VARIANT_ARGUMENTS) {
		strlist_free(&copy->cflags);
		strlist_free(&copy->ldflags);
	}
	free(name);
	plan->flavors = xreallocarray(plan->flavors, plan->count + 1, sizeof(*plan->flavors));
	plan->flavors[plan->count++] =
	    (struct plan_flavor){.flavor = copy, .variant = variant, .whole = whole};
}

static bool has_files(const struct plan *plan, const struct flavor *flavor)
{
	for (size_t i = 0; i < plan->recipe.files.count; i++)
		if (files_concern(&plan->recipe.files.items[i], flavor))
			return true;
	return false;
}

/* Only what makes a difference: without arguments of its own a flavor is its flags. */
void variants_add(struct plan *plan, const struct plan_request *request)
{
	size_t count = plan->count;

	for (size_t i = 0; i < count; i++) {
		const struct flavor *flavor = plan->flavors[i].flavor;
		bool arguments = flavor->configure.count > 0 || flavor->triplet;
		bool flags = flavor->cflags.count + flavor->ldflags.count > 0;

		if (request->ablate && i > 0 && arguments && flags) {
			add_variant(plan, i, VARIANT_FLAGS);
			add_variant(plan, i, VARIANT_ARGUMENTS);
		}
		if (request->no_files && has_files(plan, flavor))
			add_variant(plan, i, VARIANT_NO_FILES);
	}
}
