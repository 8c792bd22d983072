// SPDX-License-Identifier: MIT
#include "base/table.h"

#include <stdlib.h>
#include <string.h>

void table_add(struct table *table, const char *format, ...)
{
	va_list arguments;
	struct str cell = {0};

	va_start(arguments, format);
	str_add_va(&cell, format, arguments);
	va_end(arguments);
	strlist_add_taken(&table->cells, str_take(&cell));
}

void table_print(const struct table *table, FILE *out)
{
	size_t *widths = xcalloc(table->columns, sizeof(*widths));

	for (size_t i = 0; i < table->cells.count; i++) {
		size_t length = strlen(table->cells.items[i]);
		if (length > widths[i % table->columns])
			widths[i % table->columns] = length;
	}
	for (size_t i = 0; i < table->cells.count; i += table->columns) {
		size_t last = table->columns;

		/* Empty cells at the end of a row leave no trailing spaces. */
		while (last > 0 && table->cells.items[i + last - 1][0] == '\0')
			last--;
		for (size_t j = 0; j < last; j++)
			fprintf(out, "%-*s%s", j + 1 < last ? (int)widths[j] : 0,
			        table->cells.items[i + j], j + 1 < last ? "  " : "");
		fputc('\n', out);
	}
	free(widths);
}

void table_free(struct table *table)
{
	strlist_free(&table->cells);
}
