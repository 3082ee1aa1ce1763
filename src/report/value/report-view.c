/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include "src/report/value/report-view.h"

#include "src/report/value/fields.h"

/* Boxes are written in pieces of about this many bytes: a class may have megabytes of them. */
#define PIECE 16384

static void
metrics_free_parts(ReportMetrics *metrics)
{
    g_array_unref(metrics->machines);
    g_array_unref(metrics->numbers);
    g_array_unref(metrics->processors);
    g_array_unref(metrics->intervals);
    g_array_unref(metrics->bins);
    g_free(metrics);
}

static void
add_level(GArray *out, const MetricsTable *table, MetricsLevel level, gint64 number)
{
    const MetricsScope scope = { .level = level, .number = number };
    const Metrics one = metrics_get(table, &scope);

    g_array_append_val(out, one);
}

/* NULL without a timeline. */
static const ReportMetrics *
metrics(ReportView *view)
{
    const MetricsScope program = { .level = METRICS_PROGRAM };

    if (view->metrics != NULL || view->explanation == NULL ||
        view->explanation->timeline == NULL)
        return view->metrics;
    g_autoptr(MetricsTable) table = metrics_new(view->explanation->timeline, 0);
    ReportMetrics *made = view->metrics = g_new0(ReportMetrics, 1);
    made->program = metrics_get(table, &program);
    made->machines = g_array_new(FALSE, FALSE, sizeof(Metrics));
    made->processors = g_array_new(FALSE, FALSE, sizeof(Metrics));
    made->numbers = metrics_processors(table, REPORT_METRICS_PROCESSORS);
    made->intervals = metrics_profile(table, -1, METRICS_INTERVAL);
    made->bins = metrics_histogram(table, &program, REPORT_METRICS_BINS);
    for (gint64 i = 0; i < metrics_machines(table); i++)
        add_level(made->machines, table, METRICS_MACHINE, i);
    for (guint i = 0; i < made->numbers->len; i++)
        add_level(made->processors, table, METRICS_PROCESSOR,
                  g_array_index(made->numbers, gint64, i));
    return made;
}

static gboolean
next_processor_metrics(ValueList *list, ValueNode *item)
{
    const ReportMetrics *metrics = list->of;

    if (list->at >= (gint64)metrics->numbers->len)
        return FALSE;
    item->of = &g_array_index(metrics->processors, Metrics, list->at);
    item->at = g_array_index(metrics->numbers, gint64, list->at);
    list->at++;
    return TRUE;
}

static Value
processor_metrics(const ReportMetrics *metrics)
{
    return value_walk(metrics, next_processor_metrics, NULL, NULL);
}

static Value
machine_metrics(const ReportMetrics *metrics)
{
    return value_garray(metrics->machines);
}

/* What the tables of a level do not show is not there; a ratio whose denominator is 0 is null.
 */
static Value
metric(const Metrics *metrics, Metric which, MetricsLevel level)
{
    const MetricInfo *info = metric_info(which);

    if ((info->levels & level) == 0)
        return value_absent();
    return info->unit == METRIC_COUNT ? value_count(metrics->value[which])
                                      : value_known(metrics->value[which]);
}

static Value
bins(const GArray *all, Metric which)
{
    return value_items(&g_array_index(all, Metrics, 0).value[which], all->len, sizeof(Metrics));
}

static Value
strings(char **strings)
{
    return value_items(strings, strings != NULL ? g_strv_length(strings) : 0, sizeof *strings);
}

static Value
sizes(const RaterGrid *grid)
{
    return value_items(grid->size, (gsize)grid->rank, sizeof grid->size[0]);
}

static gboolean
next_shown(ValueList *list, ValueNode *item)
{
    const ReportView *view = list->view;
    const Prediction *prediction = view->prediction;

    while (list->at < prediction->n_intervals &&
           !report_shows(view->options, &prediction->intervals[list->at]))
        list->at++;
    if (list->at >= prediction->n_intervals)
        return FALSE;
    item->of = &prediction->intervals[list->at];
    item->at = list->at++;
    return TRUE;
}

static Value
shown_intervals(const ReportView *view)
{
    return value_walk(view->prediction, next_shown, NULL, NULL);
}

static gboolean
next_processor(ValueList *list, ValueNode *item)
{
    const Interval *interval = list->of;
    guint which;

    if (!processor_walk_next(list->walk, &item->at, &which))
        return FALSE;
    item->of = &interval->classes[which];
    return TRUE;
}

static Value
each_processor(const ReportView *view, const Interval *interval)
{
    if (view->options->no_processors || !view->options->per_processor)
        return value_absent();
    return value_walk(interval, next_processor, interval_walk_processors(interval),
                      (GDestroyNotify)processor_walk_free);
}

static Value
classes(const ReportView *view, const Interval *interval)
{
    if (view->options->no_processors || view->options->per_processor)
        return value_absent();
    return value_items(interval->classes, interval->n_classes, sizeof interval->classes[0]);
}

static gboolean
next_boxes(gpointer walk, GString *piece)
{
    return processor_box_walk_text(walk, PIECE, piece);
}

static Value
boxes(G_GNUC_UNUSED const ReportView *view, const ProcessorClass *one)
{
    return value_pieces(next_boxes, processor_box_walk_new(one->set),
                        (GDestroyNotify)processor_box_walk_free);
}

static const Characteristics *
class_values(ReportView *view, const ProcessorClass *one)
{
    if (view->unpacked != one)
        processor_class_values(one, &view->values);
    view->unpacked = one;
    return &view->values;
}

/* Groups of operations that a processor never met are left out: in most intervals these are
 * nearly all. */
static gboolean
next_met(ValueList *list, ValueNode *item)
{
    const Characteristics *values = list->of;

    while (list->at < N_OPERATIONS && report_fields_are_zero(&values->operations[list->at]))
        list->at++;
    if (list->at >= N_OPERATIONS)
        return FALSE;
    item->of = &values->operations[list->at];
    item->at = list->at++;
    return TRUE;
}

static Value
met_operations(ReportView *view, const ProcessorClass *one)
{
    return value_walk(class_values(view, one), next_met, NULL, NULL);
}

static Value
findings(const ReportView *view)
{
    if (view->explanation == NULL)
        return value_absent();
    const GPtrArray *all = view->explanation->findings;
    return value_items(all->pdata, all->len, sizeof all->pdata[0]);
}

static const Explanation *
fewer(const ReportView *view)
{
    const Explanation *explanation = view->explanation;

    return explanation != NULL && explanation->fewer.rank > 0 ? explanation : NULL;
}

static const CriticalPath *
path(const ReportView *view)
{
    return view->explanation != NULL ? view->explanation->path : NULL;
}

/* One end of messages, null where pairs are not kept. */
static Value
pair_end(const PathProcessor *pair, gint64 end)
{
    if (pair->sender < 0)
        return value_null();
    return pair->sender == pair->receiver ? value_absent() : value_integer(end);
}

/* NULL: not known. */
static const TimelineSite *
line_site(const ReportView *view, const PathLine *line)
{
    const Timeline *timeline = view->explanation->timeline;

    return timeline != NULL && line->site < timeline_n_sites(timeline)
               ? timeline_site(timeline, line->site)
               : NULL;
}

#define explained(view, value)                                                                 \
    ((view)->explanation != NULL ? value_real(value) : value_absent())
#define VIEW       ReportView
#define VALUE_ROWS "src/report/value/report.def"
#include "src/report/value/shapes.h"

ReportView *
report_view_new(const Prediction *prediction, const ReportOptions *options)
{
    ReportView *view = g_new0(ReportView, 1);

    view->prediction = prediction;
    view->options = options;
    view->explanation = options->explanation;
    view->text = g_string_new(NULL);
    return view;
}

void
report_view_free(ReportView *view)
{
    if (view == NULL)
        return;
    g_clear_pointer(&view->metrics, metrics_free_parts);
    g_string_free(view->text, TRUE);
    g_free(view);
}

ValueNode
report_view_root(ReportView *view)
{
    return (ValueNode){ .shape = &shape_report, .view = view, .of = view->prediction };
}
