// SPDX-License-Identifier: MIT
#include "fuse/dispatcher.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "elf/property.h"
#include "flavor/feature.h"

/* Features that the flavor of a part needs and the baseline does not promise. */
static void needs_of(const struct dispatcher *dispatcher, size_t part, struct strlist *needs)
{
	const struct strlist *all = &dispatcher->flavors[part]->needs;

	for (size_t i = 0; i < all->count; i++)
		if (!strlist_has(&dispatcher->flavors[0]->needs, all->items[i]))
			strlist_add(needs, all->items[i]);
}

struct ranked {
	size_t part, needs;
};

/* The one that needs most comes first; of equals the later. */
static int compare_ranks(const void *a, const void *b)
{
	const struct ranked *left = a, *right = b;

	if (left->needs != right->needs)
		return left->needs > right->needs ? -1 : 1;
	return left->part > right->part ? -1 : 1;
}

/* The parts but the baseline, best first; caller frees. */
static struct ranked *rank(const struct dispatcher *dispatcher)
{
	struct ranked *ranks = xcalloc(dispatcher->count, sizeof(*ranks));

	for (size_t i = 1; i < dispatcher->count; i++) {
		struct strlist needs = {0};

		needs_of(dispatcher, i, &needs);
		ranks[i - 1] = (struct ranked){i, needs.count};
		strlist_free(&needs);
	}
	if (dispatcher->count > 2)
		qsort(ranks, dispatcher->count - 1, sizeof(*ranks), compare_ranks);
	return ranks;
}

/* One bit after the other; the compiler puts them together. */
static int write_needs(const struct dispatcher *dispatcher, size_t part, struct str *text,
                       bool *hwcap2, struct error *error)
{
	static const char *const words[] = {"CPUID_1_ECX",
	                                    "CPUID_1_EDX",
	                                    "CPUID_7_EBX",
	                                    "CPUID_7_ECX",
	                                    "CPUID_7_EDX",
	                                    "CPUID_71_EAX",
	                                    "CPUID_71_EDX",
	                                    "CPUID_D1_EAX",
	                                    "CPUID_80000001_ECX",
	                                    "CPUID_80000001_EDX",
	                                    "XCR0",
	                                    "HWCAP",
	                                    "HWCAP2"};
	enum { WORDS = sizeof(words) / sizeof(words[0]) };
	const char *architecture = dispatcher->flavors[0]->architecture;
	uint64_t bits[WORDS] = {0};
	struct strlist needs = {0};
	int result = 0;

	needs_of(dispatcher, part, &needs);
	for (size_t i = 0; i < needs.count && result == 0; i++) {
		struct feature_test test;

		if (!feature_test(architecture, needs.items[i], &test)) {
			result =
			    error_at(error, dispatcher->parts[part].library, 0,
			             "cannot be fused: flavor %s needs %s, which a library cannot "
			             "ask the CPU for",
			             dispatcher->flavors[part]->name, needs.items[i]);
			break;
		}
		for (size_t j = 0; j < WORDS; j++) {
			if (strcmp(words[j], test.word) == 0)
				bits[j] |= UINT64_C(1) << test.bit;
			if (strcmp(words[j], "XCR0") == 0)
				bits[j] |= test.state;
		}
		*hwcap2 = *hwcap2 || strcmp(test.word, "HWCAP2") == 0;
	}
	for (size_t j = 0; j < WORDS; j++)
		if (bits[j])
			str_add(text, "[HWFLAVOR_%s] = 0x%" PRIx64 ", ", words[j], bits[j]);
	strlist_free(&needs);
	return result;
}

static int write_flavors(const struct dispatcher *dispatcher, const struct ranked *ranks,
                         struct str *text, struct error *error)
{
	struct str table = {0};
	size_t longest = 0;
	bool hwcap2 = false;
	int result = 0;

	for (size_t i = 0; i + 1 < dispatcher->count && result == 0; i++) {
		const char *name = dispatcher->flavors[ranks[i].part]->name;

		longest = strlen(name) > longest ? strlen(name) : longest;
		str_add(&table, "    {\"%s\", {", name);
		result = write_needs(dispatcher, ranks[i].part, &table, &hwcap2, error);
		str_add(&table, "}},\n");
	}
	str_add(text, "#define HWFLAVOR_FLAVORS %zu\n#define HWFLAVOR_NAME_SIZE %zu\n%s",
	        dispatcher->count - 1, longest + 1,
	        hwcap2 ? "#define HWFLAVOR_NEEDS_HWCAP2\n" : "");
	str_add(
	    text,
	    "#include \"dispatcher.h\"\n\n"
	    "static const struct hwflavor_flavor hwflavor_flavors[HWFLAVOR_FLAVORS] = {\n%s};\n\n",
	    table.text);
	str_free(&table);
	return result;
}

/* See FUSE_NOTE. */
static void write_note(const struct dispatcher *dispatcher, const struct ranked *ranks,
                       struct str *text)
{
	struct str lines = {0};
	size_t size = 0;

	for (size_t i = 0; i < dispatcher->count; i++) {
		size_t part = i + 1 < dispatcher->count ? ranks[i].part : 0;
		struct strlist needs = {0};

		strlist_add(&needs, dispatcher->flavors[part]->name);
		needs_of(dispatcher, part, &needs);
		char *line = strlist_join(&needs, " ");
		str_add(&lines, "    \"%s\\n\"\n", line);
		size += strlen(line) + 1;
		free(line);
		strlist_free(&needs);
	}
	str_add(text,
	        "static const struct {\n"
	        "    unsigned name_size, text_size, type;\n"
	        "    char name[12], text[%zu];\n"
	        "} hwflavor_note __attribute__((section(\"" FUSE_NOTE
	        "\"), used, aligned(4))) = {\n"
	        "    9, %zu, 2, \"hwflavor\",\n%s};\n\n",
	        (size + 1 + 3) / 4 * 4, size, lines.text);
	str_free(&lines);
}

/* A resolver that returns one of FORMAT with the number and the part's own number. */
static void write_resolver(const struct dispatcher *dispatcher, const struct ranked *ranks,
                           const char *kind, size_t number, struct str *text)
{
	str_add(text,
	        "HWFLAVOR_HIDDEN void *hwflavor_%s_%zu(HWFLAVOR_ARGUMENTS)\n{\n"
	        "    switch (hwflavor_choose(HWFLAVOR_PASSED)) {\n",
	        kind, number);
	for (size_t i = 0; i < dispatcher->count; i++) {
		size_t part = i + 1 < dispatcher->count ? ranks[i].part : 0;

		if (part)
			str_add(text, "    case %zu:", i + 1);
		else
			str_add(text, "    default:");
		str_add(text, " return (void *)hwflavor_%s_%zu_%zu;\n", kind, number, part);
	}
	str_add(text, "    }\n}\n\n");
}

static void declare(const struct dispatcher *dispatcher, const char *kind, size_t number,
                    struct str *text)
{
	for (size_t i = 0; i < dispatcher->count; i++)
		str_add(text, "HWFLAVOR_HIDDEN extern void hwflavor_%s_%zu_%zu(void);\n", kind,
		        number, i);
}

/* The functions that run one part's constructors (or destructors, from the last to the first). */
static void write_runner(const struct part *part, size_t number, bool fini, struct str *text)
{
	struct str calls = {0};

	for (size_t i = 0; i < part->array_count; i++) {
		size_t at = fini ? part->array_count - 1 - i : i;
		const struct part_array *array = &part->arrays[at];

		if (array->fini != fini)
			continue;
		str_add(
		    text,
		    fini ? "HWFLAVOR_HIDDEN extern void (*const hwflavor_array_%zu_%zu[])(void);\n"
		         : "HWFLAVOR_HIDDEN extern hwflavor_function *const "
		           "hwflavor_array_%zu_%zu[];\n",
		    at, number);
		str_add(&calls,
		        fini ? "    hwflavor_run_back(hwflavor_array_%zu_%zu, %zu);\n"
		             : "    hwflavor_run(hwflavor_array_%zu_%zu, %zu, argc, argv, envp);\n",
		        at, number, array->entries);
	}
	str_add(text, "static void hwflavor_%s_0_%zu(%s)\n{\n%s%s}\n\n", fini ? "fini" : "init",
	        number, fini ? "void" : "int argc, char **argv, char **envp",
	        fini ? "" : "    (void)argc, (void)argv, (void)envp;\n",
	        calls.text ? calls.text : "");
	str_free(&calls);
}

/*
 * The loader finds in .init_array what the resolver returns: the chosen flavor's constructors. So
 * the choice is made while the library is loaded, even where all functions are bound late.
 */
static void write_arrays(const struct dispatcher *dispatcher, const struct ranked *ranks,
                         struct str *text)
{
	for (int fini = 0; fini <= 1; fini++) {
		const char *kind = fini ? "fini" : "init";
		bool any = !fini;

		for (size_t i = 0; i < dispatcher->count; i++)
			for (size_t j = 0; j < dispatcher->parts[i].array_count; j++)
				any = any || dispatcher->parts[i].arrays[j].fini == fini;
		if (!any)
			continue;
		for (size_t i = 0; i < dispatcher->count; i++)
			write_runner(&dispatcher->parts[i], i, fini, text);
		write_resolver(dispatcher, ranks, kind, 0, text);
		str_add(text,
		        "static void *(*const hwflavor_%s_array[])(HWFLAVOR_ARGUMENTS)\n"
		        "    __attribute__((section(\".%s_array\"), used)) = {hwflavor_%s_0};\n\n",
		        kind, kind, kind);
	}
}

static bool is_dispatched(const struct part *baseline, size_t place)
{
	return baseline->functions[place] != 0;
}

static int write_source(const struct dispatcher *dispatcher, struct str *text, struct error *error)
{
	const struct part *baseline = &dispatcher->parts[0];
	struct ranked *ranks = rank(dispatcher);

	str_add(text, "/* Written by hwflavor fuse. */\n");
	int result = write_flavors(dispatcher, ranks, text, error);
	write_note(dispatcher, ranks, text);
	for (size_t i = 0; i < baseline->interface->symbols.count; i++)
		if (is_dispatched(baseline, i)) {
			declare(dispatcher, "function", i, text);
			write_resolver(dispatcher, ranks, "function", i, text);
		}
	for (size_t i = 0; i < dispatcher->pointers; i++) {
		declare(dispatcher, "pointer", i, text);
		write_resolver(dispatcher, ranks, "pointer", i, text);
	}
	write_arrays(dispatcher, ranks, text);
	free(ranks);
	return result;
}

static int compile(const struct dispatcher *dispatcher, const struct link *link,
                   const char *scratch, struct error *error)
{
	static const char *const flags[] = {"-O2",
	                                    "-g0",
	                                    "-fPIC",
	                                    "-ffreestanding",
	                                    "-fno-lto",
	                                    "-fno-stack-protector",
	                                    "-fno-jump-tables",
	                                    "-fomit-frame-pointer",
	                                    "-fno-sanitize=all",
	                                    "-w",
	                                    "-c",
	                                    "dispatcher.c",
	                                    "-o",
	                                    "dispatcher.o"};
	struct link here = {.folder = (char *)scratch};
	struct strlist command = {0};
	bool x86 = machine_elf(dispatcher->parts[0].machine) == EM_X86_64 ||
	           machine_elf(dispatcher->parts[0].machine) == EM_386;
	bool arm64 = machine_elf(dispatcher->parts[0].machine) == EM_AARCH64;

	link_add_compiler(link, &command);
	strlist_add_taken(&command, str_format("-I%s/scripts/fuse", dispatcher->data_dir));
	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		strlist_add(&command, flags[i]);
	if (x86)
		strlist_add(&command, dispatcher->protection ? "-fcf-protection=full"
		                                             : "-fcf-protection=none");
	if (arm64)
		strlist_add(&command, dispatcher->protection ? "-mbranch-protection=standard"
		                                             : "-mbranch-protection=none");
	int result = link_run(&here, &command, "the dispatcher cannot be compiled", NULL, error);
	strlist_free(&command);
	return result;
}

/* The public symbol: the resolver, with all that the baseline's has. */
static void publish(const struct part *baseline, struct object *object, size_t index, size_t place)
{
	const struct symbol *export = &baseline->interface->symbols.items[place];
	struct object_symbol *symbol = &object->symbols[index];

	symbol->entry.st_info = GELF_ST_INFO(export->binding, STT_GNU_IFUNC);
	symbol->entry.st_other = export->visibility;
	symbol->entry.st_size = export->size;
	object_rename(object, index, baseline->public_names[place]);
}

/* "hwflavor_KIND_NUMBER" or "hwflavor_KIND_NUMBER_PART": what it stands for. */
static void settle(const struct dispatcher *dispatcher, struct object *object, size_t index)
{
	const struct part *baseline = &dispatcher->parts[0];
	struct object_symbol *symbol = &object->symbols[index];
	char kind[16], more;
	size_t number, part;
	char *name = NULL;
	int found =
	    sscanf(symbol->name, "hwflavor_%15[a-z]_%zu_%zu%c", kind, &number, &part, &more);

	if (found == 2) {
		if (strcmp(kind, "function") == 0) {
			publish(baseline, object, index, number);
			return;
		}
		symbol->entry.st_info = GELF_ST_INFO(STB_GLOBAL, STT_GNU_IFUNC);
		name = strcmp(kind, "pointer") == 0 ? str_format("hwflavor.pointer.%zu", number)
		                                    : str_format("hwflavor.%s", kind);
	} else if (found == 3 && symbol->entry.st_shndx == SHN_UNDEF) {
		const struct part *own = &dispatcher->parts[part];

		if (strcmp(kind, "function") == 0)
			/* One that the flavor lacks is the baseline's (reach.h). */
			name = part_function_name(own->functions[number] ? own : baseline, number);
		else if (strcmp(kind, "pointer") == 0)
			name = str_format("hwflavor.pointer.%zu.%s", number, own->flavor);
		else if (strcmp(kind, "array") == 0)
			name = xstrdup(own->arrays[number].symbol);
	}
	if (name)
		object_rename(object, index, name);
	free(name);
}

/* Nothing may be asked for but what the parts have: the loader has relocated nothing yet. */
static int finish(const struct dispatcher *dispatcher, const char *path, struct error *error)
{
	struct object object;

	if (object_open(path, true, &object, error) != 0)
		return -1;
	for (size_t i = 1; i < object.symbol_count; i++) {
		struct object_symbol *symbol = &object.symbols[i];

		if (symbol->entry.st_shndx == SHN_UNDEF &&
		    !starts_with(symbol->name, "hwflavor_") &&
		    strcmp(symbol->name, "_GLOBAL_OFFSET_TABLE_") != 0) {
			error_at(
			    error, dispatcher->parts[0].library, 0,
			    "cannot be fused: the compiler makes the dispatcher use %s, which is "
			    "not there yet when it runs",
			    symbol->name);
			object_close(&object);
			return -1;
		}
		if (GELF_ST_BIND(symbol->entry.st_info) != STB_LOCAL)
			settle(dispatcher, &object, i);
	}
	return object_write(&object, error);
}

int dispatcher_make(const struct dispatcher *dispatcher, const struct link *link,
                    const char *scratch, struct error *error)
{
	char *source = path_join(scratch, "dispatcher.c"),
	     *object = path_join(scratch, "dispatcher.o");
	struct str text = {0};
	int result = write_source(dispatcher, &text, error);

	if (result == 0)
		result = file_write(source, text.text, text.length, error);
	if (result == 0)
		result = compile(dispatcher, link, scratch, error);
	if (result == 0)
		result = finish(dispatcher, object, error);
	str_free(&text);
	free(source);
	free(object);
	return result;
}
