/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <math.h>

#include "src/base/hash.h"
#include "src/base/number.h"
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
compare_entries(gconstpointer va, gconstpointer vb)
{
    const ReportEntry *a = va, *b = vb;

    return ORDER(b->cpu, a->cpu) ?: ORDER(b->wait, a->wait) ?: ORDER(b->calls, a->calls) ?:
           ORDER(a->interval, b->interval) ?: ORDER(a->site, b->site);
}

/* The rows of the profile, those that look the same in one. */
static GArray *
unite_entries(const GArray *rows, const Prediction *prediction)
{
    g_autoptr(GHashTable) known = hash_names_new();
    GArray *entries = g_array_new(FALSE, FALSE, sizeof(ReportEntry));

    for (guint i = 0; i < rows->len; i++) {
        const MetricsProfile *row = &g_array_index(rows, MetricsProfile, i);
        const ReportEntry one = {
            row->interval, row->site, 1, row->calls, row->cpu, row->wait, row->wait_cpu, 0,
        };
        const guint at =
            hash_names_number(known, report_places_name(prediction, row->interval, row->site));
        if (at < entries->len)
            add_entry(&g_array_index(entries, ReportEntry, at), &one);
        else
            g_array_append_val(entries, one);
    }
    g_array_sort(entries, compare_entries);
    return entries;
}

static void
add_profile(ReportView *view, gint64 processor, MetricsLevel level)
{
    g_autoptr(GArray) rows = metrics_profile(view->metrics->table, processor, level);
    ReportProfile *profile = g_new0(ReportProfile, 1);

    profile->processor = processor;
    profile->by_line = level == METRICS_CALL;
    profile->entries = unite_entries(rows, view->prediction);
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
    g_ptr_array_add(view->metrics->profiles, profile);
}

static void
free_profile(gpointer data)
{
    ReportProfile *profile = data;

    g_array_unref(profile->entries);
    g_free(profile);
}

/* Measures a level. */
static void
add_level(ReportMetrics *made, guint at, const GArray *numbers)
{
    const MetricsLevel level = (MetricsLevel)(1 << at);

    made->measured[at] = g_array_new(FALSE, FALSE, sizeof(ReportMeasured));
    for (guint i = 0; i < numbers->len; i++) {
        const gint64 number = g_array_index(numbers, gint64, i);
        const ReportMeasured one = { level, number, metrics_get(made->table, level, number) };
        g_array_append_val(made->measured[at], one);
    }
}

MetricsMoved
report_metrics_moved(const MetricsTable *table, const Prediction *prediction, guint id)
{
    const guint last =
        id > 0 && id <= prediction->n_intervals ? prediction->intervals[id - 1].last : 0;
    MetricsMoved sum = { 0, 0 };

    for (guint i = 0; i < prediction->n_intervals; i++) {
        const guint one = prediction_interval_id(prediction, i);
        if (one < id || one > last)
            continue;
        const MetricsMoved moved = metrics_moved(table, i);
        sum.messages += moved.messages;
        sum.bytes += moved.bytes;
    }
    return sum;
}

ReportMetrics *
report_metrics_new(const Timeline *timeline)
{
    ReportMetrics *made = g_new0(ReportMetrics, 1);
    g_autoptr(GArray) one = g_array_set_size(g_array_new(FALSE, TRUE, sizeof(gint64)), 1);

    made->table = metrics_new(timeline, 0);
    g_autoptr(GArray) numbers = metrics_processors(made->table, REPORT_METRICS_PROCESSORS);
    add_level(made, 0, one);
    add_level(made, 1, one); /* all processors are one machine */
    add_level(made, 2, numbers);
    made->intervals = metrics_profile(made->table, -1, METRICS_INTERVAL);
    made->bins = metrics_histogram(made->table, REPORT_METRICS_BINS);
    return made;
}

void
report_metrics_free(ReportMetrics *metrics)
{
    if (metrics == NULL)
        return;
    metrics_free(metrics->table);
    for (guint i = 0; i < REPORT_METRICS_LEVELS; i++)
        g_array_unref(metrics->measured[i]);
    g_array_unref(metrics->intervals);
    g_array_unref(metrics->bins);
    g_clear_pointer(&metrics->profiles, g_ptr_array_unref);
    g_free(metrics);
}

/* The first and the last processor are often the ends of the grid, which differ most. */
GPtrArray *
report_view_profiles(ReportView *view)
{
    const GArray *processors = view->metrics->measured[2];
    const guint n = processors->len;

    if (view->metrics->profiles != NULL)
        return view->metrics->profiles;
    view->metrics->profiles = g_ptr_array_new_with_free_func(free_profile);
    if (view->prediction->n_intervals == 0)
        return view->metrics->profiles;
    add_profile(view, -1, METRICS_INTERVAL);
    for (guint i = 0; n > 1 && i < n; i += n - 1)
        add_profile(view, g_array_index(processors, ReportMeasured, i).number,
                    METRICS_INTERVAL);
    add_profile(view, -1, METRICS_CALL);
    return view->metrics->profiles;
}

/* Whole numbers as such, so that they can be read in threes; a ratio whose denominator is 0 is
 * null. */
static Value
counted(const Metrics *metrics, Metric which)
{
    return metric_info(which)->unit == METRIC_COUNT ? value_count(metrics->value[which])
                                                    : value_known(metrics->value[which]);
}

/* What the tables of a level do not show is not there. */
static Value
metric(const ReportMeasured *one, Metric which)
{
    return (metric_info(which)->levels & one->level) != 0 ? counted(&one->is, which)
                                                          : value_absent();
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

/* What pages call it; "" where they do not have it. */
static const char *
metric_words(Metric metric)
{
    static const char *const words[N_METRICS] = {
        [METRIC_TIME] = "Predicted time",
        [METRIC_CPU] = "CPU time",
        [METRIC_WAIT] = "Communication, waiting",
        [METRIC_WAIT_CPU] = "Run-time system",
        [METRIC_MESSAGES] = "Messages",
        [METRIC_BYTES] = "Bytes of messages",
        [METRIC_CALLS] = "Calls",
        [METRIC_PARALLELISM] = "Parallelism",
    };
    return words[metric] != NULL ? words[metric] : "";
}

static const char *
amount_text(ReportView *view, Metric metric, double value)
{
    char buffer[REPORT_NUMBER_SIZE];

    g_string_assign(
        view->text,
        metric_info(metric)->unit == METRIC_SECONDS ? report_number_time(value, buffer)
        : value >= 1000 ? report_number_grouped((gint64)MIN(round(value), 1e15), buffer)
                        : report_number_rounded(value, buffer));
    return view->text->str;
}

static const char *
processor_name(ReportView *view, gint64 processor)
{
    g_string_assign(view->text, "P(");
    report_append_processor(view->explanation->timeline, &view->prediction->grid, processor,
                            view->text);
    g_string_append_c(view->text, ')');
    return view->text->str;
}

static const Metrics *
program(const ReportMetrics *metrics)
{
    return &g_array_index(metrics->measured[0], ReportMeasured, 0).is;
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

/* What is not nothing shows. */
static double
bar_height(const ReportView *view, Metric metric, gint64 bin)
{
    const double value = g_array_index(view->metrics->bins, Metrics, bin).value[metric];
    const double most = most_of_plot(view->metrics, metric);

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
#include "src/report/value/rows.h"
