/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/write/csv.h"

#include <string.h>

#include "src/base/clean.h"
#include "src/base/number.h"
#include "src/params/params.h"
#include "src/report/compare/compare.h"
#include "src/report/sweep/view.h"
#include "src/report/tasks/tasks.h"
#include "src/report/value/report.h"
#include "src/report/view/report-view.h"

static void
begin_field(CsvRow *row)
{
    if (row->begun)
        report_sink_write(row->sink, ",", 1);
    row->begun = TRUE;
}

void
csv_end_row(CsvRow *row)
{
    report_sink_write(row->sink, "\n", 1);
    row->begun = FALSE;
}

void
csv_text(CsvRow *row, const char *text)
{
    g_autofree char *shown = report_clean_shown(text != NULL ? text : "", -1);
    /* spreadsheets run what begins so, in quotes too; behind an apostrophe it is text */
    const char *mark = *shown != '\0' && strchr("=+-@", *shown) != NULL ? "'" : "";

    begin_field(row);
    if (strpbrk(shown, ",\"") == NULL) {
        report_sink_printf(row->sink, "%s%s", mark, shown);
        return;
    }
    g_auto(GStrv) pieces = g_strsplit(shown, "\"", -1);
    g_autofree char *doubled = g_strjoinv("\"\"", pieces);
    report_sink_printf(row->sink, "\"%s%s\"", mark, doubled);
}

/* A text that may have megabytes, and nothing in it to double: the first piece tells whether it
 * has commas. */
static void
put_pieces(CsvRow *row, const ValuePieces *pieces)
{
    g_autoptr(GString) piece = g_string_new(NULL);
    const char *quote = NULL;

    begin_field(row);
    while (!report_sink_failed(row->sink) && pieces->next(pieces->walk, piece)) {
        if (quote == NULL) {
            quote = strchr(piece->str, ',') != NULL ? "\"" : "";
            report_sink_puts(row->sink, quote);
        }
        report_sink_write(row->sink, piece->str, piece->len);
        g_string_truncate(piece, 0);
    }
    report_sink_puts(row->sink, quote != NULL ? quote : "");
}

void
csv_value(CsvRow *row, const Value *value)
{
    char buffer[REPORT_NUMBER_SIZE];
    const char *text = NULL;

    if (value->type == VALUE_PIECES) {
        put_pieces(row, &value->as.pieces);
        return;
    }
    if (value->type == VALUE_TEXT) {
        csv_text(row, value->as.text);
        return;
    }
    begin_field(row);
    if (value->type == VALUE_INTEGER) {
        g_snprintf(buffer, sizeof buffer, "%" G_GINT64_FORMAT, value->as.integer);
        text = buffer;
    } else if (value->type == VALUE_TRUTH) {
        text = value->as.truth ? "true" : "false";
    } else if (value->type == VALUE_REAL) {
        text = report_number_exact(value->as.real, buffer);
    }
    report_sink_puts(row->sink, text != NULL ? text : "");
}

static void put_field(CsvRow *row, const char *path, const ValueNode *node,
                      const ValueField *field);

/* Names where there is a path, else values. `node` of NULL: nothing is known but its shape. */
static void
put_fields(CsvRow *row, const char *path, const ValueNode *node, const char *end)
{
    const ValueShape *shape = node->shape;

    for (guint i = 0; i < shape->n_fields && g_strcmp0(shape->fields[i].name, end) != 0; i++)
        put_field(row, path, node, &shape->fields[i]);
}

static void
put_field(CsvRow *row, const char *path, const ValueNode *node, const ValueField *field)
{
    g_autofree char *name = path != NULL ? g_strconcat(path, field->name, NULL) : NULL;
    g_autofree char *below = path != NULL ? g_strconcat(name, ".", NULL) : NULL;
    Value value = value_absent();
    ValueNode item = { .shape = field->shape };

    if (node->of != NULL)
        value_get(node, field, &value);
    if (field->type == VALUE_OBJECT) {
        put_fields(row, below, value.type == VALUE_OBJECT ? &value.as.object : &item, NULL);
    } else if (field->type == VALUE_MAP) {
        while (value.type == VALUE_MAP && value_next(&value.as.list, &item)) {
            g_autofree char *of_item =
                path != NULL ? g_strconcat(below, value_get_text(&item, "name"), ".", NULL)
                             : NULL;
            put_fields(row, of_item, &item, NULL);
        }
    } else if (field->type != VALUE_ARRAY) {
        if (path != NULL)
            csv_text(row, name);
        else
            csv_value(row, &value);
    }
    value_end(&value);
}

void
csv_names(CsvRow *row, const ValueNode *node, const char *end)
{
    put_fields(row, "", node, end);
}

void
csv_values(CsvRow *row, const ValueNode *node, const char *end)
{
    put_fields(row, NULL, node, end);
}

static Value
get_member(const ValueNode *node, const char *name)
{
    Value value;

    value_get(node, value_field(node->shape, name, strlen(name)), &value);
    return value;
}

/* A row for an interval, below the names in the first: its fields, two more, whether the trace
 * is complete, and the file of the machine. */
static void
put_interval(CsvRow *row, const ValueNode *interval, const ValueField *more,
             const Value *complete, const Value *machine)
{
    if (interval->at == 0) {
        csv_names(row, interval, NULL);
        put_field(row, "", interval, more);
        put_field(row, "", interval, more + 1);
        csv_text(row, "trace.complete");
        csv_text(row, "parameters_file");
        csv_end_row(row);
    }
    csv_values(row, interval, NULL);
    put_field(row, NULL, interval, more);
    put_field(row, NULL, interval, more + 1);
    csv_value(row, complete);
    csv_value(row, machine);
    csv_end_row(row);
}

/* How often an interval was entered is a `count` too. */
static void
put_processor_names(CsvRow *row, const ValueNode *interval, const ValueNode *one)
{
    const ValueField *fields = one->shape->fields;

    csv_names(row, interval, "processors");
    for (guint i = 0; i < one->shape->n_fields && fields[i].name != NULL; i++)
        put_field(row, g_str_equal(fields[i].name, "count") ? "processor_" : "", one,
                  &fields[i]);
    csv_text(row, "parameters_file");
    csv_end_row(row);
}

/* A row for each of the interval's classes of processors, or for each processor. */
static void
put_processors(CsvRow *row, const ValueNode *interval, gboolean per_processor,
               const Value *machine)
{
    Value value =
        get_member(interval, per_processor ? "processor_values" : "processor_classes");
    ValueNode one;

    for (gint64 n = 0; !report_sink_failed(row->sink) && value_next(&value.as.list, &one);
         n++) {
        if (interval->at == 0 && n == 0)
            put_processor_names(row, interval, &one);
        csv_values(row, interval, "processors");
        csv_values(row, &one, NULL);
        csv_value(row, machine);
        csv_end_row(row);
    }
    value_end(&value);
}

gboolean
report_csv_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const Report *report = data;
    const ReportOptions *options = report->options;
    g_autoptr(ReportView) view = report_view_new(report->prediction, options, FALSE);
    const ValueNode root = report_view_root(view);
    const Value trace = get_member(&root, "trace");
    const Value complete = get_member(&trace.as.object, "complete");
    const Value machine = get_member(&root, "parameters_file");
    /* and, behind it, Efficiency_without_start */
    const ValueField *more =
        value_field(value_field(root.shape, "intervals", strlen("intervals"))->shape,
                    "Start_exit", strlen("Start_exit"));
    Value intervals = get_member(&root, "intervals");
    CsvRow row = { .sink = sink };
    ValueNode interval;

    view->all_operations = TRUE;
    while (!report_sink_failed(sink) && value_next(&intervals.as.list, &interval)) {
        if (options->csv_processors && !options->no_processors)
            put_processors(&row, &interval, options->per_processor, &machine);
        else
            put_interval(&row, &interval, more, &complete, &machine);
    }
    value_end(&intervals);
    return TRUE;
}

/* Whether some machine is a network of nodes and links. */
static gboolean
has_links(const Sweep *sweep)
{
    for (guint i = 0; i < sweep->rows->len; i++)
        if (params_is_links(sweep_row(sweep, i)->params))
            return TRUE;
    return FALSE;
}

/* The parameters of a configuration by their names in the JSON, or their values: a topology is
 * "4x2", speeds are "2 x 1, 2 x 0.5"; those of `links` are as a parameter file has them. */
static void
put_parameters(CsvRow *row, const SweepRow *configuration, gboolean links)
{
    for (ParamsId id = 0; id < PARAMS_N; id++) {
        const double *real =
            configuration != NULL ? params_real(configuration->params, id) : NULL;
        if (params_is_of_links(id) && !links)
            continue;
        if (configuration == NULL) {
            g_autofree char *name = g_strconcat("parameters.", params_rows[id].name, NULL);
            csv_text(row, g_strdelimit(name, " ", '_'));
        } else if (real != NULL) {
            const Value value = value_known(*real);
            csv_value(row, &value);
        } else {
            g_autofree char *text = sweep_parameter_text(configuration->params, id);
            csv_text(row, text);
        }
    }
}

/* A row for a configuration, or one of the names (of NULL). */
static void
put_configuration(CsvRow *row, const ValueNode *node, gboolean links, const char *complete)
{
    static const char *const columns[] = {
        "id",
        "status",
        "reason",
        "parameters_file",
        "parameters",
        "processors",
        "execution_time",
        "speedup",
        "efficiency",
        "serial_time",
        "total_time",
        "productive_time",
        "start_exit",
        "start_exit_repeated",
        "efficiency_without_start",
        "losses",
        "pop",
        "beyond_extents",
        "report",
    };

    for (gsize i = 0; i < G_N_ELEMENTS(columns); i++)
        if (g_str_equal(columns[i], "parameters"))
            put_parameters(row, node->of, links);
        else
            put_field(row, node->of == NULL ? "" : NULL, node,
                      value_field(node->shape, columns[i], strlen(columns[i])));
    csv_text(row, complete);
    csv_end_row(row);
}

gboolean
sweep_csv_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const ValueNode root = sweep_view_root(data);
    const gboolean complete = ((const SweepView *)data)->sweep->trace.complete;
    Value rows = get_member(&root, "configurations");
    ValueNode node = { .shape = rows.as.list.shape };
    CsvRow row = { .sink = sink };

    const gboolean links = has_links(((const SweepView *)data)->sweep);

    put_configuration(&row, &node, links, "trace.complete");
    while (!report_sink_failed(sink) && value_next(&rows.as.list, &node))
        put_configuration(&row, &node, links, complete ? "true" : "false");
    value_end(&rows);
    return TRUE;
}

/* A row for each interval; what one side does not have is empty. */
gboolean
compare_csv_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    const ComparisonOutput *output = data;
    const ValueNode root = comparison_node(output->comparison);
    Value intervals = get_member(&root, "intervals");
    CsvRow row = { .sink = sink };
    ValueNode node = { .shape = intervals.as.list.shape };

    csv_names(&row, &node, NULL);
    csv_end_row(&row);
    while (!report_sink_failed(sink) && value_next(&intervals.as.list, &node)) {
        csv_values(&row, &node, NULL);
        csv_end_row(&row);
    }
    value_end(&intervals);
    return TRUE;
}

gboolean
tasks_csv_write(gpointer data, ReportSink *sink, GError **error G_GNUC_UNUSED)
{
    g_autoptr(TaskView) view = task_view_new(data);
    const ValueNode root = task_view_root(view);
    Value predictions = get_member(&root, "predictions");
    CsvRow row = { .sink = sink };
    ValueNode node;

    while (value_next(&predictions.as.list, &node)) {
        if (node.at == 0) {
            csv_names(&row, &node, NULL);
            csv_end_row(&row);
        }
        csv_values(&row, &node, NULL);
        csv_end_row(&row);
    }
    value_end(&predictions);
    return TRUE;
}
