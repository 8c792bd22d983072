// SPDX-License-Identifier: MIT
/* The page of summary.h: what was measured as a plot, the verdicts, and the setup. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/summary.h"

/* In the SVG's own units. */
enum { LABELS = 300, PLOT = 520, ROW = 26, TOP = 34, VALUES = 150 };

static const char style[] =
    "body{font:16px/1.5 system-ui,sans-serif;color:#1b1f24;background:#fff;max-width:62rem;"
    "margin:2rem auto;padding:0 1rem}"
    "h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}"
    "svg{width:100%;height:auto;display:block;margin-bottom:1.5rem}"
    "svg text{font:13px system-ui,sans-serif;fill:#1b1f24}svg .quiet{fill:#59636e}"
    "table{border-collapse:collapse;width:100%;font-size:.9rem}"
    "th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid #d1d9e0;"
    "vertical-align:top}th.number{text-align:right}td.number{text-align:right;font-variant-numeric:"
    "tabular-nums}"
    ".gain{color:#116329}.loss{color:#b3261e}.mixed{color:#8a4600}.verdict{font-weight:600}"
    "svg .gain{fill:#116329;stroke:#116329}svg .loss{fill:#b3261e;stroke:#b3261e}"
    "svg .no-gain,svg .no-decision{fill:#59636e;stroke:#59636e}"
    "@media(prefers-color-scheme:dark){body{background:#14181d;color:#e6e9ec}"
    "svg text{fill:#e6e9ec}svg .quiet{fill:#a3adb8}th,td{border-color:#3a434d}"
    ".gain{color:#6fdd8b}.loss{color:#ff8a80}.mixed{color:#ffb870}"
    "svg .gain{fill:#6fdd8b;stroke:#6fdd8b}svg .loss{fill:#ff8a80;stroke:#ff8a80}"
    "svg .no-gain,svg .no-decision{fill:#a3adb8;stroke:#a3adb8}}";

static void add_text(struct str *page, const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == '<')
			str_add(page, "&lt;");
		else if (*text == '>')
			str_add(page, "&gt;");
		else if (*text == '&')
			str_add(page, "&amp;");
		else if (*text == '"')
			str_add(page, "&quot;");
		else
			str_add_bytes(page, text, 1);
	}
}

/* "no gain" as the class "no-gain". */
static void add_class(struct str *page, const char *verdict)
{
	for (; *verdict != '\0'; verdict++)
		str_add_bytes(page, *verdict == ' ' ? "-" : verdict, 1);
}

/* The axis: logarithmic, since 2 and one half are equally far from 1. */
struct axis {
	double low, high;
};

static double at(const struct axis *axis, double ratio)
{
	double part = log(ratio / axis->low) / log(axis->high / axis->low);

	return LABELS + PLOT * (part < 0 ? 0 : part > 1 ? 1 : part);
}

static struct axis axis_of(const struct summary *summary, bool instructions)
{
	struct axis axis = {0.95, 1.05};

	for (size_t i = 0; i < summary->results->count; i++) {
		const struct record_entry *entry = &summary->results->items[i];

		if (entry_counts_instructions(entry) != instructions)
			continue;
		/* One that knows nothing must not press the others together. */
		axis.low = fmin(axis.low, fmax(entry->low, entry->ratio / 2));
		axis.high = fmax(axis.high, fmin(entry->high, entry->ratio * 2));
	}
	double room = pow(axis.high / axis.low, 0.05);
	axis.low /= room;
	axis.high *= room;
	return axis;
}

static void add_axis(struct str *page, const struct axis *axis, double threshold, int height)
{
	static const double steps[] = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 50};
	double step = steps[0], span = axis->high - axis->low;

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]) && span / step > 8; i++)
		step = steps[i];
	str_add(page,
	        "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"#8c959f\" "
	        "fill-opacity=\".18\"/>\n",
	        at(axis, 1 / (1 + threshold)), TOP - 8,
	        at(axis, 1 + threshold) - at(axis, 1 / (1 + threshold)), height - TOP + 8);
	for (double tick = ceil(axis->low / step) * step; tick <= axis->high; tick += step) {
		double x = at(axis, tick);
		bool one = fabs(tick - 1) < 1e-9;

		str_add(page,
		        "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#8c959f\" "
		        "stroke-opacity=\"%s\"/><text class=\"quiet\" x=\"%.1f\" y=\"16\" "
		        "text-anchor=\"middle\">%.*f</text>\n",
		        x, x, TOP - 8, height, one ? "1" : ".3", x, step < 0.1 ? 2 : 1, tick);
	}
}

static void add_mark(struct str *page, const struct axis *axis, const struct record_entry *entry,
                     int y)
{
	double low = at(axis, entry->low), high = at(axis, entry->high);

	str_add(page, "<g class=\"");
	add_class(page, entry->verdict);
	str_add(page,
	        "\"><line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke-width=\"3\"/>"
	        "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke-width=\"2\"/>"
	        "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke-width=\"2\"/>"
	        "<circle cx=\"%.1f\" cy=\"%d\" r=\"5\" stroke=\"none\"/></g>\n",
	        low, high, y, y, low, low, y - 5, y + 5, high, high, y - 5, y + 5,
	        at(axis, entry->ratio), y);
}

static size_t count_rows(const struct summary *summary, bool instructions)
{
	size_t rows = 0;
	const char *before = "";

	for (size_t i = 0; i < summary->results->count; i++) {
		const struct record_entry *entry = &summary->results->items[i];

		if (entry_counts_instructions(entry) != instructions)
			continue;
		rows += 1 + (strcmp(before, entry->benchmark) != 0);
		before = entry->benchmark;
	}
	return rows;
}

static void add_plot(struct str *page, const struct summary *summary, bool instructions)
{
	struct axis axis = axis_of(summary, instructions);
	int height = TOP + ROW * (int)count_rows(summary, instructions), y = TOP;
	const char *before = "";
	double threshold = summary->results->items[0].threshold;

	str_add(page,
	        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Ratios to the baseline with "
	        "their intervals\">\n",
	        LABELS + PLOT + VALUES, height);
	add_axis(page, &axis, threshold, height);
	for (size_t i = 0; i < summary->results->count; i++) {
		const struct record_entry *entry = &summary->results->items[i];

		if (entry_counts_instructions(entry) != instructions)
			continue;
		if (strcmp(before, entry->benchmark) != 0) {
			str_add(page, "<text x=\"0\" y=\"%d\" font-weight=\"600\">", y + 17);
			add_text(page, entry->benchmark);
			str_add(page, "</text>\n");
			before = entry->benchmark;
			y += ROW;
		}
		char *title = entry_title(entry);
		str_add(page, "<text x=\"14\" y=\"%d\">", y + 17);
		add_text(page, title);
		str_add(page, "</text>\n");
		add_mark(page, &axis, entry, y + 13);
		str_add(page, "<text x=\"%d\" y=\"%d\">%.3f <tspan class=\"quiet\">",
		        LABELS + PLOT + 14, y + 17, entry->ratio);
		add_text(page, entry->verdict);
		str_add(page, "</tspan></text>\n");
		free(title);
		y += ROW;
	}
	str_add(page, "</svg>\n");
}

static void add_table(struct str *page, const struct summary *summary, bool instructions)
{
	str_add(page,
	        "<table><thead><tr><th>Benchmark</th><th>Flavor</th><th>%s</th><th>%s</th>"
	        "<th>%s</th><th>Metric</th><th>Verdict</th></tr></thead><tbody>\n",
	        instructions ? "Times fewer" : "Times as fast",
	        instructions ? "Instructions" : "95 % interval",
	        instructions ? "Baseline's" : "Rounds");
	for (size_t i = 0; i < summary->results->count; i++) {
		const struct record_entry *entry = &summary->results->items[i];
		char *title;

		if (entry_counts_instructions(entry) != instructions)
			continue;
		title = entry_title(entry);
		str_add(page, "<tr><td>");
		add_text(page, entry->benchmark);
		str_add(page, "</td><td>");
		add_text(page, title);
		str_add(page, "</td><td class=\"number\">%.3f</td>", entry->ratio);
		if (instructions)
			str_add(page,
			        "<td class=\"number\">%lld</td><td class=\"number\">%lld</td>",
			        (long long)entry->instructions,
			        (long long)entry->baseline_instructions);
		else if (entry->high >= 1000)
			str_add(page, "<td class=\"number\">any</td><td class=\"number\">%lld</td>",
			        (long long)entry->rounds);
		else
			str_add(page,
			        "<td class=\"number\">%.3f to %.3f</td><td "
			        "class=\"number\">%lld</td>",
			        entry->low, entry->high, (long long)entry->rounds);
		str_add(page, "<td>");
		add_text(page, entry->metric);
		str_add(page, "</td><td class=\"verdict ");
		add_class(page, entry->verdict);
		str_add(page, "\">");
		add_text(page, entry->verdict);
		str_add(page, "</td></tr>\n");
		free(title);
	}
	str_add(page, "</tbody></table>\n");
}

static void add_setup(struct str *page, const struct record_entry *entry)
{
	char *features = strlist_join(&entry->features, " ");
	const struct {
		const char *name, *value;
	} rows[] = {
	    {"Package version", entry->package_version ? entry->package_version : "unknown"},
	    {"Architecture", entry->architecture},
	    {"CPU", entry->cpu},
	    {"Its features", features},
	    {"Compiler", entry->compiler},
	    {"Loader", entry->loader},
	    {"Date", entry->date},
	};

	str_add(page, "<h2>Setup</h2>\n<table><tbody>\n");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		str_add(page, "<tr><th>%s</th><td>", rows[i].name);
		add_text(page, rows[i].value);
		str_add(page, "</td></tr>\n");
	}
	str_add(page, "<tr><th>Threshold</th><td>%g %%</td></tr>\n</tbody></table>\n",
	        entry->threshold * 100);
	free(features);
}

char *summary_to_page(const struct summary *summary, const char *title)
{
	struct str page = {0};
	struct strlist sentences = {0};

	str_add(&page, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
	               "<meta name=\"viewport\" content=\"width=device-width\"><title>");
	add_text(&page, title);
	str_add(&page, ": does a flavor pay?</title><style>%s</style></head><body>\n<h1>", style);
	add_text(&page, title);
	str_add(&page, ": does a flavor pay?</h1>\n<ul>\n");
	summary_sentences(summary, &sentences);
	for (size_t i = 0; i < sentences.count; i++) {
		str_add(&page, "<li>");
		add_text(&page, sentences.items[i]);
		str_add(&page, "</li>\n");
	}
	str_add(&page, "</ul>\n");
	strlist_free(&sentences);
	for (int kind = 0; kind < 2; kind++) {
		if (count_rows(summary, kind == 1) == 0)
			continue;
		str_add(&page, "%s",
		        kind == 0 ? "<h2>How many times as fast as the baseline</h2>\n<p>A bar is "
		                    "the 95 % interval; the grey band is the threshold, within "
		                    "which a difference does not count.</p>\n"
		                  : "<h2>How many times fewer instructions than the "
		                    "baseline</h2>\n<p>Executed instructions, counted in an "
		                    "emulator. They are not time.</p>\n");
		add_plot(&page, summary, kind == 1);
		add_table(&page, summary, kind == 1);
	}
	if (summary->results->count > 0)
		add_setup(&page, &summary->results->items[0]);
	str_add(&page, "</body></html>\n");
	return str_take(&page);
}
