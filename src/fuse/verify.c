// SPDX-License-Identifier: MIT
#include "fuse/verify.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf/dynamic.h"
#include "elf/library.h"
#include "elf/protection.h"
#include "elf/symbols.h"

static int differs(const char *fused, const char *what, const char *own, const char *other,
                   struct error *error)
{
	return error_at(error, fused, 0,
	                "cannot be fused: %s would be %s, and is %s in the baseline", what,
	                own ? own : "missing", other ? other : "missing");
}

static int compare_symbol(const char *fused, const struct symbol *own, const struct symbol *other,
                          struct error *error)
{
	unsigned type = own->type == STT_GNU_IFUNC ? STT_FUNC : own->type;
	char *name = symbol_text(other);
	int result = 0;

	if (type != other->type || own->hidden != other->hidden || own->binding != other->binding ||
	    own->visibility != other->visibility || own->size != other->size)
		result =
		    error_at(error, fused, 0,
		             "cannot be fused: %s would have type %u, binding %u, visibility %u "
		             "and size %llu, and has %u, %u, %u and %llu in the baseline",
		             name, type, own->binding, own->visibility,
		             (unsigned long long)own->size, other->type, other->binding,
		             other->visibility, (unsigned long long)other->size);
	free(name);
	return result;
}

static int compare_exports(const char *fused, const struct symbols *own,
                           const struct symbols *other, struct error *error)
{
	size_t i = 0, j = 0;

	for (;;) {
		while (i < own->count && !own->items[i].defined)
			i++;
		while (j < other->count && !other->items[j].defined)
			j++;
		if (i == own->count && j == other->count)
			return 0;
		int order = i == own->count     ? 1
		            : j == other->count ? -1
		                                : symbol_compare(&own->items[i], &other->items[j]);
		if (order != 0) {
			const struct symbol *odd = order < 0 ? &own->items[i] : &other->items[j];
			char *name = symbol_text(odd);
			error_at(error, fused, 0,
			         "cannot be fused: it would %s %s, unlike the baseline",
			         order < 0 ? "export" : "not export", name);
			free(name);
			return -1;
		}
		if (compare_symbol(fused, &own->items[i++], &other->items[j++], error) != 0)
			return -1;
	}
}

static int compare_imports(const char *fused, const struct symbols *own, const char *const *imports,
                           size_t count, struct error *error)
{
	struct symbols *known = xcalloc(count, sizeof(*known));
	int result = 0;

	for (size_t i = 0; i < count && result == 0; i++)
		result = symbols_read(imports[i], &known[i], error);
	for (size_t i = 0; i < own->count && result == 0; i++) {
		bool found = own->items[i].defined;

		for (size_t j = 0; j < count && !found; j++)
			found = symbols_find(&known[j], own->items[i].name, false) ||
			        symbols_find(&known[j], own->items[i].name, true);
		if (!found)
			result =
			    error_at(error, fused, 0,
			             "cannot be fused: it would need %s from elsewhere, which no "
			             "flavor does",
			             own->items[i].name);
	}
	for (size_t i = 0; i < count; i++)
		symbols_free(&known[i]);
	free(known);
	return result;
}

static int compare_symbols(const char *fused, const char *baseline, const char *const *imports,
                           size_t count, struct error *error)
{
	struct symbols own = {0}, other = {0};
	int result = symbols_read(fused, &own, error);

	if (result == 0)
		result = symbols_read(baseline, &other, error);
	if (result == 0)
		result = compare_exports(fused, &own, &other, error);
	if (result == 0)
		result = compare_imports(fused, &own, imports, count, error);
	symbols_free(&own);
	symbols_free(&other);
	return result;
}

static int compare_texts(const char *fused, const char *what, const char *own, const char *other,
                         struct error *error)
{
	return strcmp(own ? own : "", other ? other : "") == 0
	           ? 0
	           : differs(fused, what, own, other, error);
}

static int compare_libraries(const char *fused, const struct library *own,
                             const struct library *other, struct error *error)
{
	char *needed = strlist_join(&own->needed, " "), *others = strlist_join(&other->needed, " ");
	int result = compare_texts(fused, "its SONAME", own->soname, other->soname, error);

	if (result == 0)
		result =
		    compare_texts(fused, "the list of needed libraries", needed, others, error);
	if (result == 0)
		result = compare_texts(fused, "its RUNPATH", own->runpath, other->runpath, error);
	if (result == 0)
		result = compare_texts(fused, "its RPATH", own->rpath, other->rpath, error);
	if (result == 0 && own->flags != other->flags)
		result = error_at(error, fused, 0,
		                  "cannot be fused: its flags would be 0x%x, and are 0x%x in the "
		                  "baseline",
		                  own->flags, other->flags);
	if (result == 0 && own->isa_needed != other->isa_needed)
		result =
		    error_at(error, fused, 0,
		             "cannot be fused: its ISA marker would be 0x%x, and is 0x%x in the "
		             "baseline",
		             own->isa_needed, other->isa_needed);
	free(needed);
	free(others);
	return result;
}

static int compare_files(const char *fused, const char *baseline, struct error *error)
{
	struct library own = {0}, other = {0};
	int result = library_read(fused, &own, error);

	if (result == 0)
		result = library_read(baseline, &other, error);
	if (result == 0)
		result = compare_libraries(fused, &own, &other, error);
	library_free(&own);
	library_free(&other);
	return result;
}

static int compare_protection(const char *fused, const char *baseline, struct error *error)
{
	struct protection own, other;

	if (protection_read(fused, &own, error) != 0 ||
	    protection_read(baseline, &other, error) != 0)
		return -1;
	if (own.text_relocations != other.text_relocations ||
	    own.executable_stack != other.executable_stack || own.relro != other.relro ||
	    own.bind_now != other.bind_now || own.features != other.features)
		return error_at(
		    error, fused, 0,
		    "cannot be fused: it would be protected otherwise than the baseline "
		    "(text relocations %d, executable stack %d, relro %d, bind now %d, "
		    "features 0x%x)",
		    own.text_relocations, own.executable_stack, own.relro, own.bind_now,
		    own.features);
	return 0;
}

/* DT_FLAGS, DT_FLAGS_1, and functions that the loader calls by name. */
static int compare_dynamic(const char *fused, const char *baseline, struct error *error)
{
	static const struct {
		int64_t tag;
		const char *name;
	} tags[] = {{DT_FLAGS, "DT_FLAGS"}, {DT_FLAGS_1, "DT_FLAGS_1"}};
	struct image own, other;
	struct dynamic mine = {0}, others = {0};
	int result = 0;

	if (image_open(fused, &own, error) != 0)
		return -1;
	if (image_open(baseline, &other, error) != 0) {
		image_close(&own);
		return -1;
	}
	result = dynamic_read(&own, &mine, error);
	if (result == 0)
		result = dynamic_read(&other, &others, error);
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]) && result == 0; i++) {
		uint64_t value = 0, expected = 0;

		dynamic_value(&mine, tags[i].tag, &value);
		dynamic_value(&others, tags[i].tag, &expected);
		if (value != expected)
			result = error_at(
			    error, fused, 0,
			    "cannot be fused: %s would be 0x%llx, and is 0x%llx in the "
			    "baseline",
			    tags[i].name, (unsigned long long)value, (unsigned long long)expected);
	}
	image_close(&own);
	image_close(&other);
	return result;
}

int fuse_verify(const char *fused, const char *baseline, const char *const *imports, size_t count,
                struct error *error)
{
	if (compare_symbols(fused, baseline, imports, count, error) != 0 ||
	    compare_files(fused, baseline, error) != 0 ||
	    compare_protection(fused, baseline, error) != 0)
		return -1;
	return compare_dynamic(fused, baseline, error);
}
