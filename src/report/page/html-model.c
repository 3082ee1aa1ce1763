/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/page/html-model.h"

#include <stddef.h>

#include "src/base/number.h"
#include "src/report/page/html-explain.h"
#include "src/report/value/fields.h"

static void
clear_parameter(gpointer parameter)
{
    g_free(((HtmlParameter *)parameter)->value);
}

/* Takes `value`. */
static void
add_parameter(HtmlModel *model, const char *name, const char *unit, char *value)
{
    const HtmlParameter parameter = { name, unit, value };

    g_array_append_val(model->parameters, parameter);
}

static void
add_real(HtmlModel *model, const char *name, const char *unit, double value)
{
    char buffer[REPORT_NUMBER_SIZE];

    add_parameter(model, name, unit, g_strdup(report_number_short(value, buffer)));
}

/* "4 x 1, 2 x 0.5" */
static char *
format_speeds(const GArray *speeds)
{
    GString *text = g_string_new(NULL);
    char buffer[REPORT_NUMBER_SIZE];

    for (guint i = 0; i < speeds->len; i++) {
        const ParamsSpeed *group = &g_array_index(speeds, ParamsSpeed, i);
        g_string_append_printf(text, "%s%" G_GINT64_FORMAT " x %s", i > 0 ? ", " : "",
                               group->count, report_number_short(group->speed, buffer));
    }
    return g_string_free(text, FALSE);
}

/* Names and units are those of Predictor.par, so that the page tells how to repeat the run. */
static void
add_parameters(HtmlModel *model)
{
    const double micro = 1e6;
    const Params *params = model->prediction->params;
    GString *topology = g_string_new(NULL);

    report_append_topology(&params->topology, topology);
    add_parameter(model, "type", "", g_strdup(params_type_name(params)));
    add_parameter(model, "topology", "", g_string_free(topology, FALSE));
    add_real(model, "start time", "\xc2\xb5s", params->start_time * micro);
    add_real(model, "send byte time", "\xc2\xb5s", params->send_byte_time * micro);
    add_real(model, "power", "", params->power);
    add_real(model, "trace overhead", "\xc2\xb5s", params->trace_overhead * micro);
    add_real(model, "scale", "", params->network.scale);
    add_parameter(model, "channels", "",
                  g_strdup_printf("%" G_GINT64_FORMAT, params->network.channels));
    if (params->speeds != NULL && params->speeds->len > 0)
        add_parameter(model, "speed", "", format_speeds(params->speeds));
}

/* Neighbours in pre-order among the intervals that are shown. */
static void
link_intervals(HtmlModel *model)
{
    const Prediction *prediction = model->prediction;
    guint last = 0;

    model->previous = g_new0(guint, prediction->n_intervals);
    model->next = g_new0(guint, prediction->n_intervals);
    for (guint i = 0; i < prediction->n_intervals; i++) {
        if (!report_shows(model->options, &prediction->intervals[i]))
            continue;
        model->n_shown++;
        model->previous[i] = last;
        if (last > 0)
            model->next[last - 1] = i + 1;
        last = i + 1;
    }
}

double
html_model_cell(const ProcessorClass *one, guint column)
{
    guint n;
    const CharacteristicRow *rows = characteristic_rows(&n);

    return processor_class_value(one, column < n ? rows[column].offset
                                                 : offsetof(Characteristics, operations) +
                                                       (column - n) * sizeof(OperationTimes) +
                                                       offsetof(OperationTimes, communication));
}

static gboolean
is_used(const HtmlModel *model, guint column)
{
    for (guint i = 0; i < model->prediction->n_intervals; i++) {
        const Interval *interval = &model->prediction->intervals[i];
        if (!report_shows(model->options, interval))
            continue;
        for (guint c = 0; c < interval->n_classes; c++)
            if (html_model_cell(&interval->classes[c], column) != 0)
                return TRUE;
    }
    return FALSE;
}

/* Finds the columns of the table of processors: what is 0 everywhere needs none. */
static void
find_columns(HtmlModel *model)
{
    guint n;

    if (model->options->no_processors)
        return;
    characteristic_rows(&n);
    for (guint column = 0; column < n + N_OPERATIONS; column++)
        if (is_used(model, column))
            g_array_append_val(model->columns, column);
}

/* How many of the interval's classes go into what is left of the page. */
static guint
fit_rows(const Interval *interval, guint columns, guint *left)
{
    guint n = 0;

    for (; n < MIN(interval->n_classes, HTML_MOST_CLASSES); n++) {
        const guint64 n_boxes = processor_set_n_boxes(interval->classes[n].set);
        const guint cells = columns + (guint)MIN(n_boxes, HTML_MOST_BOXES);
        if (cells > *left)
            break;
        *left -= cells;
    }
    return n;
}

/* Level by level: what stands high in the tree is looked at first. */
static void
share_rows(HtmlModel *model)
{
    const Prediction *prediction = model->prediction;
    guint left = HTML_MOST_CELLS, deepest = 0;

    model->n_rows = g_new0(guint, prediction->n_intervals);
    for (guint i = 0; i < prediction->n_intervals; i++)
        if (report_shows(model->options, &prediction->intervals[i]))
            deepest = MAX(deepest, prediction->intervals[i].level);
    g_autofree guint *first = g_new0(guint, deepest + 2);
    g_autofree guint *order = g_new(guint, prediction->n_intervals);
    for (guint i = 0; i < prediction->n_intervals; i++)
        if (report_shows(model->options, &prediction->intervals[i]))
            first[prediction->intervals[i].level + 1]++;
    for (guint level = 1; level <= deepest; level++)
        first[level] += first[level - 1];
    for (guint i = 0; i < prediction->n_intervals; i++)
        if (report_shows(model->options, &prediction->intervals[i]))
            order[first[prediction->intervals[i].level]++] = i;
    for (guint i = 0; i < model->n_shown; i++)
        model->n_rows[order[i]] =
            fit_rows(&prediction->intervals[order[i]], model->columns->len, &left);
}

HtmlModel *
html_model_new(const Prediction *prediction, const ReportOptions *options)
{
    HtmlModel *model = g_new0(HtmlModel, 1);

    model->prediction = prediction;
    model->options = options;
    model->parameters = g_array_new(FALSE, FALSE, sizeof(HtmlParameter));
    g_array_set_clear_func(model->parameters, clear_parameter);
    model->columns = g_array_new(FALSE, FALSE, sizeof(guint));
    model->text = g_string_new(NULL);
    model->n_warnings = prediction->warnings != NULL ? g_strv_length(prediction->warnings) : 0;
    model->source = html_source_new(prediction, options);
    model->explain = html_explain_new(prediction, options);
    add_parameters(model);
    link_intervals(model);
    find_columns(model);
    share_rows(model);
    model->n_losers = report_losers(prediction, options, model->losers, HTML_N_LOSERS);
    return model;
}

void
html_model_free(HtmlModel *model)
{
    g_clear_pointer(&model->walk, processor_walk_free);
    html_source_free(model->source);
    html_explain_free(model->explain);
    g_array_unref(model->parameters);
    g_array_unref(model->columns);
    g_free(model->previous);
    g_free(model->next);
    g_free(model->n_rows);
    g_string_free(model->text, TRUE);
    g_free(model);
}

const TemplateModel *
html_model_tables(void)
{
    static const char *const variables[] = {
#define VARIABLE(id, name) name,
#include "src/report/page/html-model.def"
    };
    static const char *const values[] = {
#define VALUE(id, name) name,
#include "src/report/page/html-model.def"
    };
    static const TemplateList lists[] = {
#define LIST(id, name, variable, nested) { name, HTML_##variable, nested },
#include "src/report/page/html-model.def"
    };
    static const TemplateModel tables = {
        variables, G_N_ELEMENTS(variables), values,          G_N_ELEMENTS(values),
        lists,     G_N_ELEMENTS(lists),     html_values_get, html_lists_next,
    };
    return &tables;
}
