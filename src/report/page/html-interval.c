/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Values of an interval and of its tables, a function for those of each variable.  Each takes
 * the values that are its own and returns FALSE for the others.
 */
#include "src/report/page/html-values.h"
#include "src/report/value/fields.h"

/* The processors of a row: a number, or boxes of grid indices. */
static const char *
name_row(HtmlModel *model, const Interval *interval, gint64 row)
{
    g_string_truncate(model->text, 0);
    if (model->options->per_processor) {
        g_string_printf(model->text, "%" G_GINT64_FORMAT, model->walk_number);
        return model->text->str;
    }
    const guint64 left =
        processor_set_append_text(interval->classes[row].set, HTML_MOST_BOXES, model->text);
    if (left > 0)
        g_string_append_printf(model->text, " and %" G_GUINT64_FORMAT " boxes more", left);
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
        return html_values_text(out, column < n ? rows[column].name
                                                : operation_name((Operation)(column - n)));
    return html_values_text(out, column < n ? rows[column].label
                                            : operation_label((Operation)(column - n)));
}

static gboolean
get_row(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const Interval *interval = &model->prediction->intervals[MAX(current[HTML_INTERVAL], 0)];
    const gint64 row = current[HTML_ROW];
    guint column;

    switch (value) {
    case HTML_VALUE_ROW_PROCESSORS:
        return html_values_text(out, name_row(model, interval, row));
    case HTML_VALUE_ROW_COUNT:
        return html_values_integer(
            out, model->options->per_processor ? 1 : row_class(model, interval, row)->count);
    case HTML_VALUE_CELL_VALUE:
        column = g_array_index(model->columns, guint, current[HTML_CELL]);
        return html_values_real(out, html_model_cell(row_class(model, interval, row), column));
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
        return html_values_text(out, row->name);
    case HTML_VALUE_CHARACTERISTIC_LABEL:
        return html_values_text(out, row->label);
    case HTML_VALUE_CHARACTERISTIC_HELP:
        return html_values_text(out, row->help);
    case HTML_VALUE_CHARACTERISTIC_VALUE:
        return html_values_real(out, row == &total
                                         ? interval->total_time
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
        return html_values_text(out, operation_name(operation));
    case HTML_VALUE_OPERATION_LABEL:
        return html_values_text(out, operation_label(operation));
    case HTML_VALUE_OPERATION_COUNT:
        return html_values_natural(out, interval->n_operations[operation]);
    case HTML_VALUE_OPERATION_COMMUNICATION:
        return html_values_real(out, times->communication);
    case HTML_VALUE_OPERATION_SYNCHRONIZATION:
        return html_values_real(out, times->synchronization);
    case HTML_VALUE_OPERATION_VARIATION:
        return html_values_real(out, times->variation);
    case HTML_VALUE_OPERATION_OVERLAP:
        return html_values_real(out, times->overlap);
    case HTML_VALUE_OPERATION_USED:
        return html_values_truth(out, interval->n_operations[operation] > 0 ||
                                          !report_fields_are_zero(times));
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
        return html_values_integer(out, interval->id);
    case HTML_VALUE_INTERVAL_UP:
        return html_values_integer(out, interval->parent);
    case HTML_VALUE_INTERVAL_PREVIOUS:
        return html_values_integer(out, model->previous[interval->id - 1]);
    case HTML_VALUE_INTERVAL_NEXT:
        return html_values_integer(out, model->next[interval->id - 1]);
    case HTML_VALUE_INTERVAL_NAME:
        return html_values_text(out, html_values_name(model, interval));
    case HTML_VALUE_INTERVAL_TYPE:
        return html_values_text(out, interval_type_name(interval->type));
    case HTML_VALUE_INTERVAL_EXPRESSION:
        g_string_printf(model->text, "%" G_GINT64_FORMAT, interval->expression);
        return html_values_text(out, interval->has_expression ? model->text->str : "");
    case HTML_VALUE_INTERVAL_LEVEL:
        return html_values_integer(out, interval->level);
    case HTML_VALUE_INTERVAL_COUNT:
        return html_values_natural(out, interval->count);
    case HTML_VALUE_INTERVAL_ONCE:
        return html_values_truth(out, interval->count == 1);
    case HTML_VALUE_INTERVAL_PLACE:
        return html_values_text(out, html_values_place(model, interval));
    case HTML_VALUE_INTERVAL_FILE:
        return html_values_text(out, interval->file);
    case HTML_VALUE_INTERVAL_LINE:
        return html_values_integer(out, interval->line);
    case HTML_VALUE_INTERVAL_OPEN: /* a large tree begins folded */
        return html_values_truth(out, interval->level < 2 || model->n_shown <= 60);
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
        return html_values_integer(out, interval->processors);
    case HTML_VALUE_INTERVAL_EFFICIENCY:
        return html_values_real(out, interval->efficiency);
    case HTML_VALUE_INTERVAL_EXECUTION_TIME:
        return html_values_real(out, interval->values.execution_time);
    case HTML_VALUE_INTERVAL_TOTAL_TIME:
        return html_values_real(out, interval->total_time);
    case HTML_VALUE_INTERVAL_LOST_TIME:
        return html_values_real(out, interval->values.lost_time);
    case HTML_VALUE_INTERVAL_TIME_SHARE:
        return html_values_real(
            out, html_values_share(interval->values.execution_time,
                                   model->prediction->intervals[0].values.execution_time));
    case HTML_VALUE_INTERVAL_LOST_SHARE:
        return html_values_real(out,
                                report_share(model->prediction, interval->values.lost_time));
    case HTML_VALUE_INTERVAL_OPERATED:
        return html_values_truth(out, has_operations(interval));
    case HTML_VALUE_INTERVAL_HIDDEN:
        return html_values_integer(out, count_hidden(model, interval));
    case HTML_VALUE_INTERVAL_CLASSES:
        return html_values_integer(out, interval->n_classes);
    case HTML_VALUE_INTERVAL_MORE_CLASSES:
        return html_values_integer(out, model->options->per_processor
                                            ? 0
                                            : (gint64)interval->n_classes -
                                                  model->n_rows[interval->id - 1]);
    default:
        return FALSE;
    }
}

static gboolean
get_interval_pop(const PopFactors *pop, HtmlValue value, TemplateValue *out)
{
    switch (value) {
    case HTML_VALUE_INTERVAL_PARALLEL_EFFICIENCY:
        return html_values_real(out, pop->parallel_efficiency);
    case HTML_VALUE_INTERVAL_LOAD_BALANCE:
        return html_values_real(out, pop->load_balance);
    case HTML_VALUE_INTERVAL_COMMUNICATION_EFFICIENCY:
        return html_values_real(out, pop->communication_efficiency);
    case HTML_VALUE_INTERVAL_SERIALISATION_EFFICIENCY:
        return html_values_real(out, pop->serialisation_efficiency);
    case HTML_VALUE_INTERVAL_TRANSFER_EFFICIENCY:
        return html_values_real(out, pop->transfer_efficiency);
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

gboolean
html_interval_get(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    /* The most frequent first. */
    return get_row(model, current, value, out) ||
           get_characteristic(model, current, value, out) ||
           get_operation(model, current, value, out) ||
           get_column(model, current, value, out) || get_interval(model, current, value, out);
}
