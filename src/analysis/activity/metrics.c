/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/activity/metrics.h"

#include <math.h>

#include "src/analysis/activity/metrics-private.h"
#include "src/analysis/activity/metrics-scan.h"

#define PROGRAM   METRICS_PROGRAM
#define MACHINE   METRICS_MACHINE
#define PROCESSOR METRICS_PROCESSOR
#define INTERVAL  METRICS_INTERVAL
#define CALL      METRICS_CALL

const MetricInfo *
metric_info(Metric metric)
{
    static const MetricInfo infos[N_METRICS] = {
#define METRIC(id, symbol, label, unit, levels)                                                \
    [METRIC_##id] = { symbol, label, METRIC_##unit, levels },
#include "src/analysis/activity/metrics.def"
#undef METRIC
    };

    g_assert(metric < N_METRICS);
    return &infos[metric];
}

/* Cells and moves both begin with three numbers, which are their keys. */
static guint
key_hash(gconstpointer p)
{
    const guint32 *key = p;
    const guint64 pair = ((guint64)key[1] << 32 | key[2]) + (guint64)key[0] * 0x9E3779B9u;
    return sim_pair_hash(&pair);
}

static gboolean
key_equal(gconstpointer a, gconstpointer b)
{
    const guint32 *x = a, *y = b;
    return x[0] == y[0] && x[1] == y[1] && x[2] == y[2];
}

/* What is needed while the table is filled. */
typedef struct {
    MetricsTable *table;
    GHashTable *cells, *moves; /* find what the table's arrays own */
} Filler;

static MetricsCell *
find_cell(const Filler *filler, const TimelineActivity *r)
{
    const MetricsCell key = { .group = r->group, .interval = r->interval, .site = r->site };
    MetricsCell *cell = g_hash_table_lookup(filler->cells, &key);

    if (cell == NULL) {
        cell = g_memdup2(&key, sizeof key);
        g_ptr_array_add(filler->table->cells, cell);
        g_hash_table_add(filler->cells, cell);
    }
    return cell;
}

static void
add_move(const Filler *filler, const TimelineActivity *r)
{
    const MetricsMove key = { r->traffic, r->interval, r->site, 0 };
    MetricsMove *move = g_hash_table_lookup(filler->moves, &key);

    if (move == NULL) {
        move = g_memdup2(&key, sizeof key);
        g_ptr_array_add(filler->table->moves, move);
        g_hash_table_add(filler->moves, move);
        filler->table->n_traffics = MAX(filler->table->n_traffics, r->traffic + 1);
    }
    move->count++;
}

static void
add_time(MetricsCell *cell, const TimelineActivity *r)
{
    const double time = r->end - r->start;

    if (r->kind == TIMELINE_CPU)
        sim_sum_add(&cell->cpu, time);
    else if (r->kind == TIMELINE_SYS)
        sim_sum_add(&cell->wait_cpu, time);
    else
        sim_sum_add(&cell->wait, time);
}

static void
add_step(const Filler *filler, const MetricsStep *step)
{
    const TimelineActivity *r = step->activity;

    if (step->moves)
        add_move(filler, r);
    if (r->kind != TIMELINE_PRECEDENCE)
        metrics_span_add(&filler->table->program, r->start, r->end);
    if (step->count == 0)
        return;
    MetricsCell *cell = find_cell(filler, r);
    add_time(cell, r);
    cell->calls += step->begins_call ? 1 : 0;
    metrics_span_add(&g_array_index(filler->table->spans, MetricsSpan, r->group), r->start,
                     r->end);
}

static void
fill(MetricsTable *table)
{
    g_autoptr(GHashTable) cells = g_hash_table_new(key_hash, key_equal);
    g_autoptr(GHashTable) moves = g_hash_table_new(key_hash, key_equal);
    const Filler filler = { table, cells, moves };
    g_auto(MetricsScan) scan = { 0 };
    MetricsStep step;

    metrics_scan_init(&scan, table->timeline);
    while (metrics_scan_next(&scan, &step))
        add_step(&filler, &step);
}

MetricsTable *
metrics_new(const Timeline *timeline, gint64 machine_size)
{
    const MetricsSpan nothing = { INFINITY, -INFINITY };
    const gint64 processors = timeline_processors(timeline);
    MetricsTable *table = g_new0(MetricsTable, 1);

    table->timeline = timeline;
    table->processors = processors;
    table->machine_size = machine_size > 0 ? MIN(machine_size, processors) : MAX(processors, 1);
    table->cells = g_ptr_array_new_with_free_func(g_free);
    table->moves = g_ptr_array_new_with_free_func(g_free);
    table->spans = g_array_new(FALSE, FALSE, sizeof(MetricsSpan));
    for (guint32 g = 0; g < timeline_n_groups(timeline); g++)
        g_array_append_val(table->spans, nothing);
    table->program = nothing;
    fill(table);
    if (table->program.last < table->program.first)
        table->program = (MetricsSpan){ 0, 0 };
    return table;
}

void
metrics_free(MetricsTable *table)
{
    if (table == NULL)
        return;
    g_ptr_array_unref(table->cells);
    g_ptr_array_unref(table->moves);
    g_array_unref(table->spans);
    g_free(table);
}

gint64
metrics_machines(const MetricsTable *table)
{
    return (table->processors - 1) / table->machine_size + 1;
}

static gint
compare_numbers(gconstpointer a, gconstpointer b)
{
    const gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;
    return x == y ? 0 : x < y ? -1 : 1;
}

GArray *
metrics_processors(const MetricsTable *table, guint most)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    guint n = 0;

    for (gint64 p = 0; table->processors <= most && p < table->processors; p++)
        g_array_append_val(numbers, p);
    if (table->processors <= most)
        return numbers;
    for (guint32 g = 0; g < timeline_n_groups(table->timeline); g++)
        g_array_append_val(numbers, timeline_group_get(table->timeline, g)->least);
    g_array_sort(numbers, compare_numbers);
    for (guint i = 0; i < numbers->len; i++) {
        const gint64 p = g_array_index(numbers, gint64, i);
        if (n < most && (n == 0 || g_array_index(numbers, gint64, n - 1) != p))
            g_array_index(numbers, gint64, n++) = p;
    }
    g_array_set_size(numbers, n);
    return numbers;
}

static double
scope_time(const MetricsTable *table, const MetricsScope *scope, const MetricsWeights *weights)
{
    MetricsSpan span = { INFINITY, -INFINITY };

    if (scope->level != METRICS_MACHINE && scope->level != METRICS_PROCESSOR)
        return metrics_span_length(&table->program);
    for (guint g = 0; g < table->spans->len; g++) {
        const MetricsSpan *own = &g_array_index(table->spans, MetricsSpan, g);
        if (weights->group[g] > 0)
            metrics_span_add(&span, own->first, own->last);
    }
    return metrics_span_length(&span);
}

Metrics
metrics_get(const MetricsTable *table, const MetricsScope *scope)
{
    g_auto(MetricsWeights) weights = { 0 };
    g_autofree guint8 *lines = g_new0(guint8, timeline_n_sites(table->timeline));
    MetricsSum sum = { 0 };

    metrics_weights_init(&weights, table, scope);
    sum.time = scope_time(table, scope, &weights);
    for (guint i = 0; i < table->cells->len; i++) {
        const MetricsCell *cell = table->cells->pdata[i];
        const gint64 n = weights.group[cell->group];
        if (n == 0 || !metrics_weights_has(&weights, cell->interval, cell->site))
            continue;
        metrics_sum_add_cell(&sum, cell, (double)n);
        if (cell->site < timeline_n_sites(table->timeline) && !lines[cell->site]) {
            lines[cell->site] = TRUE;
            sum.lines++;
        }
    }
    for (guint i = 0; i < table->moves->len; i++) {
        const MetricsMove *move = table->moves->pdata[i];
        if (!metrics_weights_has(&weights, move->interval, move->site))
            continue;
        sim_sum_add(&sum.bytes, weights.bytes[move->traffic] * (double)move->count);
        sim_sum_add(&sum.messages, weights.messages[move->traffic] * (double)move->count);
    }
    return metrics_sum_finish(&sum, &weights);
}
