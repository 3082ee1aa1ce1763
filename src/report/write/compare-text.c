/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A comparison for a terminal, 80 columns.
 */
#include <stdio.h>
#include <string.h>

#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/report/value/compare-format.h"

#define LABEL_WIDTH  26
#define VALUE_WIDTH  17
#define CHANGE_WIDTH 12

typedef struct {
    const Comparison *comparison;
    const ReportOptions *options;
    ReportSink *sink;
    GString *text; /* scratch */
} Text;

/* `text` fit for the terminal, cut to `width` and filled up at the left or the right. */
static void
put_cell(const Text *out, const char *text, gsize width, gboolean left)
{
    g_autofree char *fit = report_clean_fit(text, width, out->options->unicode);
    const int fill = (int)(width - report_clean_width(fit));

    report_sink_printf(out->sink, "%*s%s%*s", left ? 0 : fill, "", fit, left ? fill : 0, "");
}

/* The colour of a terminal for a class of compare_format_class(). */
static void
put_change(const Text *out, const char *class, const char *change, gsize width)
{
    const char *colour = strcmp(class, "better") == 0  ? "32"
                         : strcmp(class, "worse") == 0 ? "31"
                                                       : NULL;
    g_autofree char *text = g_strdup(change);

    if (colour != NULL && out->options->colour)
        report_sink_printf(out->sink, "\033[%sm", colour);
    put_cell(out, text, width, FALSE);
    if (colour != NULL && out->options->colour)
        report_sink_puts(out->sink, "\033[0m");
}

static void
put_words(const Text *out, const char *label, const char *first, const char *second)
{
    put_cell(out, label, LABEL_WIDTH, TRUE);
    put_cell(out, first, VALUE_WIDTH, FALSE);
    report_sink_puts(out->sink, "  ");
    put_cell(out, second, VALUE_WIDTH, FALSE);
}

static void
put_seconds(const Text *out, const char *label, double first, double second, gboolean neutral)
{
    char a[REPORT_NUMBER_SIZE], b[REPORT_NUMBER_SIZE];

    put_words(out, label, report_number_short(first, a), report_number_short(second, b));
    put_change(out, neutral ? "same" : compare_format_class(first, second),
               compare_format_change(first, second, out->text), VALUE_WIDTH);
    report_sink_puts(out->sink, "\n");
}

static void
put_whole(const Text *out)
{
    const CompareReport *const *report = (const CompareReport *const *)out->comparison->report;
    const CompareInterval *first = &g_array_index(report[0]->intervals, CompareInterval, 0);
    const CompareInterval *second = &g_array_index(report[1]->intervals, CompareInterval, 0);
    char a[REPORT_NUMBER_SIZE], b[REPORT_NUMBER_SIZE];

    put_words(out, "", "A", "B");
    report_sink_puts(out->sink, "           change\n");
    put_words(out, "Report", report[0]->path, report[1]->path);
    report_sink_puts(out->sink, "\n");
    if (strcmp(report[0]->program, report[1]->program) != 0) {
        put_words(out, "Program", report[0]->program, report[1]->program);
        report_sink_puts(out->sink, "\n");
    }
    put_words(out, "Machine", report[0]->machine, report[1]->machine);
    report_sink_puts(out->sink, "\n");
    for (guint i = 0; i < out->comparison->parameters->len; i++) {
        const CompareParameter *one =
            &g_array_index(out->comparison->parameters, CompareParameter, i);
        put_words(out, one->name, one->text[0] != NULL ? one->text[0] : "-",
                  one->text[1] != NULL ? one->text[1] : "-");
        report_sink_puts(out->sink, "\n");
    }
    put_seconds(out, "Execution time, s", report[0]->execution_time, report[1]->execution_time,
                FALSE);
    put_words(out, "Efficiency", report_number_percent(first->efficiency, a),
              report_number_percent(second->efficiency, b));
    report_sink_puts(out->sink, "\n\nProcessor time, s\n");
    for (ReportUse use = 0; use < REPORT_N_USES; use++)
        if (first->uses[use] != 0 || second->uses[use] != 0)
            put_seconds(out, report_use_label(use), first->uses[use], second->uses[use],
                        use == REPORT_PRODUCTIVE);
}

static void
put_line(const Text *out, const CompareLine *line)
{
    const CompareRow *row = &g_array_index(out->comparison->rows, CompareRow, line->row);
    const char *missing = compare_format_missing(line->n_of[0], line->n_of[1]);
    g_autoptr(GString) label = g_string_new(NULL);

    g_string_append(label, compare_format_line(out->comparison, line, out->text));
    g_string_append(label, " ");
    g_string_append(label, compare_format_place(out->comparison, row, out->text));
    if (line->n > 1)
        g_string_append_printf(label, ", %u intervals", line->n);
    put_cell(out, label->str, 80 - VALUE_WIDTH - CHANGE_WIDTH, TRUE);
    put_change(out, compare_format_class(line->own_time[0], line->own_time[1]),
               compare_format_difference(line->own_time[0], line->own_time[1], out->text),
               VALUE_WIDTH);
    put_change(out, compare_format_class(line->own_time[0], line->own_time[1]),
               missing != NULL
                   ? missing
                   : compare_format_change(line->own_time[0], line->own_time[1], out->text),
               CHANGE_WIDTH);
    report_sink_puts(out->sink, "\n");
}

gboolean
compare_text_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const ComparisonOutput *output = data;
    const Comparison *comparison = output->comparison;
    g_autoptr(GString) text = g_string_new(NULL);
    const Text out = { comparison, output->options, sink, text };
    const guint n = MIN(comparison->worst->len, COMPARE_N_CHANGES);

    put_whole(&out);
    report_sink_printf(sink, "\n%s\n", compare_format_verdict(comparison, text));
    if (n > 0)
        report_sink_puts(sink, "\nWhat changed most: own time of the intervals of a line, s\n");
    for (guint i = 0; i < n; i++)
        put_line(&out, &g_array_index(comparison->worst, CompareLine, i));
    return TRUE;
}
