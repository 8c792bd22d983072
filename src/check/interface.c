// SPDX-License-Identifier: MIT
#include "check/interface.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf/ifuncs.h"
#include "elf/likeness.h"
#include "elf/symbols.h"

/* Names that linkers export by themselves, some versions of them, and that no program refers to. */
static bool is_of_linker(const char *name)
{
	static const char *const names[] = {
	    "__bss_start", "__bss_start__", "__bss_end__", "_bss_end__", "__end__",
	    "_edata",      "_end",          "_fini",       "_init",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* What makes two symbols of one name different for whoever refers to them; caller frees. */
static char *nature(const struct symbol *symbol)
{
	const char *kind;

	switch (symbol->type) {
	case STT_OBJECT:
	case STT_COMMON:
		kind = "object";
		break;
	case STT_TLS:
		kind = "thread-local object";
		break;
	default:
		/* Assembly often leaves out the type of functions. */
		kind = "function";
	}
	return str_format("%s%s%s",
	                  symbol->binding == STB_WEAK         ? "weak "
	                  : symbol->binding == STB_GNU_UNIQUE ? "unique "
	                                                      : "",
	                  kind, symbol->version && symbol->hidden ? " of an old version" : "");
}

/*
 * How a library keeps to its own object where a program has a copy of it (a copy relocation), or
 * NULL: then what one of the two writes the other does not see.
 */
static const char *kept(const struct tree_library *library, const struct symbol *symbol)
{
	if (symbol->type != STT_OBJECT && symbol->type != STT_COMMON)
		return NULL;
	return symbol->visibility == STV_PROTECTED ? "protected object"
	       : library->library.symbolic         ? "object bound by -Bsymbolic"
	                                           : NULL;
}

/* Names that one finding lists: the first five, and how many more; caller frees. */
static char *listing(const struct strlist *names)
{
	struct strlist some = {0};

	for (size_t i = 0; i < names->count && i < 5; i++)
		strlist_add(&some, names->items[i]);
	char *joined = strlist_join(&some, ", ");
	strlist_free(&some);
	if (names->count <= 5)
		return joined;
	char *text = str_format("%s and %zu more", joined, names->count - 5);
	free(joined);
	return text;
}

/* What one comparison of exports found, by symbol. */
struct difference {
	struct findings *findings;
	const struct tree_library *copy;
	struct strlist missing, other, extra, sizes, ifuncs;
};

static void note(struct difference *difference, enum tag tag, struct strlist *list,
                 const struct symbol *symbol, char *text)
{
	if (findings_allows(difference->findings, tag, difference->copy->name, symbol->name))
		free(text);
	else
		strlist_add_taken(list, text);
}

static void compare_symbol(struct difference *difference, const struct symbol *own,
                           const struct symbol *copy)
{
	char *text = symbol_text(own), *own_nature = nature(own), *copy_nature = nature(copy);
	const char *copy_kept = kept(difference->copy, copy);

	if (strcmp(own_nature, copy_nature) != 0)
		note(difference, TAG_EXPORTS_MISSING, &difference->other, own,
		     str_format("%s (%s, not %s)", text, copy_nature, own_nature));
	else if (copy_kept && !kept(difference->copy->baseline, own))
		note(difference, TAG_EXPORTS_MISSING, &difference->other, own,
		     str_format("%s (%s, not %s)", text, copy_kept, own_nature));
	else if (own->size != copy->size && (own->type == STT_OBJECT || own->type == STT_TLS))
		note(difference, TAG_OBJECT_SIZE_DIFFERS, &difference->sizes, own,
		     str_format("%s (%llu bytes, not %llu)", text, (unsigned long long)copy->size,
		                (unsigned long long)own->size));
	if ((own->type == STT_GNU_IFUNC) != (copy->type == STT_GNU_IFUNC))
		note(difference, TAG_IFUNC_DIFFERS, &difference->ifuncs, own,
		     str_format("%s (in the %s only)", text,
		                own->type == STT_GNU_IFUNC ? "baseline" : "copy"));
	free(text);
	free(own_nature);
	free(copy_nature);
}

static bool is_export(const struct symbol *symbol)
{
	return symbol->defined && !is_of_linker(symbol->name);
}

static void compare_symbols(struct difference *difference, const struct symbols *own,
                            const struct symbols *copy)
{
	size_t i = 0, j = 0;

	for (;;) {
		while (i < own->count && !is_export(&own->items[i]))
			i++;
		while (j < copy->count && !is_export(&copy->items[j]))
			j++;
		if (i == own->count && j == copy->count)
			return;
		int order = i == own->count    ? 1
		            : j == copy->count ? -1
		                               : symbol_compare(&own->items[i], &copy->items[j]);
		if (order < 0)
			note(difference, TAG_EXPORTS_MISSING, &difference->missing, &own->items[i],
			     symbol_text(&own->items[i]));
		else if (order > 0)
			note(difference, TAG_EXPORTS_EXTRA, &difference->extra, &copy->items[j],
			     symbol_text(&copy->items[j]));
		else
			compare_symbol(difference, &own->items[i], &copy->items[j]);
		i += order <= 0;
		j += order >= 0;
	}
}

static void say(struct difference *difference, enum tag tag, struct strlist *list, const char *what,
                const char *advice)
{
	if (list->count > 0) {
		char *names = listing(list);

		findings_add(difference->findings, tag, difference->copy->name, NULL, "%s %s; %s",
		             what, names, advice);
		free(names);
	}
	strlist_free(list);
}

/* Both are sorted; names that stand twice count once. */
static void compare_ifunc_names(struct difference *difference, const struct strlist *own,
                                const struct strlist *copy)
{
	size_t i = 0, j = 0;

	while (i < own->count || j < copy->count) {
		const char *name = i < own->count ? own->items[i] : NULL;

		if (!name || (j < copy->count && strcmp(copy->items[j], name) < 0))
			name = copy->items[j];
		size_t own_before = i, copy_before = j;
		while (i < own->count && strcmp(own->items[i], name) == 0)
			i++;
		while (j < copy->count && strcmp(copy->items[j], name) == 0)
			j++;
		if ((i > own_before) == (j > copy_before))
			continue;
		struct symbol symbol = {.name = (char *)name};
		note(difference, TAG_IFUNC_DIFFERS, &difference->ifuncs, &symbol,
		     str_format("%s (in the %s only)", name, i > own_before ? "baseline" : "copy"));
	}
}

/* Those that are not exported: by name, or where one of the two is stripped, by their number. */
static void compare_hidden_ifuncs(struct difference *difference)
{
	const struct tree_library *copy = difference->copy;
	struct ifuncs own = {0}, other = {0};
	struct error ignored = {0};

	/* Files that cannot be read have been said. */
	if (ifuncs_read(copy->baseline->path, &own, &ignored) == 0 &&
	    ifuncs_read(copy->path, &other, &ignored) == 0 && own.told && other.told) {
		if (own.named && other.named)
			compare_ifunc_names(difference, &own.names, &other.names);
		else if (own.resolvers != other.resolvers)
			strlist_add_taken(&difference->ifuncs,
			                  str_format("%zu that it does not export (the baseline "
			                             "has %zu)",
			                             other.resolvers, own.resolvers));
	}
	error_clear(&ignored);
	ifuncs_free(&own);
	ifuncs_free(&other);
}

static void check_exports(const struct tree_library *copy, struct findings *findings)
{
	struct difference difference = {.findings = findings, .copy = copy};
	struct symbols own, other;
	struct error error = {0};

	if (symbols_read(copy->baseline->path, &own, &error) != 0) {
		findings_add_error(findings, copy->baseline->name, copy->baseline->path, &error);
		return;
	}
	if (symbols_read(copy->path, &other, &error) != 0) {
		findings_add_error(findings, copy->name, copy->path, &error);
		symbols_free(&own);
		return;
	}
	compare_symbols(&difference, &own, &other);
	say(&difference, TAG_EXPORTS_MISSING, &difference.missing, "lacks the baseline's",
	    "build the same interface for every flavor");
	say(&difference, TAG_EXPORTS_MISSING, &difference.other,
	    "exports otherwise than the baseline", "build the same interface for every flavor");
	say(&difference, TAG_EXPORTS_EXTRA, &difference.extra,
	    "exports what the baseline does not:", "hide it, or add it to the baseline");
	say(&difference, TAG_OBJECT_SIZE_DIFFERS, &difference.sizes,
	    "exports objects of another size:", "give them one size in every flavor");
	compare_hidden_ifuncs(&difference);
	say(&difference, TAG_IFUNC_DIFFERS, &difference.ifuncs,
	    "differs in IFUNCs:", "see whether link-time optimisation lost them");
	symbols_free(&own);
	symbols_free(&other);
}

static void check_soname(const struct tree_library *copy, struct findings *findings)
{
	const char *own = copy->baseline->library.soname, *other = copy->library.soname;

	if (strcmp(own ? own : "none", other ? other : "none") != 0)
		findings_add(findings, TAG_SONAME_DIFFERS, copy->name, NULL,
		             "has SONAME %s, the baseline's has %s; build both from one source",
		             other ? other : "none", own ? own : "none");
}

/* The words of a that b does not have, joined, or NULL; caller frees. */
static char *only_in(const struct strlist *a, const struct strlist *b)
{
	struct strlist only = {0};

	for (size_t i = 0; i < a->count; i++)
		if (!strlist_has(b, a->items[i]))
			strlist_add(&only, a->items[i]);
	char *joined = only.count > 0 ? strlist_join(&only, ", ") : NULL;
	strlist_free(&only);
	return joined;
}

static void check_needed(const struct tree_library *copy, struct findings *findings)
{
	const struct strlist *own = &copy->baseline->library.needed, *other = &copy->library.needed;
	char *more = only_in(other, own), *less = only_in(own, other);
	char *own_order = strlist_join(own, ", "), *order = strlist_join(other, ", ");

	if (more || less)
		findings_add(findings, TAG_NEEDED_DIFFERS, copy->name, NULL,
		             "%s%s%s%s%s; link it as the baseline is linked",
		             more ? "needs what the baseline does not need: " : "",
		             more ? more : "", more && less ? "; " : "",
		             less ? "does not need what the baseline needs: " : "",
		             less ? less : "");
	else if (strcmp(order, own_order) != 0)
		findings_add(findings, TAG_NEEDED_DIFFERS, copy->name, NULL,
		             "needs %s, the baseline in the order %s; link it as the baseline is "
		             "linked",
		             order, own_order);
	free(more);
	free(less);
	free(order);
	free(own_order);
}

static void check_likeness(const struct tree_library *copy, struct findings *findings)
{
	struct error error = {0};
	bool same = false;

	if (library_same_code(copy->baseline->path, copy->path, &same, &error) != 0)
		findings_add_error(findings, copy->name, copy->path, &error);
	else if (same)
		findings_add(findings, TAG_IDENTICAL_TO_BASELINE, copy->name, NULL,
		             "has the code and data of %s; see whether the flavor's flags reached "
		             "the compiler, else leave the flavor out",
		             copy->baseline->name);
}

void interface_check(const struct tree_library *copy, struct findings *findings)
{
	check_soname(copy, findings);
	check_exports(copy, findings);
	check_needed(copy, findings);
	check_likeness(copy, findings);
}
