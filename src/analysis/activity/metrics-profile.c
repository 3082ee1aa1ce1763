/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Profiles by interval and line.
 */
#include "src/analysis/activity/metrics-private.h"

typedef struct {
    guint64 key; /* interval and site */
    MetricsSum sum;
} ProfileSum;

static MetricsSum *
find_sum(GHashTable *table, GPtrArray *sums, guint32 interval, guint32 site)
{
    const guint64 key = ((guint64)interval << 32) | site;
    ProfileSum *sum = g_hash_table_lookup(table, &key);

    if (sum == NULL) {
        sum = g_new0(ProfileSum, 1);
        sum->key = key;
        g_ptr_array_add(sums, sum);
        g_hash_table_insert(table, &sum->key, sum);
    }
    return &sum->sum;
}

static gint
compare_values(double a, double b)
{
    return a == b ? 0 : a < b ? 1 : -1;
}

static gint
compare_rows(gconstpointer a, gconstpointer b)
{
    const MetricsProfile *x = a, *y = b;
    const gint by_cpu = compare_values(x->cpu, y->cpu);
    const gint by_wait = compare_values(x->wait, y->wait);
    const gint by_calls = compare_values(x->calls, y->calls);

    if (by_cpu != 0 || by_wait != 0 || by_calls != 0)
        return by_cpu != 0 ? by_cpu : by_wait != 0 ? by_wait : by_calls;
    if (x->interval != y->interval)
        return x->interval < y->interval ? -1 : 1;
    return x->site == y->site ? 0 : x->site < y->site ? -1 : 1;
}

static GArray *
make_rows(const GPtrArray *sums)
{
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(MetricsProfile));

    for (guint i = 0; i < sums->len; i++) {
        const ProfileSum *sum = sums->pdata[i];
        const MetricsProfile row = { .interval = (guint32)(sum->key >> 32),
                                     .site = (guint32)sum->key,
                                     .calls = sim_sum_value(sum->sum.calls),
                                     .cpu = sim_sum_value(sum->sum.cpu),
                                     .wait = sim_sum_value(sum->sum.wait),
                                     .wait_cpu = sim_sum_value(sum->sum.wait_cpu) };
        g_array_append_val(rows, row);
    }
    g_array_sort(rows, compare_rows);
    return rows;
}

GArray *
metrics_profile(const MetricsTable *table, gint64 processor, MetricsLevel level)
{
    const MetricsScope scope = { .level = METRICS_INTERVAL,
                                 .number = processor,
                                 .interval = METRICS_ANY };
    g_auto(MetricsWeights) weights = { 0 };
    g_autoptr(GPtrArray) sums = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GHashTable) found = g_hash_table_new(sim_pair_hash, g_int64_equal);

    metrics_weights_init(&weights, table, &scope);
    for (guint i = 0; i < table->cells->len; i++) {
        const MetricsCell *cell = table->cells->pdata[i];
        const double n = (double)weights.group[cell->group];
        if (n == 0)
            continue;
        MetricsSum *sum = find_sum(found, sums, cell->interval,
                                   level == METRICS_CALL ? cell->site : METRICS_ANY);
        metrics_sum_add_cell(sum, cell, n);
    }
    return make_rows(sums);
}
