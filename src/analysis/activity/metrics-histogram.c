/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Metrics over time.
 */
#include <math.h>

#include "src/analysis/activity/metrics-private.h"
#include "src/analysis/activity/metrics-scan.h"

typedef struct {
    const MetricsTable *table;
    MetricsWeights weights;
    guint n;
    double first, width; /* seconds; width 0: everything is in the first bin */
    MetricsSum *sums;    /* n */
} Histogram;

static void
histogram_clear(Histogram *h)
{
    metrics_weights_clear(&h->weights);
    g_free(h->sums);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Histogram, histogram_clear)

static guint
bin_at(const Histogram *h, double time)
{
    const double bin = h->width > 0 ? floor((time - h->first) / h->width) : 0;
    return (guint)CLAMP(bin, 0.0, (double)(h->n - 1));
}

/* Adds `time`, `bytes` and `messages` of an activity in proportion to the parts of it that are
 * in each bin. */
static void
spread(Histogram *h, const TimelineActivity *r, double time, double bytes, double messages)
{
    const double duration = r->end - r->start;
    const guint first = bin_at(h, r->start), last = bin_at(h, r->end);

    for (guint b = first; b <= last; b++) {
        const double start = b == first ? r->start : h->first + b * h->width;
        const double end = b == last ? r->end : h->first + (b + 1) * h->width;
        const double share = first == last ? 1 : MAX(end - start, 0.0) / duration;
        MetricsSum *sum = &h->sums[b];
        SimSum *of = r->kind == TIMELINE_CPU   ? &sum->cpu
                     : r->kind == TIMELINE_SYS ? &sum->wait_cpu
                                               : &sum->wait;
        sim_sum_add(of, time * share);
        sim_sum_add(&sum->bytes, bytes * share);
        sim_sum_add(&sum->messages, messages * share);
    }
}

static void
add_step(Histogram *h, const MetricsStep *step)
{
    const TimelineActivity *r = step->activity;
    const double n = step->count > 0 ? (double)h->weights.group[r->group] : 0;

    if (!metrics_weights_has(&h->weights, r->interval, r->site))
        return;
    spread(h, r, (r->end - r->start) * n, step->moves ? h->weights.bytes[r->traffic] : 0,
           step->moves ? h->weights.messages[r->traffic] : 0);
    if (step->begins_call)
        sim_sum_add(&h->sums[bin_at(h, r->start)].calls, n);
}

GArray *
metrics_histogram(const MetricsTable *table, const MetricsScope *scope, guint n_bins)
{
    const double length = metrics_span_length(&table->program);
    g_auto(Histogram) h = { .table = table,
                            .n = n_bins,
                            .first = table->program.first,
                            .width = length / n_bins,
                            .sums = g_new0(MetricsSum, n_bins) };
    GArray *bins = g_array_sized_new(FALSE, FALSE, sizeof(Metrics), n_bins);
    g_auto(MetricsScan) scan = { 0 };
    MetricsStep step;

    metrics_weights_init(&h.weights, table, scope);
    metrics_scan_init(&scan, table->timeline);
    while (metrics_scan_next(&scan, &step))
        add_step(&h, &step);
    for (guint b = 0; b < n_bins; b++) {
        h.sums[b].time = h.width;
        h.sums[b].lines = NAN;
        const Metrics metrics = metrics_sum_finish(&h.sums[b], &h.weights);
        g_array_append_val(bins, metrics);
    }
    return bins;
}
