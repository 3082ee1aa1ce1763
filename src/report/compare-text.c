/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A comparison for a terminal, 80 columns.
 */
#include <stdio.h>
#include <string.h>

#include "src/report/compare-format.h"
#include "src/report/report-clean.h"
#include "src/report/report-number.h"

#define LABEL_WIDTH 26
#define VALUE_WIDTH 17

typedef struct {
    const Comparison *comparison;
    const ReportOptions *options;
    ReportSink *sink;
    GString *text; /* scratch */
} Text;

/* `text` fit for the terminal, its end if it is longer than `width`, filled up at the left or
 * the right. */
static void
put_cell(const Text *out, const char *text, glong width, gboolean left)
{
    g_autofree char *clean = report_clean_terminal(text, out->options->unicode);
    const glong length = g_utf8_strlen(clean, -1);
    const char *end = length > width ? g_utf8_offset_to_pointer(clean, length - width) : clean;
    const int fill = (int)(width - MIN(length, width));

    report_sink_printf(out->sink, "%*s%s%*s", left ? 0 : fill, "", end, left ? fill : 0, "");
}

/* The colour of a terminal for a class of compare_format_class(). */
static void
put_change(const Text *out, const char *class, const char *change)
{
    const char *colour = strcmp(class, "better") == 0  ? "32"
                         : strcmp(class, "worse") == 0 ? "31"
                                                       : NULL;
    g_autofree char *text = g_strdup(change);

    if (colour != NULL && out->options->colour)
        report_sink_printf(out->sink, "\033[%sm", colour);
    put_cell(out, text, VALUE_WIDTH, FALSE);
    if (colour != NULL && out->options->colour)
        report_sink_puts(out->sink, "\033[0m");
    report_sink_puts(out->sink, "\n");
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
               compare_format_change(first, second, out->text));
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
    put_words(out, "Machine", report[0]->machine, report[1]->machine);
    report_sink_puts(out->sink, "\n");
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
    g_autoptr(GString) label = g_string_new(NULL);

    g_string_append(label, compare_format_line(out->comparison, line, out->text));
    g_string_append(label, " ");
    g_string_append(label, compare_format_place(out->comparison, row, out->text));
    if (line->n > 1)
        g_string_append_printf(label, ", %u intervals", line->n);
    put_cell(out, label->str, 80 - 2 * VALUE_WIDTH, TRUE);
    put_cell(out,
             line->n > 1                  ? ""
             : row->of[0] == COMPARE_NONE ? "only in B"
             : row->of[1] == COMPARE_NONE ? "only in A"
                                          : "",
             VALUE_WIDTH, FALSE);
    put_change(out, compare_format_class(0, line->own),
               compare_format_difference(line->own, out->text));
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
        report_sink_puts(sink, "\nLines whose own execution time changed most, s\n");
    for (guint i = 0; i < n; i++)
        put_line(&out, &g_array_index(comparison->worst, CompareLine, i));
    return TRUE;
}
