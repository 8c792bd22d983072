// SPDX-License-Identifier: MIT
#include "build/arguments.h"

#include <stdlib.h>
#include <string.h>

#include "flavor/machine.h"

int arguments_check(const struct strlist *arguments, struct error *error)
{
	for (size_t i = 0; i < arguments->count; i++) {
		char *flag = native_flag(arguments->items[i]);

		if (!flag)
			continue;
		free(flag);
		return error_set(error,
		                 "%s: would build for this machine's CPU only; name the CPU "
		                 "instead",
		                 arguments->items[i]);
	}
	return 0;
}

int arguments_check_make(const struct plan *plan, const struct plan_flavor *planned,
                         struct error *error)
{
	for (size_t i = 0; i < planned->configure.count; i++)
		if (planned->configure.items[i][0] == '-')
			return error_set(error,
			                 "%s: an option, but %s has plain makefiles, which take "
			                 "VARIABLE=VALUE only; take it out",
			                 planned->configure.items[i], plan->source);
	return 0;
}

/*
 * configure takes a build for a cross build when --build and --host are not the same text. For a
 * flavor of this very architecture that this CPU cannot run, one more part makes the difference.
 */
static char *build_type(const struct plan *plan)
{
	const struct architecture *build = architecture_find(machine_architecture());
	const char *rest = strchr(build->gnu_type, '-');

	if (strcmp(build->gnu_type, plan->architecture->gnu_type) != 0)
		return xstrdup(build->gnu_type);
	return str_format("%.*s-unknown%s", (int)(rest - build->gnu_type), build->gnu_type, rest);
}

/*
 * configure guesses this machine's CPU when it is not told, so it is told always. A --build among
 * the flavor's own arguments is its triplet: where the build is a cross build it is the host's.
 */
static void add_triplet(const struct plan *plan, const struct plan_flavor *planned,
                        struct strlist *arguments)
{
	const struct flavor *flavor = planned->flavor;
	const char *triplet = flavor->triplet ? flavor->triplet : plan->architecture->gnu_type;

	if (!planned->foreign) {
		strlist_add_taken(arguments, str_format("--build=%s", triplet));
		return;
	}
	for (size_t i = 0; i < flavor->configure.count; i++)
		if (starts_with(flavor->configure.items[i], "--build="))
			triplet = flavor->configure.items[i] + strlen("--build=");
	char *build = build_type(plan);
	strlist_add_taken(arguments, str_format("--build=%s", build));
	strlist_add_taken(arguments, str_format("--host=%s", triplet));
	free(build);
}

/* Flavors deliver shared libraries only, so they build no static ones. */
static void add_shared_only(enum build_system build_system, struct strlist *arguments)
{
	if (build_system == BUILD_SYSTEM_AUTOCONF)
		strlist_add(arguments, "--disable-static");
	else if (build_system == BUILD_SYSTEM_CMAKE)
		strlist_add(arguments, "-DBUILD_SHARED_LIBS=ON");
	else if (build_system == BUILD_SYSTEM_MESON)
		strlist_add(arguments, "-Ddefault_library=shared");
}

void arguments_add(struct plan *plan, const struct plan_request *request,
                   struct plan_flavor *planned)
{
	struct strlist *arguments = &planned->configure;
	bool again = plan->debhelper && flavor_is_baseline(planned->flavor);

	/* A debian/rules without dh gives the package's baseline no arguments of ours. */
	if (again && strcmp(plan->debhelper, "rules") == 0)
		return;
	/* debhelper names the plain triplets itself. */
	if (plan->build_system == BUILD_SYSTEM_AUTOCONF && !again &&
	    (!plan->debhelper || planned->flavor->triplet || planned->foreign))
		add_triplet(plan, planned, arguments);
	strlist_add_all(arguments, &plan->recipe.configure);
	if (!plan->debhelper)
		strlist_add_all(arguments, &request->configure);
	if (!flavor_is_baseline(planned->flavor))
		add_shared_only(plan->build_system, arguments);
	for (size_t i = 0; i < planned->flavor->configure.count; i++) {
		const char *argument = planned->flavor->configure.items[i];

		if (!(planned->foreign && starts_with(argument, "--build=")))
			strlist_add(arguments, argument);
	}
}
