/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <math.h>

#include "src/report/view/report-view.h"

/* Height of the drawing of a histogram. */
#define PLOT_HEIGHT 100

/* What the histograms are of. */
#define REPORT_N_PLOTS 6
static const Metric plots[REPORT_N_PLOTS] = { METRIC_CPU,      METRIC_WAIT,  METRIC_WAIT_CPU,
                                              METRIC_MESSAGES, METRIC_BYTES, METRIC_CALLS };

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

/* What the metric is, for somebody who meets it first; sums are over all processors of a level.
 */
static const char *
metric_meaning(Metric metric)
{
    static const char *const texts[N_METRICS] = {
        [METRIC_MACHINES] = "nodes of the processor system; all processors are one",
        [METRIC_PROCESSORS] = "all of them",
        [METRIC_TIME] = "from the first activity to the last, not a sum",
        [METRIC_CPU] = "in the program\xe2\x80\x99s own code",
        [METRIC_WAIT] = "input and output, communication, and waiting for others",
        [METRIC_WAIT_CPU] = "in the run-time system, without communication",
        [METRIC_MESSAGES] = "messages sent; of a processor, sent and received",
        [METRIC_BYTES] = "bytes in them",
        [METRIC_LINES] = "lines of the source in which something takes time",
        [METRIC_CALLS] = "how often processors come to a call that takes time",
        [METRIC_RESPONSE] = "elapsed / CPU time",
        [METRIC_PARALLELISM] = "CPU / elapsed time: how many processors compute in the mean",
        [METRIC_UTILISATION] = "CPU time / elapsed time of all processors",
        [METRIC_LOAD] = "(CPU + block_cpu time) / CPU time: 1 where the run-time system costs "
                        "nothing",
        [METRIC_PROGRESS] = "CPU / block_sync time",
        [METRIC_MESSAGE_RATE] = "messages in a second of elapsed time",
        [METRIC_BYTE_RATE] = "bytes in a second of elapsed time",
    };
    return texts[metric] != NULL ? texts[metric] : "";
}

/* Whole numbers as such, so that they can be read in threes. */
static Value
counted(const Metrics *metrics, Metric which)
{
    return metric_info(which)->unit == METRIC_COUNT ? value_count(metrics->value[which])
                                                    : value_known(metrics->value[which]);
}

static const char *
metric_label(ReportView *view, Metric metric)
{
    const MetricInfo *info = metric_info(metric);

    g_string_printf(view->text, "%s%s", info->label, info->unit == METRIC_SECONDS ? ", s" : "");
    return view->text->str;
}

static const char *
processor_name(ReportView *view, gint64 processor)
{
    const RaterGrid *grid = &view->prediction->params->topology;
    gint64 index[RATER_MAX_RANK] = { 0 };

    rater_grid_index(grid, processor, index);
    g_string_assign(view->text, "P(");
    for (int g = 0; g < grid->rank; g++)
        g_string_append_printf(view->text, "%s%" G_GINT64_FORMAT, g > 0 ? "," : "", index[g]);
    g_string_append_c(view->text, ')');
    return view->text->str;
}

static const char *
machine_name(ReportView *view, gint64 machine)
{
    g_string_printf(view->text, "Machine %" G_GINT64_FORMAT, machine);
    return view->text->str;
}

static gint64
n_machines(const ReportMetrics *metrics)
{
    return MIN(metrics->machines->len, REPORT_METRICS_PROCESSORS);
}

/* A row of a table is its level, as the position of its bit, times N_METRICS, and its metric.
 */
static Metric
table_metric(gint64 row)
{
    return (Metric)(row % N_METRICS);
}

/* The next metric that tables of a level show. */
static gboolean
next_metric(ValueList *list, ValueNode *item)
{
    const MetricsLevel level = (MetricsLevel)GPOINTER_TO_UINT(list->walk);

    while (list->at < N_METRICS && (metric_info((Metric)list->at)->levels & level) == 0)
        list->at++;
    item->of = list->of;
    item->at = g_bit_nth_lsf(level, -1) * (gint64)N_METRICS + list->at;
    return list->at++ < N_METRICS;
}

static Value
table(const ReportMetrics *metrics, MetricsLevel level)
{
    return value_walk(metrics, next_metric, GUINT_TO_POINTER(level), NULL);
}

/* The columns of a row: the same metric of each. */
static gboolean
next_reading(ValueList *list, ValueNode *item)
{
    const GArray *columns = list->of;

    if (list->at >= MIN(columns->len, REPORT_METRICS_PROCESSORS))
        return FALSE;
    item->of = &g_array_index(columns, Metrics, list->at++);
    item->at = GPOINTER_TO_UINT(list->walk);
    return TRUE;
}

static Value
readings(const ReportMetrics *metrics, gint64 row)
{
    const gboolean machines = 1 << row / N_METRICS == METRICS_MACHINE;

    return value_walk(machines ? metrics->machines : metrics->processors, next_reading,
                      GUINT_TO_POINTER(table_metric(row)), NULL);
}

static GPtrArray *
metric_profiles(ReportView *view)
{
    if (view->profiles == NULL)
        view->profiles = report_metrics_profiles(view->explanation, view->prediction);
    return view->profiles;
}

static const char *
profile_title(ReportView *view, const ReportProfile *profile)
{
    if (profile->by_line)
        return "By line";
    if (profile->processor < 0)
        return "By interval";
    processor_name(view, profile->processor);
    g_string_prepend(view->text, "By interval, of ");
    return view->text->str;
}

static const char *
plot_style(Metric metric)
{
    return metric == METRIC_CPU        ? "a-cpu"
           : metric == METRIC_WAIT     ? "idle"
           : metric == METRIC_WAIT_CPU ? "a-system"
                                       : "traffic";
}

static double
most_of_plot(const ReportMetrics *metrics, Metric metric)
{
    double most = 0;

    for (guint i = 0; i < metrics->bins->len; i++)
        most = MAX(most, g_array_index(metrics->bins, Metrics, i).value[metric]);
    return most;
}

/* A bar is its plot times the number of bins, and its bin. */
static gboolean
next_bar(ValueList *list, ValueNode *item)
{
    const ReportMetrics *metrics = list->of;

    if (list->at >= (gint64)metrics->bins->len)
        return FALSE;
    item->of = &g_array_index(metrics->bins, Metrics, list->at);
    item->at = GPOINTER_TO_UINT(list->walk) * (gint64)REPORT_METRICS_BINS + list->at++;
    return TRUE;
}

static Value
plot_bars(const ReportMetrics *metrics, gint64 plot)
{
    return value_walk(metrics, next_bar, GUINT_TO_POINTER(plot), NULL);
}

/* What is not nothing shows. */
static double
bar_height(const ReportView *view, const Metrics *bin, gint64 bar)
{
    const Metric metric = plots[bar / REPORT_METRICS_BINS];
    const double value = bin->value[metric], most = most_of_plot(view->metrics, metric);

    return value > 0 ? MAX(PLOT_HEIGHT * report_view_share(value, most), 1) : 0;
}

#define part_of    report_view_share
#define site_text  report_view_site
#define site_link  report_view_site_link
#define words_of   report_view_words_of
#define shown_id   report_view_shown
#define pointers   report_view_pointers
#define VIEW       ReportView
#define VALUE_ROWS "src/report/view/metrics.def"
#include "src/report/value/shapes.h"
