// SPDX-License-Identifier: MIT
#include "flavor/needs.h"

#include <stdlib.h>
#include <string.h>

#include "flavor/feature.h"

/* One flavor's needs being gathered. */
struct resolution {
	const struct flavors *flavors;
	struct strlist path; /* the flavors that led to the one being looked at, and itself */
	struct strlist seen; /* all looked at: many ways may lead to one */
	struct strlist *needs;
	struct error *error;
};

static int unknown_feature(const struct flavor *flavor, size_t i, struct error *error)
{
	struct strlist names = {0};
	const char *name = flavor->features.items[i];

	feature_names(flavor->architecture, &names);
	const char *near = did_you_mean(name, &names);
	error_set(error, "%s: flavor %s: %s has no feature %s%s%s%s",
	          flavor->feature_places.items[i], flavor->name, flavor->architecture, name,
	          near ? "; did you mean " : "", near ? near : "; see hwflavors(5) for their names",
	          near ? "?" : "");
	strlist_free(&names);
	return -1;
}

static int circle(const struct resolution *resolution, const struct flavor *flavor, size_t i)
{
	char *chain = strlist_join(&resolution->path, " -> ");

	error_set(resolution->error, "%s: Features go in a circle: %s -> %s; take one of them out",
	          flavor->feature_places.items[i], chain, flavor->features.items[i]);
	free(chain);
	return -1;
}

static int resolve(struct resolution *resolution, const struct flavor *flavor)
{
	int result = 0;

	strlist_add(&resolution->path, flavor->name);
	strlist_add(&resolution->seen, flavor->name);
	for (size_t i = 0; i < flavor->features.count && result == 0; i++) {
		const char *name = flavor->features.items[i];
		const struct flavor *other =
		    flavors_find(resolution->flavors, name, flavor->architecture);

		/* A flavor may well be called like the one feature that it is about. */
		if (other == flavor && feature_known(flavor->architecture, name))
			other = NULL;
		if (other && strlist_has(&resolution->path, name))
			result = circle(resolution, flavor, i);
		else if (other && !strlist_has(&resolution->seen, name))
			result = resolve(resolution, other);
		else if (!other && !feature_known(flavor->architecture, name))
			result = unknown_feature(flavor, i, resolution->error);
		else if (!other && !strlist_has(resolution->needs, name))
			strlist_add(resolution->needs, name);
	}
	free(resolution->path.items[--resolution->path.count]);
	return result;
}

int flavors_resolve(struct flavors *flavors, struct error *error)
{
	int result = 0;

	for (size_t i = 0; i < flavors->count && result == 0; i++) {
		struct flavor *flavor = flavors->items[i];
		struct resolution resolution = {
		    .flavors = flavors, .needs = &flavor->needs, .error = error};

		strlist_free(&flavor->needs);
		result = resolve(&resolution, flavor);
		strlist_free(&resolution.path);
		strlist_free(&resolution.seen);
	}
	return result;
}

int flavor_compare(const struct flavor *one, const struct flavor *two)
{
	if (flavor_is_baseline(one) != flavor_is_baseline(two))
		return flavor_is_baseline(one) ? -1 : 1;
	if (one->needs.count != two->needs.count)
		return one->needs.count < two->needs.count ? -1 : 1;
	return strcmp(one->name, two->name);
}
