// SPDX-License-Identifier: MIT
/* hwflavor check --isa: what each function of one library needs beyond the baseline. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/table.h"
#include "check/place.h"
#include "cli/cli.h"
#include "isa/isa.h"

/* A feature, and how much of the library needs it. */
struct total {
	const char *feature;
	size_t functions, instructions;
};

struct totals {
	struct total *items;
	size_t count;
};

static void add_up(const struct isa_report *report, struct totals *totals)
{
	for (size_t i = 0; i < report->count; i++) {
		for (size_t j = 0; j < report->functions[i].count; j++) {
			const struct isa_use *use = &report->functions[i].uses[j];
			size_t k = 0;

			while (k < totals->count &&
			       strcmp(totals->items[k].feature, use->feature) != 0)
				k++;
			if (k == totals->count) {
				totals->items = xreallocarray(totals->items, ++totals->count,
				                              sizeof(*totals->items));
				totals->items[k] = (struct total){.feature = use->feature};
			}
			totals->items[k].functions++;
			totals->items[k].instructions += use->count;
		}
	}
}

static int by_feature(const void *a, const void *b)
{
	return strcmp(((const struct total *)a)->feature, ((const struct total *)b)->feature);
}

static void print_tables(const struct isa_report *report, const struct totals *totals)
{
	struct table functions = {.columns = 5}, sums = {.columns = 3};

	for (size_t i = 0; i < 5; i++)
		table_add(&functions, "%s",
		          ((const char *[]){"FUNCTION", "ADDRESS", "FEATURE", "INSTRUCTIONS",
		                            "FIRST"})[i]);
	for (size_t i = 0; i < report->count; i++) {
		const struct isa_function *function = &report->functions[i];

		for (size_t j = 0; j < function->count; j++) {
			const struct isa_use *use = &function->uses[j];

			table_add(&functions, "%s", function->name[0] ? function->name : "-");
			table_add(&functions, "0x%llx", (unsigned long long)use->address);
			table_add(&functions, "%s", use->feature);
			table_add(&functions, "%zu", use->count);
			table_add(&functions, "%s", use->text);
		}
	}
	for (size_t i = 0; i < 3; i++)
		table_add(&sums, "%s",
		          ((const char *[]){"FEATURE", "FUNCTIONS", "INSTRUCTIONS"})[i]);
	for (size_t i = 0; i < totals->count; i++) {
		table_add(&sums, "%s", totals->items[i].feature);
		table_add(&sums, "%zu", totals->items[i].functions);
		table_add(&sums, "%zu", totals->items[i].instructions);
	}
	if (report->count > 0) {
		table_print(&functions, stdout);
		putchar('\n');
		table_print(&sums, stdout);
	} else {
		printf("Nothing beyond the baseline of %s.\n", report->architecture);
	}
	if (report->bytes_unknown > 0)
		printf("%llu bytes of code are in no known function and were not decoded.\n",
		       (unsigned long long)report->bytes_unknown);
	if (report->bytes_undecoded > 0)
		printf("%llu bytes in functions are no instructions that are known here.\n",
		       (unsigned long long)report->bytes_undecoded);
	table_free(&functions);
	table_free(&sums);
}

static json_t *json_of_function(const struct isa_function *function)
{
	json_t *item = json_object(), *uses = json_array();

	json_object_set_new(item, "function", json_of_text(function->name));
	json_object_set_new(item, "address", json_integer((json_int_t)function->address));
	json_object_set_new(item, "size", json_integer((json_int_t)function->size));
	if (function->start)
		json_object_set_new(item, "run-by", json_of_text(function->start));
	for (size_t i = 0; i < function->count; i++) {
		const struct isa_use *use = &function->uses[i];

		json_array_append_new(uses,
		                      json_pack("{s:s, s:I, s:I, s:s}", "feature", use->feature,
		                                "instructions", (json_int_t)use->count, "address",
		                                (json_int_t)use->address, "first", use->text));
	}
	json_object_set_new(item, "needs", uses);
	return item;
}

static void print_json(const struct isa_report *report, const struct totals *totals)
{
	json_t *top = json_object(), *functions = json_array(), *sums = json_array();

	for (size_t i = 0; i < report->count; i++)
		json_array_append_new(functions, json_of_function(&report->functions[i]));
	for (size_t i = 0; i < totals->count; i++)
		json_array_append_new(
		    sums, json_pack("{s:s, s:I, s:I}", "feature", totals->items[i].feature,
		                    "functions", (json_int_t)totals->items[i].functions,
		                    "instructions", (json_int_t)totals->items[i].instructions));
	json_object_set_new(top, "architecture", json_string(report->architecture));
	json_object_set_new(top, "functions", functions);
	json_object_set_new(top, "total", sums);
	json_object_set_new(top, "bytes-decoded", json_integer((json_int_t)report->bytes_decoded));
	json_object_set_new(top, "bytes-unknown", json_integer((json_int_t)report->bytes_unknown));
	json_object_set_new(top, "bytes-undecoded",
	                    json_integer((json_int_t)report->bytes_undecoded));
	json_dumpf(top, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(top);
}

void check_isa(const char *path, const struct flavors *flavors, bool json)
{
	struct isa_request request = {.start = true};
	struct isa_report report = {0};
	struct totals totals = {0};
	struct library library;
	struct error error = {0};

	if (library_read(path, &library, &error) != 0)
		die_of(&error);
	if (library.kind == LIBRARY_NOT_ELF)
		die("%s: is not an ELF file; name a library, a program or an object file", path);
	const char *architecture = place_architecture(&library);
	const struct flavor *baseline =
	    architecture ? flavors_find(flavors, "baseline", architecture) : NULL;
	if (baseline)
		request.allowed = &baseline->needs;
	struct isa_scanner *scanner = isa_scanner_new();
	if (isa_scan(scanner, path, &request, &report, &error) != 0)
		die_of(&error);
	if (!report.architecture)
		die("%s: is of an architecture whose instructions are not decoded%s%s; there is no "
		    "other way to see them",
		    path, architecture ? ": " : "", architecture ? architecture : "");
	if (report.bytes_decoded + report.bytes_unknown == 0)
		die("%s: holds no code, as debug information taken from a library does not; name "
		    "the library",
		    path);
	add_up(&report, &totals);
	if (totals.count > 0)
		qsort(totals.items, totals.count, sizeof(*totals.items), by_feature);
	(json ? print_json : print_tables)(&report, &totals);
	finish_output();
	isa_scanner_free(scanner);
	isa_report_free(&report);
	library_free(&library);
	free(totals.items);
}
