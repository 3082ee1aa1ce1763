/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * CSV: a row for each interval, or for each interval and class of processors.  Fields are
 * quoted as in RFC 4180; rows end with a line feed.  Columns are named by the path in the JSON,
 * what an interval's object holds without a prefix.  A value that is not known is an empty
 * field.
 */
#include <string.h>

#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/report/value/formats.h"
#include "src/report/value/sink.h"
#include "src/report/view/fields.h"

#define PIECE 16384 /* bytes */

typedef struct {
    ReportSink *sink;
    gboolean begun; /* the row has a field already */
} Row;

static void
begin_field(Row *row)
{
    if (row->begun)
        report_sink_write(row->sink, ",", 1);
    row->begun = TRUE;
}

static void
end_row(Row *row)
{
    report_sink_write(row->sink, "\n", 1);
    row->begun = FALSE;
}

/* A field that needs no quotes. */
static void
put_plain(Row *row, const char *text)
{
    begin_field(row);
    report_sink_puts(row->sink, text);
}

static void
put_text(Row *row, const char *text)
{
    g_autofree char *clean = report_clean_utf8(text);

    if (strpbrk(clean, ",\"\r\n") == NULL) {
        put_plain(row, clean);
        return;
    }
    g_auto(GStrv) pieces = g_strsplit(clean, "\"", -1);
    g_autofree char *doubled = g_strjoinv("\"\"", pieces);
    begin_field(row);
    report_sink_printf(row->sink, "\"%s\"", doubled);
}

static void
put_integer(Row *row, gint64 value)
{
    begin_field(row);
    report_sink_printf(row->sink, "%" G_GINT64_FORMAT, value);
}

static void
put_natural(Row *row, guint64 value)
{
    begin_field(row);
    report_sink_printf(row->sink, "%" G_GUINT64_FORMAT, value);
}

static void
put_real(Row *row, double value)
{
    char buffer[REPORT_NUMBER_SIZE];
    const char *text = report_number_exact(value, buffer);

    put_plain(row, text != NULL ? text : "");
}

/* What both kinds of rows begin with. */
static void
put_place_names(Row *row)
{
    static const char *const names[] = { "id",    "parent", "type", "level",
                                         "count", "file",   "line", "expression" };

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        put_plain(row, names[i]);
}

static void
put_place(Row *row, const Interval *interval)
{
    put_natural(row, interval->id);
    put_natural(row, interval->parent);
    put_plain(row, interval_type_name(interval->type));
    put_natural(row, interval->level);
    put_natural(row, interval->count);
    put_text(row, interval->file != NULL ? interval->file : "");
    put_integer(row, interval->line);
    if (interval->has_expression)
        put_integer(row, interval->expression);
    else
        put_plain(row, "");
}

static void
put_operation_names(Row *row, gboolean with_count)
{
    guint n;
    const ReportField *fields = report_fields_operation(&n);

    for (guint op = 0; op < N_OPERATIONS; op++) {
        const char *name = operation_name((Operation)op);
        begin_field(row);
        if (with_count)
            report_sink_printf(row->sink, "operations.%s.count,", name);
        for (guint i = 0; i < n; i++)
            report_sink_printf(row->sink, "%soperations.%s.%s", i > 0 ? "," : "", name,
                               fields[i].name);
    }
}

/* `counts` may be NULL. */
static void
put_operations(Row *row, const OperationTimes operations[], const guint64 counts[])
{
    guint n;
    const ReportField *fields = report_fields_operation(&n);

    for (guint op = 0; op < N_OPERATIONS; op++) {
        if (counts != NULL)
            put_natural(row, counts[op]);
        for (guint i = 0; i < n; i++)
            put_real(row, report_field_value(&operations[op], &fields[i]));
    }
}

static void
put_interval_names(Row *row)
{
    guint n, n_pop;
    const CharacteristicRow *rows = characteristic_rows(&n);
    const ReportField *pop = report_fields_pop(&n_pop);

    put_place_names(row);
    put_plain(row, "processors");
    put_plain(row, "Efficiency");
    put_plain(row, rows[0].name);
    put_plain(row, "Total_time");
    for (guint i = 1; i < n; i++)
        put_plain(row, rows[i].name);
    for (guint i = 0; i < n_pop; i++) {
        begin_field(row);
        report_sink_printf(row->sink, "pop.%s", pop[i].name);
    }
    put_operation_names(row, TRUE);
    put_plain(row, "trace.complete");
    end_row(row);
}

static void
put_interval(Row *row, const Interval *interval, gboolean complete)
{
    guint n, n_pop;
    const CharacteristicRow *rows = characteristic_rows(&n);
    const ReportField *pop = report_fields_pop(&n_pop);

    put_place(row, interval);
    put_integer(row, interval->processors);
    put_real(row, interval->efficiency);
    put_real(row, characteristic_value(&interval->values, &rows[0]));
    put_real(row, interval->total_time);
    for (guint i = 1; i < n; i++)
        put_real(row, characteristic_value(&interval->values, &rows[i]));
    for (guint i = 0; i < n_pop; i++)
        put_real(row, report_field_value(&interval->pop, &pop[i]));
    put_operations(row, interval->values.operations, interval->n_operations);
    put_plain(row, complete ? "true" : "false");
    end_row(row);
}

static void
put_class_names(Row *row, gboolean per_processor)
{
    guint n;
    const CharacteristicRow *rows = characteristic_rows(&n);

    put_place_names(row);
    put_plain(row, per_processor ? "processor" : "processors");
    if (!per_processor)
        put_plain(row, "processor_count");
    for (guint i = 0; i < n; i++)
        put_plain(row, rows[i].name);
    put_operation_names(row, FALSE);
    end_row(row);
}

static void
put_values(Row *row, const ProcessorClass *one)
{
    guint n;
    Characteristics values;
    const CharacteristicRow *rows = characteristic_rows(&n);

    processor_class_values(one, &values);
    for (guint i = 0; i < n; i++)
        put_real(row, characteristic_value(&values, &rows[i]));
    put_operations(row, values.operations, NULL);
    end_row(row);
}

/* Pieces of boxes: a class may have megabytes of them. */
static void
put_boxes(Row *row, const ProcessorClass *one, const RaterGrid *grid, GString *piece)
{
    const char *quote = grid->rank > 1 ? "\"" : ""; /* commas between the dimensions */
    g_autoptr(ProcessorBoxWalk) walk = processor_box_walk_new(one->set);

    put_plain(row, quote);
    g_string_truncate(piece, 0);
    while (!report_sink_failed(row->sink) && processor_box_walk_text(walk, PIECE, piece)) {
        report_sink_write(row->sink, piece->str, piece->len);
        g_string_truncate(piece, 0);
    }
    report_sink_puts(row->sink, quote);
}

static void
put_classes(Row *row, const Interval *interval, const RaterGrid *grid)
{
    g_autoptr(GString) piece = g_string_new(NULL);

    for (guint i = 0; i < interval->n_classes && !report_sink_failed(row->sink); i++) {
        const ProcessorClass *one = &interval->classes[i];
        put_place(row, interval);
        put_boxes(row, one, grid, piece);
        put_integer(row, one->count);
        put_values(row, one);
    }
}

static void
put_processors(Row *row, const Interval *interval)
{
    g_autoptr(ProcessorWalk) walk = interval_walk_processors(interval);
    gint64 number;
    guint which;

    while (!report_sink_failed(row->sink) && processor_walk_next(walk, &number, &which)) {
        put_place(row, interval);
        put_integer(row, number);
        put_values(row, &interval->classes[which]);
    }
}

gboolean
report_csv_write(const Prediction *prediction, const ReportOptions *options, ReportSink *sink,
                 GError **error G_GNUC_UNUSED)
{
    const gboolean by_processors = options->csv_processors && !options->no_processors;
    const RaterGrid *grid = &prediction->params->topology;
    Row row = { sink, FALSE };

    if (by_processors)
        put_class_names(&row, options->per_processor);
    else
        put_interval_names(&row);
    for (guint i = 0; i < prediction->n_intervals && !report_sink_failed(sink); i++) {
        const Interval *interval = &prediction->intervals[i];
        if (!report_shows(options, interval))
            continue;
        if (!by_processors)
            put_interval(&row, interval, prediction->complete);
        else if (options->per_processor)
            put_processors(&row, interval);
        else
            put_classes(&row, interval, grid);
    }
    return TRUE;
}
