/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <math.h>

#include "src/report/view/report-view.h"

/* Height of the drawing of a histogram. */
#define PLOT_HEIGHT 100

/* What the histograms are of. */
#define REPORT_N_PLOTS 6
static const Metric plots[REPORT_N_PLOTS] = { METRIC_CPU,      METRIC_WAIT,  METRIC_WAIT_CPU,
                                              METRIC_MESSAGES, METRIC_BYTES, METRIC_CALLS };

static void
add_entry(ReportEntry *sum, const ReportEntry *one)
{
    sum->n_alike += one->n_alike;
    sum->calls += one->calls;
    sum->cpu += one->cpu;
    sum->wait += one->wait;
    sum->wait_cpu += one->wait_cpu;
}

static int
compare_numbers(double a, double b)
{
    return a == b ? 0 : a > b ? -1 : 1;
}

static int
compare_entries(gconstpointer va, gconstpointer vb)
{
    const ReportEntry *a = va, *b = vb;

    if (a->cpu != b->cpu)
        return compare_numbers(a->cpu, b->cpu);
    if (a->wait != b->wait)
        return compare_numbers(a->wait, b->wait);
    if (a->calls != b->calls)
        return compare_numbers(a->calls, b->calls);
    if (a->interval != b->interval)
        return a->interval < b->interval ? -1 : 1;
    return (a->site > b->site) - (a->site < b->site);
}

/* The rows of the profile, those that look the same in one. */
static GArray *
unite_entries(const GArray *rows, const Explanation *explanation, const Prediction *prediction)
{
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GArray *entries = g_array_new(FALSE, FALSE, sizeof(ReportEntry));

    for (guint i = 0; i < rows->len; i++) {
        const MetricsProfile *row = &g_array_index(rows, MetricsProfile, i);
        const ReportEntry one = {
            row->interval, row->site, 1, row->calls, row->cpu, row->wait, row->wait_cpu, 0,
        };
        g_autofree char *name =
            report_places_name(explanation, prediction, row->interval, row->site);
        const guint at = GPOINTER_TO_UINT(g_hash_table_lookup(known, name));
        if (at > 0) {
            add_entry(&g_array_index(entries, ReportEntry, at - 1), &one);
            continue;
        }
        g_array_append_val(entries, one);
        g_hash_table_insert(known, g_steal_pointer(&name), GUINT_TO_POINTER(entries->len));
    }
    g_array_sort(entries, compare_entries);
    return entries;
}

static void
add_profile(GPtrArray *profiles, const MetricsTable *table, gint64 processor,
            MetricsLevel level, const Explanation *explanation, const Prediction *prediction)
{
    g_autoptr(GArray) rows = metrics_profile(table, processor, level);
    ReportProfile *profile = g_new0(ReportProfile, 1);

    profile->processor = processor;
    profile->by_line = level == METRICS_CALL;
    profile->entries = unite_entries(rows, explanation, prediction);
    for (guint i = 0; i < profile->entries->len; i++) {
        const ReportEntry *entry = &g_array_index(profile->entries, ReportEntry, i);
        add_entry(&profile->total, entry);
        if (i >= REPORT_METRICS_MOST_ENTRIES)
            add_entry(&profile->others, entry);
    }
    if (profile->entries->len > REPORT_METRICS_MOST_ENTRIES) {
        profile->n_others = profile->entries->len - REPORT_METRICS_MOST_ENTRIES;
        g_array_set_size(profile->entries, REPORT_METRICS_MOST_ENTRIES);
    }
    for (guint i = 0; i < profile->entries->len && profile->total.cpu > 0; i++) {
        ReportEntry *entry = &g_array_index(profile->entries, ReportEntry, i);
        entry->share = entry->cpu / profile->total.cpu;
    }
    g_ptr_array_add(profiles, profile);
}

static void
free_profile(gpointer data)
{
    ReportProfile *profile = data;

    g_array_unref(profile->entries);
    g_free(profile);
}

static void
add_level(GArray *out, const MetricsTable *table, MetricsLevel level, gint64 number)
{
    const Metrics one = metrics_get(table, level, number);

    g_array_append_val(out, one);
}

ReportMetrics *
report_metrics_new(const Timeline *timeline)
{
    g_autoptr(MetricsTable) table = metrics_new(timeline, 0);
    ReportMetrics *made = g_new0(ReportMetrics, 1);

    made->program = metrics_get(table, METRICS_PROGRAM, 0);
    made->machines = g_array_new(FALSE, FALSE, sizeof(Metrics));
    made->processors = g_array_new(FALSE, FALSE, sizeof(Metrics));
    made->numbers = metrics_processors(table, REPORT_METRICS_PROCESSORS);
    made->intervals = metrics_profile(table, -1, METRICS_INTERVAL);
    made->bins = metrics_histogram(table, REPORT_METRICS_BINS);
    for (gint64 i = 0; i < metrics_machines(table); i++)
        add_level(made->machines, table, METRICS_MACHINE, i);
    for (guint i = 0; i < made->numbers->len; i++)
        add_level(made->processors, table, METRICS_PROCESSOR,
                  g_array_index(made->numbers, gint64, i));
    return made;
}

void
report_metrics_free(ReportMetrics *metrics)
{
    if (metrics == NULL)
        return;
    g_array_unref(metrics->machines);
    g_array_unref(metrics->numbers);
    g_array_unref(metrics->processors);
    g_array_unref(metrics->intervals);
    g_array_unref(metrics->bins);
    g_free(metrics);
}

/* The first and the last processor are often the ends of the grid, which differ most. */
GPtrArray *
report_metrics_profiles(const Explanation *explanation, const Prediction *prediction)
{
    g_autoptr(MetricsTable) table = metrics_new(explanation->timeline, 0);
    g_autoptr(GArray) numbers = metrics_processors(table, REPORT_METRICS_PROCESSORS);
    const guint n = numbers->len;
    GPtrArray *profiles = g_ptr_array_new_with_free_func(free_profile);

    add_profile(profiles, table, -1, METRICS_INTERVAL, explanation, prediction);
    for (guint i = 0; n > 1 && i < n; i += n - 1)
        add_profile(profiles, table, g_array_index(numbers, gint64, i), METRICS_INTERVAL,
                    explanation, prediction);
    add_profile(profiles, table, -1, METRICS_CALL, explanation, prediction);
    return profiles;
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
        [METRIC_PARALLELISM] = "CPU / elapsed time: how many processors compute on average",
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
    g_string_assign(view->text, "P(");
    report_view_append_processor(view, processor, view->text);
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
