/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/write/metrics-text.h"

#include <math.h>

#include "src/base/number.h"
#include "src/base/text-table.h"

#define BAR_WIDTH 40

static char *
format_value(Metric metric, double value)
{
    char buffer[REPORT_NUMBER_SIZE];

    switch (metric_info(metric)->unit) {
    case METRIC_COUNT:
        return text_table_count(value);
    case METRIC_SECONDS:
        return text_table_milliseconds(value);
    case METRIC_RATIO:
        return text_table_ratio(value);
    default:
        return g_strdup(report_number_short(value, buffer));
    }
}

static char *
format_label(Metric metric, const char *end)
{
    const MetricInfo *info = metric_info(metric);
    return g_strconcat(info->label, info->unit == METRIC_SECONDS ? "(ms)" : "", end, NULL);
}

/* The rows of a level: label and a cell for each column. */
static void
add_rows(TextTable *table, MetricsLevel level, guint n, const Metrics columns[])
{
    for (Metric metric = 0; metric < N_METRICS; metric++) {
        if ((metric_info(metric)->levels & level) == 0)
            continue;
        text_table_take(table, format_label(metric, ":"));
        for (guint i = 0; i < n; i++)
            text_table_take(table, format_value(metric, columns[i].value[metric]));
    }
}

void
metrics_text_program(const MetricsTable *table, GString *out)
{
    const MetricsScope scope = { .level = METRICS_PROGRAM };
    const Metrics metrics = metrics_get(table, &scope);
    g_autoptr(TextTable) rows = text_table_new(2, 1);

    add_rows(rows, METRICS_PROGRAM, 1, &metrics);
    g_string_append(out, "Metrics for Program Level\n");
    text_table_write(rows, out);
}

void
metrics_text_machines(const MetricsTable *table, guint most, GString *out)
{
    const guint n = (guint)MIN(metrics_machines(table), (gint64)most);
    g_autoptr(TextTable) rows = text_table_new(n + 1, 1);
    g_autofree Metrics *columns = g_new(Metrics, n);

    text_table_add(rows, "Metrics");
    for (guint i = 0; i < n; i++) {
        const MetricsScope scope = { .level = METRICS_MACHINE, .number = i };
        text_table_take(rows, g_strdup_printf("Machine %u", i));
        columns[i] = metrics_get(table, &scope);
    }
    add_rows(rows, METRICS_MACHINE, n, columns);
    text_table_write(rows, out);
    if (n < metrics_machines(table))
        g_string_append_printf(out, "(%u of %" G_GINT64_FORMAT " machines)\n", n,
                               metrics_machines(table));
}

void
metrics_text_processors(const MetricsTable *table, const TimelineNames *names, guint most,
                        GString *out)
{
    g_autoptr(GArray) numbers = metrics_processors(table, most);
    const gint64 n_all = timeline_processors(names->timeline);
    g_autoptr(TextTable) rows = text_table_new(numbers->len + 1, 1);
    g_autofree Metrics *columns = g_new(Metrics, numbers->len);

    text_table_add(rows, "Metrics");
    for (guint i = 0; i < numbers->len; i++) {
        const MetricsScope scope = { .level = METRICS_PROCESSOR,
                                     .number = g_array_index(numbers, gint64, i) };
        g_autoptr(GString) name = g_string_new(NULL);
        timeline_names_append_processor(names, scope.number, name);
        text_table_add(rows, name->str);
        columns[i] = metrics_get(table, &scope);
    }
    add_rows(rows, METRICS_PROCESSOR, numbers->len, columns);
    text_table_write(rows, out);
    if (numbers->len < n_all)
        g_string_append_printf(out, "(%u of %" G_GINT64_FORMAT " processors)\n", numbers->len,
                               n_all);
}

static void
add_profile_row(TextTable *rows, MetricsLevel level, const char *name, const char *site,
                double calls, double share)
{
    text_table_add(rows, name);
    if (level == METRICS_CALL)
        text_table_add(rows, site);
    text_table_take(rows, text_table_count(calls));
    text_table_take(rows, text_table_percent(share));
}

static TextTable *
profile_new(MetricsLevel level)
{
    const guint n_names = level == METRICS_CALL ? 2 : 1;
    TextTable *rows = text_table_new(n_names + 2, n_names);

    text_table_add(rows, "Interval Name");
    if (level == METRICS_CALL)
        text_table_add(rows, "Line");
    text_table_add(rows, "Counter");
    text_table_add(rows, "Time(%)");
    return rows;
}

/* The rows from number `first` on, added up. */
static TimelineRow
add_up(const GPtrArray *rows, guint first)
{
    TimelineRow sum = { .value = { 0, 0 } };

    for (guint i = first; i < rows->len; i++) {
        const TimelineRow *row = rows->pdata[i];
        sim_sum_add_sum(&sum.value, row->value);
        sim_sum_add_sum(&sum.calls, row->calls);
    }
    return sum;
}

static double
share_of(double part, double all)
{
    return all > 0 ? part / all : (double)NAN;
}

static TimelineRows *
collect_profile(const MetricsTable *table, const TimelineNames *names, gint64 processor,
                MetricsLevel level)
{
    g_autoptr(GArray) profile = metrics_profile(table, processor, level);
    TimelineRows *rows = timeline_rows_new(names, level != METRICS_CALL);

    for (guint i = 0; i < profile->len; i++) {
        const MetricsProfile *row = &g_array_index(profile, MetricsProfile, i);
        timeline_rows_add(rows, row->interval, row->site, row->cpu, row->calls);
    }
    return rows;
}

void
metrics_text_profile(const MetricsTable *table, const TimelineNames *names, gint64 processor,
                     MetricsLevel level, guint most, GString *out)
{
    g_autoptr(TimelineRows) collected = collect_profile(table, names, processor, level);
    const GPtrArray *rows = timeline_rows_sort(collected);
    g_autoptr(TextTable) text = profile_new(level);
    const guint n_shown = most > 0 ? MIN(most, rows->len) : rows->len;
    const TimelineRow total = add_up(rows, 0), others = add_up(rows, n_shown);
    const double cpu = sim_sum_value(total.value);

    for (guint i = 0; i < n_shown; i++) {
        const TimelineRow *row = rows->pdata[i];
        add_profile_row(text, level, row->interval, row->site, sim_sum_value(row->calls),
                        share_of(sim_sum_value(row->value), cpu));
    }
    if (n_shown < rows->len) {
        g_autofree char *name = g_strdup_printf("%u others", rows->len - n_shown);
        add_profile_row(text, level, name, "", sim_sum_value(others.calls),
                        share_of(sim_sum_value(others.value), cpu));
    }
    add_profile_row(text, level, "Total", "", sim_sum_value(total.calls), share_of(cpu, cpu));
    text_table_write(text, out);
    g_string_append(out, "(* denotes less than 1%)\n");
}

static double
largest_value(const GArray *bins, Metric metric)
{
    double largest = 0;

    for (guint i = 0; i < bins->len; i++) {
        const double value = g_array_index(bins, Metrics, i).value[metric];
        largest = isfinite(value) ? MAX(largest, value) : largest;
    }
    return largest;
}

/* What is not nothing shows. */
static char *
make_bar(double value, double largest)
{
    if (!(value > 0) || !isfinite(value))
        return g_strdup("");
    return g_strnfill((gsize)MAX(lround(value / largest * BAR_WIDTH), 1), '#');
}

void
metrics_text_histogram(const MetricsTable *table, const MetricsScope *scope, Metric metric,
                       guint n_bins, GString *out)
{
    g_autoptr(GArray) bins = metrics_histogram(table, scope, n_bins);
    g_autoptr(TextTable) rows = text_table_new(3, 0);
    const double largest = largest_value(bins, metric);

    text_table_set_left(rows, 2);
    text_table_add(rows, "From(ms)");
    text_table_take(rows, format_label(metric, ""));
    text_table_add(rows, "");
    for (guint i = 0; i < bins->len; i++) {
        const Metrics *bin = &g_array_index(bins, Metrics, i);
        text_table_take(rows, text_table_milliseconds(i * bin->value[METRIC_TIME]));
        text_table_take(rows, format_value(metric, bin->value[metric]));
        g_autofree char *bar = make_bar(bin->value[metric], largest);
        text_table_add(rows, bar);
    }
    text_table_write(rows, out);
}
