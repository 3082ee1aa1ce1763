/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/page/html-metrics.h"

#include "src/report/page/html-places.h"
#include "src/report/value/metrics-tree.h"

static void
add_entry(HtmlMetricsEntry *sum, const HtmlMetricsEntry *one)
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
    const HtmlMetricsEntry *a = va, *b = vb;

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
    GArray *entries = g_array_new(FALSE, FALSE, sizeof(HtmlMetricsEntry));

    for (guint i = 0; i < rows->len; i++) {
        const MetricsProfile *row = &g_array_index(rows, MetricsProfile, i);
        const HtmlMetricsEntry one = {
            row->interval, row->site, 1, row->calls, row->cpu, row->wait, row->wait_cpu,
        };
        g_autofree char *name =
            html_places_name(explanation, prediction, row->interval, row->site);
        const guint at = GPOINTER_TO_UINT(g_hash_table_lookup(known, name));
        if (at > 0) {
            add_entry(&g_array_index(entries, HtmlMetricsEntry, at - 1), &one);
            continue;
        }
        g_array_append_val(entries, one);
        g_hash_table_insert(known, g_steal_pointer(&name), GUINT_TO_POINTER(entries->len));
    }
    g_array_sort(entries, compare_entries);
    return entries;
}

static void
add_profile(HtmlMetrics *metrics, const MetricsTable *table, gint64 processor,
            MetricsLevel level, const Explanation *explanation, const Prediction *prediction)
{
    g_autoptr(GArray) rows = metrics_profile(table, processor, level);
    HtmlMetricsProfile *profile = g_new0(HtmlMetricsProfile, 1);

    profile->processor = processor;
    profile->by_line = level == METRICS_CALL;
    profile->entries = unite_entries(rows, explanation, prediction);
    for (guint i = 0; i < profile->entries->len; i++) {
        const HtmlMetricsEntry *entry = &g_array_index(profile->entries, HtmlMetricsEntry, i);
        add_entry(&profile->total, entry);
        if (i >= HTML_METRICS_MOST_ENTRIES)
            add_entry(&profile->others, entry);
    }
    if (profile->entries->len > HTML_METRICS_MOST_ENTRIES) {
        profile->n_others = profile->entries->len - HTML_METRICS_MOST_ENTRIES;
        g_array_set_size(profile->entries, HTML_METRICS_MOST_ENTRIES);
    }
    g_ptr_array_add(metrics->profiles, profile);
}

static void
free_profile(gpointer data)
{
    HtmlMetricsProfile *profile = data;

    g_array_unref(profile->entries);
    g_free(profile);
}

static void
add_holders(HtmlMetrics *metrics, const MetricsTable *table)
{
    metrics->n_machines = metrics_machines(table);
    for (gint64 i = 0; i < MIN(metrics->n_machines, METRICS_TREE_PROCESSORS); i++) {
        const MetricsScope scope = { .level = METRICS_MACHINE, .number = i };
        const Metrics machine = metrics_get(table, &scope);
        g_array_append_val(metrics->machines, machine);
    }
    for (guint i = 0; i < metrics->numbers->len; i++) {
        const MetricsScope scope = { .level = METRICS_PROCESSOR,
                                     .number = g_array_index(metrics->numbers, gint64, i) };
        const Metrics processor = metrics_get(table, &scope);
        g_array_append_val(metrics->processors, processor);
    }
}

/* The first and the last processor are often the ends of the grid, which differ most. */
static void
add_profiles(HtmlMetrics *metrics, const MetricsTable *table, const Explanation *explanation,
             const Prediction *prediction)
{
    const guint n = metrics->numbers->len;

    add_profile(metrics, table, -1, METRICS_INTERVAL, explanation, prediction);
    for (guint i = 0; n > 1 && i < n; i += n - 1)
        add_profile(metrics, table, g_array_index(metrics->numbers, gint64, i),
                    METRICS_INTERVAL, explanation, prediction);
    add_profile(metrics, table, -1, METRICS_CALL, explanation, prediction);
}

HtmlMetrics *
html_metrics_new(const Explanation *explanation, const Prediction *prediction)
{
    const MetricsScope program = { .level = METRICS_PROGRAM };

    if (explanation->timeline == NULL)
        return NULL;
    g_autoptr(MetricsTable) table = metrics_new(explanation->timeline, 0);
    const Metrics all = metrics_get(table, &program);
    if (!(all.value[METRIC_TIME] > 0))
        return NULL;
    HtmlMetrics *metrics = g_new0(HtmlMetrics, 1);
    metrics->program = all;
    metrics->machines = g_array_new(FALSE, FALSE, sizeof(Metrics));
    metrics->numbers = metrics_processors(table, METRICS_TREE_PROCESSORS);
    metrics->processors = g_array_new(FALSE, FALSE, sizeof(Metrics));
    metrics->n_processors = timeline_processors(explanation->timeline);
    metrics->profiles = g_ptr_array_new_with_free_func(free_profile);
    metrics->bins = metrics_histogram(table, &program, METRICS_TREE_BINS);
    add_holders(metrics, table);
    add_profiles(metrics, table, explanation, prediction);
    return metrics;
}

void
html_metrics_free(HtmlMetrics *metrics)
{
    if (metrics == NULL)
        return;
    g_array_unref(metrics->machines);
    g_array_unref(metrics->numbers);
    g_array_unref(metrics->processors);
    g_ptr_array_unref(metrics->profiles);
    g_array_unref(metrics->bins);
    g_free(metrics);
}
