// SPDX-License-Identifier: MIT
#include "flavor/benchmark.h"

#include <stdlib.h>
#include <string.h>

const char *const benchmark_fields[] = {
    "Benchmark", "Benchmark-Name", "Benchmark-Build", "Metric", NULL,
};

static const char *const own_fields[] = {
    "Benchmark", "Benchmark-Name", "Benchmark-Build", "Metric", "Flavors", NULL,
};

static int read_metric(struct benchmark *benchmark, const struct control *control,
                       const struct field *field, struct error *error)
{
	static const char *const kinds[] = {
	    [METRIC_CPU] = "cpu", [METRIC_RATE] = "rate", [METRIC_TIME] = "time"};
	size_t length = strcspn(field->value, " \t\n"), kind = 0;
	const char *unit = field->value + length + strspn(field->value + length, " \t\n");

	while (kind < 3 &&
	       (strlen(kinds[kind]) != length || strncmp(kinds[kind], field->value, length) != 0))
		kind++;
	if (kind == 3 || (kind == METRIC_CPU && unit[0] != '\0') || strchr(unit, '\n'))
		return field_error(control, field, error,
		                   "Metric is '%s'; write cpu, or rate or time with the unit that "
		                   "the command prints, such as rate ops/s",
		                   field->value);
	benchmark->metric.kind = (enum metric_kind)kind;
	free(benchmark->metric.unit);
	benchmark->metric.unit = xstrdup(unit);
	return 0;
}

static int read_fields(struct benchmark *benchmark, const struct control *control,
                       const struct paragraph *paragraph, struct error *error)
{
	const struct field *name = paragraph_field(paragraph, "Benchmark-Name");
	const struct field *build = paragraph_field(paragraph, "Benchmark-Build");
	const struct field *metric = paragraph_field(paragraph, "Metric");
	const struct field *command = paragraph_field(paragraph, "Benchmark");

	if (command->value[0] == '\0' || (name && name->value[0] == '\0'))
		return field_error(control, command, error,
		                   "Benchmark or its name is empty; write a command that uses the "
		                   "library");
	benchmark->command = xstrdup(command->value);
	benchmark->name = xstrdup(name ? name->value : command->value);
	benchmark->name[strcspn(benchmark->name, "\n")] = '\0';
	benchmark->build = build ? xstrdup(build->value) : NULL;
	benchmark->metric.unit = xstrdup("");
	return metric ? read_metric(benchmark, control, metric, error) : 0;
}

int benchmarks_add(struct benchmarks *benchmarks, const struct control *control,
                   const struct paragraph *paragraph, const char *flavor, bool alone,
                   struct error *error)
{
	const struct field *command = paragraph_field(paragraph, "Benchmark");
	const struct field *listed = paragraph_field(paragraph, "Flavors");

	if (alone && paragraph_check_names(control, paragraph, own_fields, error) != 0)
		return -1;
	for (size_t i = 1; !command && benchmark_fields[i]; i++) {
		const struct field *field = paragraph_field(paragraph, benchmark_fields[i]);

		if (field)
			return field_error(control, field, error,
			                   "%s stands in a paragraph without Benchmark; add the "
			                   "command, or take it out",
			                   field->name);
	}
	if (!command)
		return 0;
	benchmarks->items =
	    xreallocarray(benchmarks->items, benchmarks->count + 1, sizeof(*benchmarks->items));
	struct benchmark *benchmark = &benchmarks->items[benchmarks->count++];
	*benchmark = (struct benchmark){.file = xstrdup(control->file), .line = command->line};
	if (read_fields(benchmark, control, paragraph, error) != 0)
		return -1;
	for (size_t i = 0; i + 1 < benchmarks->count; i++)
		if (strcmp(benchmarks->items[i].name, benchmark->name) == 0)
			return field_error(control, command, error,
			                   "a benchmark %s stands above; give this one another "
			                   "Benchmark-Name",
			                   benchmark->name);
	if (flavor)
		strlist_add(&benchmark->flavors, flavor);
	else if (alone && listed)
		strlist_add_words(&benchmark->flavors, listed->value);
	return 0;
}

bool benchmark_concerns(const struct benchmark *benchmark, const char *flavor)
{
	return benchmark->flavors.count == 0 || strcmp(flavor, "baseline") == 0 ||
	       strlist_has(&benchmark->flavors, flavor);
}

int threshold_read(const struct control *control, const struct field *field, double *threshold,
                   struct error *error)
{
	char *end;
	double value = strtod(field->value, &end);

	end += strspn(end, " \t");
	if (strcmp(end, "%") == 0)
		value /= 100, end++;
	if (end == field->value || *end != '\0' || !(value > 0 && value < 1))
		return field_error(control, field, error,
		                   "Threshold is '%s'; write one such as 3 %%", field->value);
	*threshold = value;
	return 0;
}

void benchmarks_free(struct benchmarks *benchmarks)
{
	for (size_t i = 0; i < benchmarks->count; i++) {
		struct benchmark *benchmark = &benchmarks->items[i];

		free(benchmark->name);
		free(benchmark->command);
		free(benchmark->build);
		free(benchmark->metric.unit);
		free(benchmark->file);
		strlist_free(&benchmark->flavors);
	}
	free(benchmarks->items);
	*benchmarks = (struct benchmarks){0};
}
