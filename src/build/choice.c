// SPDX-License-Identifier: MIT
#include "build/choice.h"

#include <stdlib.h>
#include <string.h>

#include "flavor/record.h"

static void leave_out(struct plan *plan, const struct flavor *flavor, char *reason)
{
	plan->left_out =
	    xreallocarray(plan->left_out, plan->left_out_count + 1, sizeof(*plan->left_out));
	plan->left_out[plan->left_out_count++] = (struct plan_left_out){flavor, reason};
}

static bool is_planned(const struct plan *plan, const struct flavor *flavor)
{
	for (size_t i = 0; i < plan->count; i++)
		if (plan->flavors[i].flavor == flavor)
			return true;
	for (size_t i = 0; i < plan->left_out_count; i++)
		if (plan->left_out[i].flavor == flavor)
			return true;
	return false;
}

static void add(struct plan *plan, const struct flavor *flavor)
{
	char *unsearched = plan->fuse ? NULL : flavor_unsearched(flavor, plan->glibc);

	if (is_planned(plan, flavor)) {
		free(unsearched);
		return;
	}
	if (unsearched) {
		leave_out(plan, flavor, unsearched);
		return;
	}
	plan->flavors = xreallocarray(plan->flavors, plan->count + 1, sizeof(*plan->flavors));
	plan->flavors[plan->count++] = (struct plan_flavor){.flavor = flavor};
}

/* The names on the command line, all of this architecture. */
static int add_requested(struct plan *plan, const char *names, struct error *error)
{
	struct strlist list = {0};
	char *spaced = xstrdup(names);
	int result = 0;

	for (char *at = spaced; *at != '\0'; at++)
		if (*at == ',')
			*at = ' ';
	strlist_add_words(&list, spaced);
	free(spaced);
	if (list.count == 0)
		return error_set(
		    error, "--flavors '%s' names no flavor; write baseline for it alone", names);
	for (size_t i = 0; i < list.count && result == 0; i++) {
		const struct flavor *flavor =
		    flavors_find(&plan->catalogue, list.items[i], plan->architecture->name);
		if (flavor)
			add(plan, flavor);
		else
			result = flavors_unknown(&plan->catalogue, list.items[i],
			                         plan->architecture->name, "--flavors", 0, error);
	}
	strlist_free(&list);
	return result;
}

/* The package's list serves every architecture: names of other ones are passed over. */
static void add_listed(struct plan *plan)
{
	for (size_t i = 0; i < plan->recipe.flavors.count; i++) {
		const struct flavor *flavor = flavors_find(
		    &plan->catalogue, plan->recipe.flavors.items[i], plan->architecture->name);

		if (flavor)
			add(plan, flavor);
	}
}

static int choose_flavors(struct plan *plan, const struct plan_request *request,
                          struct error *error)
{
	const struct flavor *baseline =
	    flavors_find(&plan->catalogue, "baseline", plan->architecture->name);

	if (!baseline)
		return error_set(error, "%s/flavors: has no baseline for %s; install hwflavor anew",
		                 plan->data_dir, plan->architecture->name);
	/*
	 * Every copy is installed beside the baseline's, and measured against it. debhelper builds
	 * that one itself; to be fused it is built once more, as the flavors are.
	 */
	if (!plan->debhelper || plan->fuse)
		add(plan, baseline);
	if (request->flavors)
		return add_requested(plan, request->flavors, error);
	if (plan->recipe.flavors_line > 0) {
		add_listed(plan);
		return 0;
	}
	for (size_t i = 0; i < plan->catalogue.count; i++) {
		const struct flavor *flavor = plan->catalogue.items[i];
		if (flavor->is_default &&
		    strcmp(flavor->architecture, plan->architecture->name) == 0)
			add(plan, flavor);
	}
	return 0;
}

static void forget_flavors(struct plan *plan)
{
	for (size_t i = 0; i < plan->left_out_count; i++)
		free(plan->left_out[i].reason);
	free(plan->left_out);
	free(plan->flavors);
	plan->left_out = NULL;
	plan->flavors = NULL;
	plan->left_out_count = plan->count = 0;
}

/* Delivery: auto fuses as soon as the loader would not search for one of the flavors. */
static int choose_delivery(struct plan *plan, const struct plan_request *request,
                           struct error *error)
{
	plan->fuse = request->fuse || plan->recipe.delivery == DELIVERY_FUSE;
	if (choose_flavors(plan, request, error) != 0)
		return -1;
	if (plan->recipe.delivery != DELIVERY_AUTO || plan->left_out_count == 0)
		return 0;
	forget_flavors(plan);
	plan->fuse = true;
	return choose_flavors(plan, request, error);
}

/* What lies inside of one library is in no package of its own. */
static int check_delivery(const struct plan *plan, struct error *error)
{
	for (size_t i = 0; i < plan->count && plan->fuse && plan->debhelper; i++) {
		const struct flavor *flavor = plan->flavors[i].flavor;

		if (flavor->package)
			return error_at(error, flavor->file, flavor->line,
			                "flavor %s has a Package of its own, and Delivery: %s puts "
			                "it inside the library; take one of both out",
			                flavor->name, delivery_name(plan->recipe.delivery));
	}
	return 0;
}

/* A flavor that did not pay where it was measured is not built, unless the package keeps it. */
static int obey_record(struct plan *plan, struct error *error)
{
	struct record record = {0};
	size_t kept = 0;
	int result = record_read(&record, plan->recipe.record_file, error);

	for (size_t i = 0; i < plan->count && result == 0; i++) {
		const struct flavor *flavor = plan->flavors[i].flavor;
		char *why = NULL;

		if (!flavor_is_baseline(flavor) && !flavor->keep &&
		    record_says_no(&record, plan->architecture->name, flavor->name, &why))
			leave_out(plan, flavor,
			          str_format("%s in %s; Keep: yes builds it all the same", why,
			                     plan->recipe.record_file));
		else
			plan->flavors[kept++] = plan->flavors[i];
		free(why);
	}
	if (result == 0)
		plan->count = kept;
	record_free(&record);
	return result;
}

int choice_check_directories(const struct plan *plan, struct error *error)
{
	for (size_t i = 0; i < plan->count && !plan->fuse; i++)
		for (size_t j = 0; j < i; j++) {
			const struct flavor *a = plan->flavors[j].flavor;
			const struct flavor *b = plan->flavors[i].flavor;
			const char *own = plan->recipe.file;
			/* The package's own is what its author can change. */
			const struct flavor *at = own && strcmp(a->file, own) == 0 ? a : b;

			if (strcmp(a->directory, b->directory) == 0)
				return error_at(error, at->file, at->line,
				                "flavors %s and %s both have the Directory %s; "
				                "build one of them",
				                a->name, b->name, a->directory);
		}
	return 0;
}
int choice_make(struct plan *plan, const struct plan_request *request, struct error *error)
{
	if (choose_delivery(plan, request, error) != 0 || check_delivery(plan, error) != 0)
		return -1;
	if (!request->measure && obey_record(plan, error) != 0)
		return -1;
	/* With nothing to put beside it debhelper's own baseline is enough. */
	if (plan->debhelper && plan->count == 1 && flavor_is_baseline(plan->flavors[0].flavor))
		plan->count = 0;
	return 0;
}
