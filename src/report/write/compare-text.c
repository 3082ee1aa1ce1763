/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A comparison for a terminal, 80 columns.
 */
#include <stdio.h>
#include <string.h>

#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/report/compare/compare.h"

#define LABEL_WIDTH  26
#define VALUE_WIDTH  17
#define CHANGE_WIDTH 12

typedef struct {
    const ReportOptions *options;
    ReportSink *sink;
} Text;

/* `text` fit for the terminal, cut to `width` and filled up at the left or the right. */
static void
put_cell(const Text *out, const char *text, gsize width, gboolean left)
{
    g_autofree char *fit = report_clean_fit(text, width, out->options->unicode);
    const int fill = (int)(width - report_clean_width(fit));

    report_sink_printf(out->sink, "%*s%s%*s", left ? 0 : fill, "", fit, left ? fill : 0, "");
}

/* A text of the node, in the colour of its class. */
static void
put_change(const Text *out, const ValueNode *node, const char *name, gsize width)
{
    const char *class = value_get_text(node, "class");
    const char *colour = strcmp(class, "better") == 0  ? "32"
                         : strcmp(class, "worse") == 0 ? "31"
                                                       : NULL;

    if (colour != NULL && out->options->colour)
        report_sink_printf(out->sink, "\033[%sm", colour);
    put_cell(out, value_get_text(node, name), width, FALSE);
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
put_line(const Text *out, const char *label, const char *first, const char *second)
{
    put_words(out, label, first, second);
    report_sink_puts(out->sink, "\n");
}

static void
put_seconds(const Text *out, const char *label, double first, double second,
            const ValueNode *changed)
{
    char a[REPORT_NUMBER_SIZE], b[REPORT_NUMBER_SIZE];

    put_words(out, label, report_number_time(first, a), report_number_time(second, b));
    put_change(out, changed, "change", VALUE_WIDTH);
    report_sink_puts(out->sink, "\n");
}

static void
put_sides(const Text *out, const Comparison *comparison, const ValueNode *root)
{
    const CompareReport *a = comparison->report[0], *b = comparison->report[1];
    char first[REPORT_NUMBER_SIZE], second[REPORT_NUMBER_SIZE];

    put_words(out, "", "A", "B");
    report_sink_puts(out->sink, "           change\n");
    put_line(out, "Report", a->path, b->path);
    if (strcmp(a->program, b->program) != 0)
        put_line(out, "Program", a->program, b->program);
    put_line(out, "Machine", a->machine, b->machine);
    for (guint i = 0; i < comparison->parameters->len; i++) {
        const CompareParameter *one =
            &g_array_index(comparison->parameters, CompareParameter, i);
        put_line(out, one->name, one->text[0] != NULL ? one->text[0] : "-",
                 one->text[1] != NULL ? one->text[1] : "-");
    }
    put_seconds(out, "Execution time", a->execution_time, b->execution_time, root);
    put_line(out, "Efficiency", report_number_percent(compare_root(a)->efficiency, first),
             report_number_percent(compare_root(b)->efficiency, second));
}

static void
put_use(const Text *out, const ValueNode *use)
{
    put_seconds(out, value_get_text(use, "label"), value_get_real(use, "first"),
                value_get_real(use, "second"), use);
}

static void
put_changed(const Text *out, const ValueNode *change)
{
    const gint64 n = value_get_integer(change, "intervals");
    g_autoptr(GString) label = g_string_new(value_get_text(change, "name"));

    g_string_append_printf(label, " %s", value_get_text(change, "place"));
    if (n > 1)
        g_string_append_printf(label, ", %" G_GINT64_FORMAT " intervals", n);
    put_cell(out, label->str, 80 - VALUE_WIDTH - CHANGE_WIDTH, TRUE);
    put_change(out, change, "difference", VALUE_WIDTH);
    put_change(out, change, "change", CHANGE_WIDTH);
    report_sink_puts(out->sink, "\n");
}

static void
put_each(const Text *out, const ValueNode *root, const char *list,
         void (*put)(const Text *out, const ValueNode *item))
{
    Value value;
    ValueNode item;

    value_get(root, value_field(root->shape, list, strlen(list)), &value);
    while (value_next(&value.as.list, &item))
        put(out, &item);
}

gboolean
compare_text_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const ComparisonOutput *output = data;
    const Text out = { output->options, sink };
    const ValueNode root = comparison_node(output->comparison);

    report_sink_printf(sink, "%s\n", value_get_text(&root, "verdict"));
    if (output->comparison->worst->len > 0)
        report_sink_puts(sink, "\nWhat changed most: own time of the intervals of a line\n");
    put_each(&out, &root, "changes", put_changed);
    report_sink_puts(sink, "\n");
    put_sides(&out, output->comparison, &root);
    report_sink_puts(sink, "\nProcessor time\n");
    put_each(&out, &root, "uses", put_use);
    return TRUE;
}
