/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/metrics.h"

#include "src/report/view/places.h"

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
    const MetricsScope scope = { .level = level, .number = number };
    const Metrics one = metrics_get(table, &scope);

    g_array_append_val(out, one);
}

ReportMetrics *
report_metrics_new(const Timeline *timeline)
{
    const MetricsScope program = { .level = METRICS_PROGRAM };
    g_autoptr(MetricsTable) table = metrics_new(timeline, 0);
    ReportMetrics *made = g_new0(ReportMetrics, 1);

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
