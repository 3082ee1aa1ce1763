/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/page.h"

#include <stddef.h>

#include "src/analysis/sweep/topology.h"
#include "src/base/number.h"

static void
clear_parameter(gpointer parameter)
{
    g_free(((ReportParameter *)parameter)->value);
}

/* Takes `value`. */
static void
add_parameter(ReportPage *page, const char *name, const char *unit, char *value)
{
    const ReportParameter parameter = { name, unit, value };

    g_array_append_val(page->parameters, parameter);
}

static void
add_real(ReportPage *page, const char *name, const char *unit, double value)
{
    char buffer[REPORT_NUMBER_SIZE];

    add_parameter(page, name, unit, g_strdup(report_number_short(value, buffer)));
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
add_parameters(ReportPage *page, const Params *params)
{
    const double micro = 1e6;
    GString *topology = g_string_new(NULL);

    topology_append(&params->topology, topology);
    add_parameter(page, "type", "", g_strdup(params_type_name(params)));
    add_parameter(page, "topology", "", g_string_free(topology, FALSE));
    add_real(page, "start time", "\xc2\xb5s", params->start_time * micro);
    add_real(page, "send byte time", "\xc2\xb5s", params->send_byte_time * micro);
    add_real(page, "power", "", params->power);
    add_real(page, "trace overhead", "\xc2\xb5s", params->trace_overhead * micro);
    add_real(page, "scale", "", params->network.scale);
    add_parameter(page, "channels", "",
                  g_strdup_printf("%" G_GINT64_FORMAT, params->network.channels));
    if (params->speeds != NULL && params->speeds->len > 0)
        add_parameter(page, "speed", "", format_speeds(params->speeds));
}

static gboolean
is_used(const Prediction *prediction, const ReportOptions *options, guint column)
{
    for (guint i = 0; i < prediction->n_intervals; i++) {
        const Interval *interval = &prediction->intervals[i];
        if (!report_shows(options, interval))
            continue;
        for (guint c = 0; c < interval->n_classes; c++)
            if (*report_cells_value(&interval->classes[c].values, column) != 0)
                return TRUE;
    }
    return FALSE;
}

/* Finds the columns of the table of processors: what is 0 everywhere needs none. */
static void
find_columns(ReportPage *page, const Prediction *prediction, const ReportOptions *options)
{
    guint n;

    if (options->no_processors)
        return;
    characteristic_rows(&n);
    for (guint column = 0; column < n + N_OPERATIONS; column++)
        if (is_used(prediction, options, column))
            g_array_append_val(page->columns, column);
}

/* Marks classes with the least and the most in some column. */
static void
mark_extremes(const Interval *interval, const GArray *columns, gboolean *marked)
{
    for (guint c = 0; c < columns->len; c++) {
        const guint column = g_array_index(columns, guint, c);
        guint least = 0, most = 0;
        for (guint i = 1; i < interval->n_classes; i++) {
            const double value = *report_cells_value(&interval->classes[i].values, column);
            if (value < *report_cells_value(&interval->classes[least].values, column))
                least = i;
            if (value > *report_cells_value(&interval->classes[most].values, column))
                most = i;
        }
        marked[least] = marked[most] = TRUE;
    }
}

/* What a class takes of the page. */
static guint
cells_of(const ProcessorClass *one, const GArray *columns)
{
    return columns->len + (guint)MIN(processor_set_n_boxes(one->set), REPORT_MOST_BOXES);
}

/* The interval's classes that go into what is left of the page: those with the least and the
 * most of something, and the first. FALSE: these are not all, or not with all of their boxes.
 */
static gboolean
fit_rows(const Interval *interval, const GArray *columns, guint *left, GArray *rows)
{
    const ProcessorClass *classes = interval->classes;
    g_autofree gboolean *marked = g_new0(gboolean, interval->n_classes + 1);
    guint extremes = 0;
    gboolean whole = TRUE;

    mark_extremes(interval, columns, marked);
    for (guint i = 0; i < interval->n_classes; i++)
        extremes += marked[i] ? cells_of(&classes[i], columns) : 0;
    if (extremes > *left)
        return FALSE;
    *left -= extremes;
    for (guint i = 0; i < interval->n_classes; i++) {
        const guint cells = marked[i] ? 0 : cells_of(&classes[i], columns);
        whole = whole && processor_set_n_boxes(classes[i].set) <= REPORT_MOST_BOXES;
        if (!marked[i] && (i >= REPORT_MOST_CLASSES || cells > *left)) {
            whole = FALSE;
            continue;
        }
        *left -= cells;
        g_array_append_val(rows, classes[i]);
    }
    return whole;
}

static gint
compare_levels(gconstpointer a, gconstpointer b)
{
    const Interval *x = *(const Interval *const *)a, *y = *(const Interval *const *)b;

    return ORDER(x->level, y->level) ?: ORDER(x->id, y->id);
}

/* Level by level: what stands high in the tree is looked at first. */
static void
share_rows(ReportPage *page, const Prediction *prediction, const ReportOptions *options)
{
    guint left = REPORT_MOST_CELLS;
    g_autoptr(GPtrArray) shown = g_ptr_array_new();
    g_autoptr(GPtrArray) cut = g_ptr_array_new();

    page->rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    for (guint i = 0; i < prediction->n_intervals; i++) {
        g_ptr_array_add(page->rows, g_array_new(FALSE, FALSE, sizeof(ProcessorClass)));
        if (report_shows(options, &prediction->intervals[i]))
            g_ptr_array_add(shown, &prediction->intervals[i]);
    }
    page->n_shown = shown->len;
    g_ptr_array_sort(shown, compare_levels);
    for (guint i = 0; i < shown->len && page->columns->len > 0; i++) {
        Interval *interval = g_ptr_array_index(shown, i);
        if (!fit_rows(interval, page->columns, &left,
                      g_ptr_array_index(page->rows, interval->id - 1)))
            g_ptr_array_add(cut, interval);
    }
    if (options->per_processor)
        g_ptr_array_set_size(cut, 0);
    page->cells = report_cells_new(prediction, cut, page->columns);
}

/* What the budget left out of the page, so that nobody looks for it. */
static char *
describe_left_out(const ReportTimeline *timeline, gboolean has_path)
{
    const guint n_rows = timeline->tracks->len - (has_path ? 1 : 0);
    GString *out = g_string_new(NULL);
    char number[REPORT_NUMBER_SIZE], share[REPORT_NUMBER_SIZE];

    if (timeline->n_found > n_rows)
        g_string_append_printf(
            out,
            "Of %" G_GINT64_FORMAT
            " sets of processors that behave alike %u are rows, evenly spread. ",
            timeline->n_found, n_rows);
    g_string_append_printf(
        out,
        timeline->n_activities == 1 ? "The rows have %s activity"
                                    : "The rows have %s activities",
        report_number_grouped((gint64)MIN(timeline->n_activities, G_MAXINT64), number));
    if (timeline->resolution <= 0) {
        g_string_append(out, "; each of them is in the page.");
    } else {
        g_string_append_printf(
            out, ". Those shorter than %s are drawn together, as shares of the time they take",
            report_number_time(timeline->resolution, number));
        if (timeline->n_windows > 0)
            g_string_append_printf(
                out,
                ", but in %u %s (%s of the run), where zooming in shows each: around the "
                "findings and at the beginning, a quarter and half of the run",
                timeline->n_windows, timeline->n_windows == 1 ? "window" : "windows",
                report_number_percent(timeline->in_windows / timeline->end, share));
        g_string_append_c(out, '.');
    }
    if (timeline->n_unnamed > 0)
        g_string_append_printf(
            out, " Interval and line of %s of them are left out.",
            report_number_grouped((gint64)MIN(timeline->n_unnamed, G_MAXINT64), number));
    return g_string_free(out, FALSE);
}

ReportPage *
report_page_new(const Prediction *prediction, const ReportOptions *options)
{
    const Explanation *explanation = options->explanation;
    ReportPage *page = g_new0(ReportPage, 1);

    page->parameters = g_array_new(FALSE, FALSE, sizeof(ReportParameter));
    g_array_set_clear_func(page->parameters, clear_parameter);
    page->columns = g_array_new(FALSE, FALSE, sizeof(guint));
    page->source = report_source_new(prediction, options);
    add_parameters(page, prediction->params);
    find_columns(page, prediction, options);
    share_rows(page, prediction, options);
    if (prediction->n_intervals > 0)
        page->n_losers = report_losers(prediction, options, page->losers, REPORT_N_LOSERS);
    if (explanation != NULL && explanation->path != NULL)
        page->path = report_path_new(explanation, prediction);
    if (explanation != NULL && explanation->timeline != NULL)
        page->timeline = report_timeline_new(
            explanation, prediction,
            options->timeline_bytes > 0 ? options->timeline_bytes : REPORT_TIMELINE_BUDGET);
    if (page->timeline != NULL)
        page->left_out = describe_left_out(page->timeline, page->path != NULL);
    return page;
}

void
report_page_free(ReportPage *page)
{
    if (page == NULL)
        return;
    report_source_free(page->source);
    report_path_free(page->path);
    report_timeline_free(page->timeline);
    g_array_unref(page->parameters);
    g_array_unref(page->columns);
    g_ptr_array_unref(page->rows);
    report_cells_free(page->cells);
    g_free(page->left_out);
    g_free(page);
}
