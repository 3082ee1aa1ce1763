/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Values of the HTML report, a function for those of each variable.  Each takes the values that
 * are its own and returns FALSE for the others.
 */
#include "config.h"

#include "src/report/html-model.h"
#include "src/report/report-fields.h"

/* Boxes of a set that are written out in a row of the table. */
#define MOST_BOXES 12

static gboolean
set_text(TemplateValue *out, const char *text)
{
    out->type = TEMPLATE_TEXT;
    out->as.text = text != NULL ? text : "";
    return TRUE;
}

static gboolean
set_integer(TemplateValue *out, gint64 integer)
{
    out->type = TEMPLATE_INTEGER;
    out->as.integer = integer;
    return TRUE;
}

static gboolean
set_natural(TemplateValue *out, guint64 natural)
{
    return set_integer(out, (gint64)MIN(natural, (guint64)G_MAXINT64));
}

static gboolean
set_real(TemplateValue *out, double real)
{
    out->type = TEMPLATE_REAL;
    out->as.real = real;
    return TRUE;
}

static gboolean
set_truth(TemplateValue *out, gboolean truth)
{
    out->type = TEMPLATE_TRUTH;
    out->as.truth = truth;
    return TRUE;
}

/* Part of all, 0 of nothing. */
static double
divide(double part, double all)
{
    return all > 0 ? part / all : 0;
}

/* "PAR 3" */
static const char *
name_interval(HtmlModel *model, const Interval *interval)
{
    g_string_assign(model->text, interval_type_name(interval->type));
    if (interval->has_expression)
        g_string_append_printf(model->text, " %" G_GINT64_FORMAT, interval->expression);
    return model->text->str;
}

/* "heat2d.fdv:14" */
static const char *
place_interval(HtmlModel *model, const Interval *interval)
{
    g_string_printf(model->text, "%s:%" G_GINT64_FORMAT,
                    interval->file != NULL ? interval->file : "", interval->line);
    return model->text->str;
}

/* The processors of a row: a number, or boxes of grid indices. */
static const char *
name_row(HtmlModel *model, const Interval *interval, gint64 row)
{
    const RaterGrid *grid = &model->prediction->params->topology;

    g_string_truncate(model->text, 0);
    if (model->options->per_processor) {
        g_string_printf(model->text, "%" G_GINT64_FORMAT, model->walk_number);
        return model->text->str;
    }
    const ProcessorClass *one = &interval->classes[row];
    if (one->boxes->len <= MOST_BOXES) {
        processor_class_format(one, grid, model->text);
        return model->text->str;
    }
    ProcessorClass first = *one;
    first.boxes = g_array_sized_new(FALSE, FALSE, sizeof(ProcessorBox), MOST_BOXES);
    g_array_append_vals(first.boxes, one->boxes->data, MOST_BOXES);
    processor_class_format(&first, grid, model->text);
    g_array_unref(first.boxes);
    g_string_append_printf(model->text, " and %u boxes more", one->boxes->len - MOST_BOXES);
    return model->text->str;
}

static const ProcessorClass *
row_class(const HtmlModel *model, const Interval *interval, gint64 row)
{
    return &interval->classes[model->options->per_processor ? model->walk_class : row];
}

static gboolean
get_column(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    guint n;
    const CharacteristicRow *rows = characteristic_rows(&n);

    if (value != HTML_VALUE_COLUMN_NAME && value != HTML_VALUE_COLUMN_LABEL)
        return FALSE;
    const guint column = g_array_index(model->columns, guint, current[HTML_COLUMN]);
    if (value == HTML_VALUE_COLUMN_NAME)
        return set_text(out, column < n ? rows[column].name
                                        : operation_name((Operation)(column - n)));
    return set_text(out,
                    column < n ? rows[column].label : operation_label((Operation)(column - n)));
}

static gboolean
get_row(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const Interval *interval = &model->prediction->intervals[MAX(current[HTML_INTERVAL], 0)];
    const gint64 row = current[HTML_ROW];
    guint n, column;
    const CharacteristicRow *rows = characteristic_rows(&n);

    switch (value) {
    case HTML_VALUE_ROW_PROCESSORS:
        return set_text(out, name_row(model, interval, row));
    case HTML_VALUE_ROW_COUNT:
        return set_integer(
            out, model->options->per_processor ? 1 : row_class(model, interval, row)->count);
    case HTML_VALUE_CELL_VALUE:
        column = g_array_index(model->columns, guint, current[HTML_CELL]);
        const Characteristics *values = &row_class(model, interval, row)->values;
        return set_real(out, column < n ? characteristic_value(values, &rows[column])
                                        : values->operations[column - n].communication);
    default:
        return FALSE;
    }
}

static gboolean
get_characteristic(HtmlModel *model, const gint64 current[], HtmlValue value,
                   TemplateValue *out)
{
    static const CharacteristicRow total = { "Total_time", "Total time",
                                             "Execution time times the number of processors.",
                                             0 };
    const Interval *interval = &model->prediction->intervals[MAX(current[HTML_INTERVAL], 0)];
    const gint64 item = current[HTML_CHARACTERISTIC];
    guint n;
    const CharacteristicRow *rows = characteristic_rows(&n);
    const CharacteristicRow *row =
        item == HTML_TOTAL_TIME ? &total
                                : &rows[item > HTML_TOTAL_TIME ? item - 1 : MAX(item, 0)];

    switch (value) {
    case HTML_VALUE_CHARACTERISTIC_NAME:
        return set_text(out, row->name);
    case HTML_VALUE_CHARACTERISTIC_LABEL:
        return set_text(out, row->label);
    case HTML_VALUE_CHARACTERISTIC_HELP:
        return set_text(out, row->help);
    case HTML_VALUE_CHARACTERISTIC_VALUE:
        return set_real(out, row == &total ? interval->total_time
                                           : characteristic_value(&interval->values, row));
    default:
        return FALSE;
    }
}

static gboolean
get_operation(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const Interval *interval = &model->prediction->intervals[MAX(current[HTML_INTERVAL], 0)];
    const Operation operation = (Operation)MAX(current[HTML_OPERATION], 0);
    const OperationTimes *times = &interval->values.operations[operation];

    switch (value) {
    case HTML_VALUE_OPERATION_NAME:
        return set_text(out, operation_name(operation));
    case HTML_VALUE_OPERATION_LABEL:
        return set_text(out, operation_label(operation));
    case HTML_VALUE_OPERATION_COUNT:
        return set_natural(out, interval->n_operations[operation]);
    case HTML_VALUE_OPERATION_COMMUNICATION:
        return set_real(out, times->communication);
    case HTML_VALUE_OPERATION_SYNCHRONIZATION:
        return set_real(out, times->synchronization);
    case HTML_VALUE_OPERATION_VARIATION:
        return set_real(out, times->variation);
    case HTML_VALUE_OPERATION_OVERLAP:
        return set_real(out, times->overlap);
    default:
        return FALSE;
    }
}

static gboolean
get_use(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const Interval *interval = &model->prediction->intervals[MAX(current[HTML_INTERVAL], 0)];
    const ReportUse use = (ReportUse)MAX(current[HTML_USE], 0);
    const double seconds = report_use_seconds(interval, use);

    switch (value) {
    case HTML_VALUE_USE_NAME:
        return set_text(out, report_use_name(use));
    case HTML_VALUE_USE_LABEL:
        return set_text(out, report_use_label(use));
    case HTML_VALUE_USE_SECONDS:
        return set_real(out, seconds);
    case HTML_VALUE_USE_SHARE:
        return set_real(out, divide(seconds, interval->total_time));
    default:
        return FALSE;
    }
}

static gboolean
get_loser(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const ReportLoser *loser = &model->losers[MAX(current[HTML_LOSER], 0)];
    const Interval *interval = &model->prediction->intervals[loser->interval];

    switch (value) {
    case HTML_VALUE_LOSER_ID:
        return set_integer(out, interval->id);
    case HTML_VALUE_LOSER_NAME:
        return set_text(out, name_interval(model, interval));
    case HTML_VALUE_LOSER_PLACE:
        return set_text(out, place_interval(model, interval));
    case HTML_VALUE_LOSER_EFFICIENCY:
        return set_real(out, interval->efficiency);
    case HTML_VALUE_LOSER_LOST_TIME:
        return set_real(out, loser->lost_time);
    case HTML_VALUE_LOSER_SHARE:
        return set_real(out, report_share(model->prediction, loser->lost_time));
    case HTML_VALUE_LOSER_CAUSE:
        return set_text(out, report_use_label(loser->mostly));
    default:
        return FALSE;
    }
}

static gboolean
get_interval_place(HtmlModel *model, const Interval *interval, HtmlValue value,
                   TemplateValue *out)
{
    switch (value) {
    case HTML_VALUE_INTERVAL_ID:
        return set_integer(out, interval->id);
    case HTML_VALUE_INTERVAL_UP:
        return set_integer(out, interval->parent);
    case HTML_VALUE_INTERVAL_PREVIOUS:
        return set_integer(out, model->previous[interval->id - 1]);
    case HTML_VALUE_INTERVAL_NEXT:
        return set_integer(out, model->next[interval->id - 1]);
    case HTML_VALUE_INTERVAL_NAME:
        return set_text(out, name_interval(model, interval));
    case HTML_VALUE_INTERVAL_TYPE:
        return set_text(out, interval_type_name(interval->type));
    case HTML_VALUE_INTERVAL_EXPRESSION:
        g_string_printf(model->text, "%" G_GINT64_FORMAT, interval->expression);
        return set_text(out, interval->has_expression ? model->text->str : "");
    case HTML_VALUE_INTERVAL_LEVEL:
        return set_integer(out, interval->level);
    case HTML_VALUE_INTERVAL_COUNT:
        return set_natural(out, interval->count);
    case HTML_VALUE_INTERVAL_ONCE:
        return set_truth(out, interval->count == 1);
    case HTML_VALUE_INTERVAL_PLACE:
        return set_text(out, place_interval(model, interval));
    case HTML_VALUE_INTERVAL_FILE:
        return set_text(out, interval->file);
    case HTML_VALUE_INTERVAL_LINE:
        return set_integer(out, interval->line);
    case HTML_VALUE_INTERVAL_OPEN: /* a large tree begins folded */
        return set_truth(out, interval->level < 2 || model->n_shown <= 60);
    default:
        return FALSE;
    }
}

/* Operations of all groups together. */
static guint64
count_operations(const Interval *interval)
{
    guint64 n = 0;

    for (guint i = 0; i < N_OPERATIONS; i++)
        n += interval->n_operations[i];
    return n;
}

/* Whether the interval's table of operations has anything to show. */
static gboolean
has_operations(const Interval *interval)
{
    for (guint i = 0; i < N_OPERATIONS; i++)
        if (!report_fields_are_zero(&interval->values.operations[i]))
            return TRUE;
    return count_operations(interval) > 0;
}

/* Nested intervals that --depth keeps from being shown: all, when the first is too deep. */
static guint
count_hidden(const HtmlModel *model, const Interval *interval)
{
    if (interval->last == interval->id ||
        report_shows(model->options, &model->prediction->intervals[interval->id]))
        return 0;
    return interval->last - interval->id;
}

static gboolean
get_interval_times(HtmlModel *model, const Interval *interval, HtmlValue value,
                   TemplateValue *out)
{
    switch (value) {
    case HTML_VALUE_INTERVAL_PROCESSORS:
        return set_integer(out, interval->processors);
    case HTML_VALUE_INTERVAL_EFFICIENCY:
        return set_real(out, interval->efficiency);
    case HTML_VALUE_INTERVAL_EXECUTION_TIME:
        return set_real(out, interval->values.execution_time);
    case HTML_VALUE_INTERVAL_TOTAL_TIME:
        return set_real(out, interval->total_time);
    case HTML_VALUE_INTERVAL_LOST_TIME:
        return set_real(out, interval->values.lost_time);
    case HTML_VALUE_INTERVAL_TIME_SHARE:
        return set_real(out, divide(interval->values.execution_time,
                                    model->prediction->intervals[0].values.execution_time));
    case HTML_VALUE_INTERVAL_LOST_SHARE:
        return set_real(out, report_share(model->prediction, interval->values.lost_time));
    case HTML_VALUE_INTERVAL_OPERATED:
        return set_truth(out, has_operations(interval));
    case HTML_VALUE_INTERVAL_HIDDEN:
        return set_integer(out, count_hidden(model, interval));
    case HTML_VALUE_INTERVAL_CLASSES:
        return set_integer(out, interval->n_classes);
    case HTML_VALUE_INTERVAL_MORE_CLASSES:
        return set_integer(out, model->options->per_processor
                                    ? 0
                                    : MAX((gint64)interval->n_classes - HTML_MOST_CLASSES, 0));
    default:
        return FALSE;
    }
}

static gboolean
get_interval_pop(const PopFactors *pop, HtmlValue value, TemplateValue *out)
{
    switch (value) {
    case HTML_VALUE_INTERVAL_PARALLEL_EFFICIENCY:
        return set_real(out, pop->parallel_efficiency);
    case HTML_VALUE_INTERVAL_LOAD_BALANCE:
        return set_real(out, pop->load_balance);
    case HTML_VALUE_INTERVAL_COMMUNICATION_EFFICIENCY:
        return set_real(out, pop->communication_efficiency);
    case HTML_VALUE_INTERVAL_SERIALISATION_EFFICIENCY:
        return set_real(out, pop->serialisation_efficiency);
    case HTML_VALUE_INTERVAL_TRANSFER_EFFICIENCY:
        return set_real(out, pop->transfer_efficiency);
    default:
        return FALSE;
    }
}

static gboolean
get_interval(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const Interval *interval = &model->prediction->intervals[MAX(current[HTML_INTERVAL], 0)];

    return get_interval_place(model, interval, value, out) ||
           get_interval_times(model, interval, value, out) ||
           get_interval_pop(&interval->pop, value, out);
}

static gboolean
get_trace(HtmlModel *model, HtmlValue value, TemplateValue *out)
{
    const Prediction *prediction = model->prediction;

    switch (value) {
    case HTML_VALUE_TRACE_FILE:
        return set_text(out, prediction->trace_file);
    case HTML_VALUE_TRACE_PROGRAM:
        return set_text(out, prediction->program);
    case HTML_VALUE_TRACE_CALLS:
        return set_natural(out, prediction->n_calls);
    case HTML_VALUE_TRACE_LINES:
        return set_natural(out, prediction->trace_lines);
    case HTML_VALUE_TRACE_BYTES:
        return set_natural(out, prediction->trace_bytes);
    case HTML_VALUE_TRACE_COMPLETE:
        return set_truth(out, prediction->complete);
    case HTML_VALUE_TRACE_RTS_VERSION:
        return set_integer(out, prediction->rts_version);
    case HTML_VALUE_TRACE_EXIT_CODE:
        return set_integer(out, prediction->exit_code);
    default:
        return FALSE;
    }
}

static const char *
format_topology(HtmlModel *model)
{
    g_string_truncate(model->text, 0);
    report_append_topology(&model->prediction->params->topology, model->text);
    return model->text->str;
}

static gboolean
get_report(HtmlModel *model, HtmlValue value, TemplateValue *out)
{
    const Prediction *prediction = model->prediction;
    const Interval *root = &prediction->intervals[0];

    switch (value) {
    case HTML_VALUE_REPORT_TITLE:
        return set_text(out, report_program(prediction));
    case HTML_VALUE_REPORT_TYPE:
        return set_text(out, params_type_name(prediction->params));
    case HTML_VALUE_REPORT_TOPOLOGY:
        return set_text(out, format_topology(model));
    case HTML_VALUE_REPORT_PROCESSORS:
        return set_integer(out, prediction->processors);
    case HTML_VALUE_REPORT_EXECUTION_TIME:
        return set_real(out, prediction->execution_time);
    case HTML_VALUE_REPORT_IDEAL_TIME:
        return set_real(out, prediction->ideal_time);
    case HTML_VALUE_REPORT_SERIAL_TIME:
        return set_real(out, prediction->serial_time);
    case HTML_VALUE_REPORT_SPEEDUP:
        return set_real(out, report_speedup(prediction));
    case HTML_VALUE_REPORT_EFFICIENCY:
        return set_real(out, root->efficiency);
    case HTML_VALUE_REPORT_TOTAL_TIME:
        return set_real(out, root->total_time);
    case HTML_VALUE_REPORT_LOST_TIME:
        return set_real(out, root->values.lost_time);
    case HTML_VALUE_REPORT_LOST_SHARE:
        return set_real(out, report_share(prediction, root->values.lost_time));
    case HTML_VALUE_REPORT_SHOWN:
        return set_integer(out, model->n_shown);
    case HTML_VALUE_REPORT_HIDDEN:
        return set_integer(out, (gint64)prediction->n_intervals - model->n_shown);
    default:
        return FALSE;
    }
}

static gboolean
get_line(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const guint index = (guint)MAX(current[HTML_PARAMETER], 0);
    const HtmlParameter *parameter = &g_array_index(model->parameters, HtmlParameter, index);

    switch (value) {
    case HTML_VALUE_PROGRAM_NAME:
        return set_text(out, PACKAGE_NAME);
    case HTML_VALUE_PROGRAM_VERSION:
        return set_text(out, PACKAGE_VERSION);
    case HTML_VALUE_PARAMETER_NAME:
        return set_text(out, parameter->name);
    case HTML_VALUE_PARAMETER_VALUE:
        return set_text(out, parameter->value);
    case HTML_VALUE_PARAMETER_UNIT:
        return set_text(out, parameter->unit);
    case HTML_VALUE_WARNING_TEXT:
        return set_text(out, model->prediction->warnings[current[HTML_WARNING]]);
    default:
        return FALSE;
    }
}

void
html_values_get(gpointer data, const gint64 current[], guint number, TemplateValue *out)
{
    HtmlModel *model = data;
    const HtmlValue value = (HtmlValue)number;

    /* The most frequent first. */
    if (get_row(model, current, value, out) || get_characteristic(model, current, value, out) ||
        get_operation(model, current, value, out) || get_column(model, current, value, out) ||
        get_use(model, current, value, out) || get_interval(model, current, value, out) ||
        get_loser(model, current, value, out) || get_line(model, current, value, out) ||
        get_trace(model, value, out) || get_report(model, value, out))
        return;
    g_assert_not_reached(); /* every value of html-model.def has its place above */
}
