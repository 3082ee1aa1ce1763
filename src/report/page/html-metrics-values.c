/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Values and lists of the metrics (html-metrics.def).  An item of a list of metrics is its
 * level, as the position of its bit, times N_METRICS, and its Metric.
 */
#include <math.h>

#include "src/report/page/html-explain.h"
#include "src/report/page/html-metrics.h"
#include "src/report/page/html-values.h"
#include "src/report/timeline/names.h"
#include "src/report/value/metrics-tree.h"

/* Height of the drawing of a histogram. */
#define PLOT_HEIGHT 100

/* What the metric is, for somebody who meets it first; sums are over all processors of a level.
 */
static const char *
meaning(Metric metric)
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
static gboolean
put_metric(TemplateValue *out, Metric metric, double value)
{
    if (metric_info(metric)->unit == METRIC_COUNT && fabs(value) < 1e15 &&
        value == floor(value))
        return html_values_integer(out, (gint64)value);
    return html_values_real(out, value);
}

static const char *
label_metric(HtmlModel *model, Metric metric)
{
    const MetricInfo *info = metric_info(metric);

    g_string_printf(model->text, "%s%s", info->label,
                    info->unit == METRIC_SECONDS ? ", s" : "");
    return model->text->str;
}

static const char *
label_processor(HtmlModel *model, gint64 processor)
{
    const TimelineNames names = { .grid = &model->prediction->params->topology };

    g_string_truncate(model->text, 0);
    timeline_names_append_processor(&names, processor, model->text);
    return model->text->str;
}

/* Machines come first, then processors. */
static const char *
label_holder(HtmlModel *model, gint64 item)
{
    const HtmlMetrics *metrics = model->explain->metrics;
    const gint64 n = metrics->machines->len;

    if (item >= n && item - n < (gint64)metrics->numbers->len)
        return label_processor(model, g_array_index(metrics->numbers, gint64, item - n));
    g_string_printf(model->text, "Machine %" G_GINT64_FORMAT, MAX(item, 0));
    return model->text->str;
}

/* The metrics of the machine or processor that a table's column is of. */
static const Metrics *
column_at(const HtmlMetrics *metrics, MetricsLevel level, gint64 column)
{
    const GArray *columns = level == METRICS_MACHINE ? metrics->machines : metrics->processors;

    if (level == METRICS_PROGRAM || column < 0 || column >= (gint64)columns->len)
        return &metrics->program;
    return &g_array_index(columns, Metrics, column);
}

static gboolean
get_metric(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const HtmlMetrics *metrics = model->explain->metrics;
    const gint64 item = MAX(current[HTML_METRIC], 0);
    const Metric metric = (Metric)(item % N_METRICS);
    const MetricsLevel level = (MetricsLevel)(1 << item / N_METRICS);

    switch (value) {
    case HTML_VALUE_METRIC_LABEL:
        return html_values_text(out, label_metric(model, metric));
    case HTML_VALUE_METRIC_SYMBOL:
        return html_values_text(out, metric_info(metric)->symbol);
    case HTML_VALUE_METRIC_MEANING:
        return html_values_text(out, meaning(metric));
    case HTML_VALUE_METRIC_VALUE:
        return put_metric(out, metric, metrics->program.value[metric]);
    case HTML_VALUE_READING_VALUE:
        return put_metric(out, metric,
                          column_at(metrics, level, current[HTML_READING])->value[metric]);
    default:
        return FALSE;
    }
}

static const char *
title_profile(HtmlModel *model, const HtmlMetricsProfile *profile)
{
    if (profile->by_line)
        return "By line";
    if (profile->processor < 0)
        return "By interval";
    g_autofree char *name = g_strdup(label_processor(model, profile->processor));
    g_string_printf(model->text, "By interval, of %s", name);
    return model->text->str;
}

static gboolean
get_profile(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const gint64 number = MAX(current[HTML_PROFILE], 0);
    const HtmlMetricsProfile *profile =
        g_ptr_array_index(model->explain->metrics->profiles, number);

    switch (value) {
    case HTML_VALUE_PROFILE_NUMBER:
        return html_values_integer(out, number + 1);
    case HTML_VALUE_PROFILE_TITLE:
        return html_values_text(out, title_profile(model, profile));
    case HTML_VALUE_PROFILE_BY_LINE:
        return html_values_truth(out, profile->by_line);
    case HTML_VALUE_PROFILE_CALLS:
        return put_metric(out, METRIC_CALLS, profile->total.calls);
    case HTML_VALUE_PROFILE_CPU:
        return html_values_real(out, profile->total.cpu);
    case HTML_VALUE_PROFILE_WAIT:
        return html_values_real(out, profile->total.wait);
    case HTML_VALUE_PROFILE_WAIT_CPU:
        return html_values_real(out, profile->total.wait_cpu);
    case HTML_VALUE_PROFILE_OTHERS:
        return html_values_integer(out, profile->n_others);
    case HTML_VALUE_PROFILE_OTHER_CALLS:
        return put_metric(out, METRIC_CALLS, profile->others.calls);
    case HTML_VALUE_PROFILE_OTHER_CPU:
        return html_values_real(out, profile->others.cpu);
    case HTML_VALUE_PROFILE_OTHER_SHARE:
        return html_values_real(out,
                                html_values_share(profile->others.cpu, profile->total.cpu));
    case HTML_VALUE_PROFILE_OTHER_WAIT:
        return html_values_real(out, profile->others.wait);
    case HTML_VALUE_PROFILE_OTHER_WAIT_CPU:
        return html_values_real(out, profile->others.wait_cpu);
    default:
        return FALSE;
    }
}

/* Where an entry is. */
static gboolean
get_entry_place(HtmlModel *model, const HtmlMetricsEntry *entry, HtmlValue value,
                TemplateValue *out)
{
    const guint id = html_explain_interval_id(model, entry->interval);
    const Interval *interval = html_explain_interval(model, id);

    switch (value) {
    case HTML_VALUE_ENTRY_INTERVAL:
        return html_values_integer(out, interval != NULL ? interval->id : 0);
    case HTML_VALUE_ENTRY_WORDS:
        return html_values_text(out, html_explain_words(model, id));
    case HTML_VALUE_ENTRY_OTHERS:
        return html_values_integer(out, entry->n_alike - 1);
    case HTML_VALUE_ENTRY_PLACE:
        return html_values_text(out, html_explain_site(model, entry->site));
    case HTML_VALUE_ENTRY_LINK:
        return html_values_text(out, html_explain_site_link(model, entry->site));
    default:
        return FALSE;
    }
}

static gboolean
get_entry(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const HtmlMetricsProfile *profile =
        g_ptr_array_index(model->explain->metrics->profiles, MAX(current[HTML_PROFILE], 0));
    const gint64 number = current[HTML_ENTRY];

    if (number < 0 || number >= (gint64)profile->entries->len)
        return FALSE;
    const HtmlMetricsEntry *entry = &g_array_index(profile->entries, HtmlMetricsEntry, number);
    switch (value) {
    case HTML_VALUE_ENTRY_CALLS:
        return put_metric(out, METRIC_CALLS, entry->calls);
    case HTML_VALUE_ENTRY_CPU:
        return html_values_real(out, entry->cpu);
    case HTML_VALUE_ENTRY_SHARE:
        return html_values_real(out, html_values_share(entry->cpu, profile->total.cpu));
    case HTML_VALUE_ENTRY_WAIT:
        return html_values_real(out, entry->wait);
    case HTML_VALUE_ENTRY_WAIT_CPU:
        return html_values_real(out, entry->wait_cpu);
    default:
        return get_entry_place(model, entry, value, out);
    }
}

static double
most_of_plot(const HtmlMetrics *metrics, Metric metric)
{
    double most = 0;

    for (guint i = 0; i < metrics->bins->len; i++)
        most = MAX(most, g_array_index(metrics->bins, Metrics, i).value[metric]);
    return most;
}

/* What is not nothing shows. */
static double
bar_height(double value, double most)
{
    return value > 0 ? MAX(PLOT_HEIGHT * html_values_share(value, most), 1) : 0;
}

static gboolean
get_plot(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const HtmlMetrics *metrics = model->explain->metrics;
    const guint bin = (guint)CLAMP(current[HTML_BIN], 0, (gint64)metrics->bins->len - 1);
    const Metrics *at = &g_array_index(metrics->bins, Metrics, bin);
    guint n;
    const Metric *plots = metrics_tree_plots(&n);
    const Metric metric = plots[CLAMP(current[HTML_PLOT], 0, (gint64)n - 1)];
    const double most = most_of_plot(metrics, metric);

    switch (value) {
    case HTML_VALUE_PLOT_NAME:
        return html_values_text(out, metric == METRIC_CPU        ? "a-cpu"
                                     : metric == METRIC_WAIT     ? "idle"
                                     : metric == METRIC_WAIT_CPU ? "a-system"
                                                                 : "traffic");
    case HTML_VALUE_PLOT_LABEL:
        return html_values_text(out, label_metric(model, metric));
    case HTML_VALUE_PLOT_MOST:
        return html_values_real(out, most);
    case HTML_VALUE_PLOT_VALUE:
        return html_values_real(out, at->value[metric]);
    case HTML_VALUE_BIN_NUMBER:
        return html_values_integer(out, bin);
    case HTML_VALUE_BIN_FROM:
        return html_values_real(out, bin * at->value[METRIC_TIME]);
    case HTML_VALUE_BIN_TOP:
        return html_values_real(out, PLOT_HEIGHT - bar_height(at->value[metric], most));
    case HTML_VALUE_BIN_HEIGHT:
        return html_values_real(out, bar_height(at->value[metric], most));
    default:
        return FALSE;
    }
}

gboolean
html_metrics_get(HtmlModel *model, const gint64 current[], HtmlValue value, TemplateValue *out)
{
    const HtmlMetrics *metrics = model->explain->metrics;

    if (metrics == NULL)
        return FALSE;
    switch (value) {
    case HTML_VALUE_METRICS_ALL_MACHINES:
        return html_values_integer(out, metrics->n_machines);
    case HTML_VALUE_METRICS_ALL_PROCESSORS:
        return html_values_integer(out, metrics->n_processors);
    case HTML_VALUE_METRICS_SHOWN_PROCESSORS:
        return html_values_integer(out, metrics->numbers->len);
    case HTML_VALUE_METRICS_SOME_PROCESSORS:
        return html_values_truth(out, metrics->numbers->len < metrics->n_processors);
    case HTML_VALUE_METRICS_END:
        return html_values_real(out, metrics->program.value[METRIC_TIME]);
    case HTML_VALUE_METRICS_BIN_SECONDS:
        return html_values_real(out,
                                g_array_index(metrics->bins, Metrics, 0).value[METRIC_TIME]);
    case HTML_VALUE_HOLDER_LABEL:
        return html_values_text(out, label_holder(model, current[HTML_HOLDER]));
    default:
        return get_metric(model, current, value, out) || get_plot(model, current, value, out) ||
               get_entry(model, current, value, out) || get_profile(model, current, value, out);
    }
}

/* The next of the items from `first` on, `n` of them. */
static gboolean
count(gint64 first, guint n, gint64 *item)
{
    if (*item < first)
        *item = first - 1;
    if (*item + 1 >= first + (gint64)n)
        return FALSE;
    (*item)++;
    return TRUE;
}

/* The next metric that tables of this level show. */
static gboolean
next_metric(MetricsLevel level, gint64 *item)
{
    const gint64 first = (gint64)g_bit_nth_lsf(level, -1) * N_METRICS;
    gint64 next = MAX(*item + 1, first);

    while (next < first + N_METRICS &&
           (metric_info((Metric)(next - first))->levels & level) == 0)
        next++;
    if (next >= first + N_METRICS)
        return FALSE;
    *item = next;
    return TRUE;
}

static guint
n_columns(const HtmlMetrics *metrics, gint64 metric)
{
    const MetricsLevel level = (MetricsLevel)(1 << MAX(metric, 0) / N_METRICS);

    return level == METRICS_PROGRAM   ? 1
           : level == METRICS_MACHINE ? metrics->machines->len
                                      : metrics->processors->len;
}

gboolean
html_metrics_next(HtmlModel *model, const gint64 current[], HtmlList list, gint64 *item)
{
    const HtmlMetrics *metrics = model->explain->metrics;
    guint n;

    if (metrics == NULL)
        return FALSE;
    switch (list) {
    case HTML_LIST_METRICS_PROGRAM:
        return next_metric(METRICS_PROGRAM, item);
    case HTML_LIST_METRICS_MACHINE:
        return next_metric(METRICS_MACHINE, item);
    case HTML_LIST_METRICS_PROCESSOR:
        return next_metric(METRICS_PROCESSOR, item);
    case HTML_LIST_METRICS_MACHINES:
        return count(0, metrics->machines->len, item);
    case HTML_LIST_METRICS_PROCESSORS:
        return count(metrics->machines->len, metrics->processors->len, item);
    case HTML_LIST_METRIC_READINGS:
        return count(0, n_columns(metrics, current[HTML_METRIC]), item);
    case HTML_LIST_METRICS_PROFILES:
        return count(0, metrics->profiles->len, item);
    case HTML_LIST_PROFILE_ENTRIES: {
        const HtmlMetricsProfile *profile =
            g_ptr_array_index(metrics->profiles, MAX(current[HTML_PROFILE], 0));
        return count(0, profile->entries->len, item);
    }
    case HTML_LIST_METRICS_PLOTS:
        metrics_tree_plots(&n);
        return count(0, n, item);
    case HTML_LIST_METRICS_BINS:
        return count(0, metrics->bins->len, item);
    default:
        return FALSE;
    }
}
