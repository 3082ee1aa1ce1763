/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What belongs to a scope, and metrics from sums.
 */
#include <math.h>

#include "src/analysis/activity/metrics-private.h"

/* The processors first .. end - 1. */
typedef struct {
    gint64 first, end;
} Range;

static Range
scope_range(const MetricsTable *table, const MetricsScope *scope)
{
    const Range all = { 0, table->processors };

    if (scope->level == METRICS_MACHINE)
        return (Range){ scope->number * table->machine_size,
                        MIN(table->processors, (scope->number + 1) * table->machine_size) };
    if (scope->level == METRICS_PROCESSOR ||
        (scope->level != METRICS_PROGRAM && scope->number >= 0))
        return (Range){ scope->number, scope->number + 1 };
    return all;
}

static gint64
count_in_range(const MetricsTable *table, const TimelineGroup *group, Range range)
{
    gint64 n = 0;

    if (range.first == 0 && range.end == table->processors)
        return group->count;
    for (gint64 p = range.first; p < range.end; p++)
        n += timeline_group_has(group, p) ? 1 : 0;
    return n;
}

static gboolean
range_has(Range range, gint64 processor)
{
    return range.first <= processor && processor < range.end;
}

/* The share of messages with an end among s of p processors when all pairs are as likely. */
static double
mean_share(gint64 s, gint64 p)
{
    if (p < 2 || s >= p)
        return 1;
    return 1 - (double)(p - s) / (double)p * ((double)(p - s - 1) / (double)(p - 1));
}

static void
weigh_traffic(MetricsWeights *weights, const MetricsTable *table, guint32 id, Range range)
{
    const TimelineTraffic *traffic = timeline_traffic(table->timeline, id);
    double bytes = traffic->bytes, messages = traffic->messages;
    double own_bytes = 0, own_messages = 0;

    for (guint i = 0; i < traffic->n_pairs; i++) {
        const TimelinePair *pair = &traffic->pairs[i];
        bytes -= pair->bytes;
        messages -= pair->messages;
        if (range_has(range, pair->sender) || range_has(range, pair->receiver)) {
            own_bytes += pair->bytes;
            own_messages += pair->messages;
        }
    }
    /* what the pairs do not tell */
    const double share = mean_share(range.end - range.first, table->processors);
    weights->bytes[id] = own_bytes + MAX(bytes, 0.0) * share;
    weights->messages[id] = own_messages + MAX(messages, 0.0) * share;
}

void
metrics_weights_init(MetricsWeights *weights, const MetricsTable *table,
                     const MetricsScope *scope)
{
    const Range range = scope_range(table, scope);
    const guint32 n_groups = timeline_n_groups(table->timeline);
    const gboolean within = scope->level >= METRICS_INTERVAL;
    const gint64 size = table->machine_size;

    *weights = (MetricsWeights){
        .processors = range.end - range.first,
        .machines = (range.end - 1) / size - range.first / size + 1,
        .interval = within ? scope->interval : METRICS_ANY,
        .site = scope->level == METRICS_CALL ? scope->site : METRICS_ANY,
        .group = g_new0(gint64, n_groups),
        .bytes = g_new0(double, table->n_traffics),
        .messages = g_new0(double, table->n_traffics),
    };
    for (guint32 g = 0; g < n_groups; g++)
        weights->group[g] =
            count_in_range(table, timeline_group_get(table->timeline, g), range);
    for (guint32 t = 0; t < table->n_traffics; t++)
        weigh_traffic(weights, table, t, range);
}

void
metrics_weights_clear(MetricsWeights *weights)
{
    g_clear_pointer(&weights->group, g_free);
    g_clear_pointer(&weights->bytes, g_free);
    g_clear_pointer(&weights->messages, g_free);
}

gboolean
metrics_weights_has(const MetricsWeights *weights, guint32 interval, guint32 site)
{
    return (weights->interval == METRICS_ANY || weights->interval == interval) &&
           (weights->site == METRICS_ANY || weights->site == site);
}

static double
ratio(double a, double b)
{
    return b > 0 ? a / b : (double)NAN;
}

void
metrics_sum_add_cell(MetricsSum *sum, const MetricsCell *cell, double n)
{
    sim_sum_add(&sum->cpu, sim_sum_value(cell->cpu) * n);
    sim_sum_add(&sum->wait, sim_sum_value(cell->wait) * n);
    sim_sum_add(&sum->wait_cpu, sim_sum_value(cell->wait_cpu) * n);
    sim_sum_add(&sum->calls, (double)cell->calls * n);
}

Metrics
metrics_sum_finish(const MetricsSum *sum, const MetricsWeights *weights)
{
    const double cpu = sim_sum_value(sum->cpu);
    const double wait = sim_sum_value(sum->wait);
    const double wait_cpu = sim_sum_value(sum->wait_cpu);
    const double bytes = sim_sum_value(sum->bytes);
    const double messages = sim_sum_value(sum->messages);

    return (Metrics){ .value = {
                          [METRIC_MACHINES] = (double)weights->machines,
                          [METRIC_PROCESSORS] = (double)weights->processors,
                          [METRIC_TIME] = sum->time,
                          [METRIC_CPU] = cpu,
                          [METRIC_WAIT] = wait,
                          [METRIC_WAIT_CPU] = wait_cpu,
                          [METRIC_MESSAGES] = messages,
                          [METRIC_BYTES] = bytes,
                          [METRIC_LINES] = sum->lines,
                          [METRIC_CALLS] = sim_sum_value(sum->calls),
                          [METRIC_RESPONSE] = ratio(sum->time, cpu),
                          [METRIC_PARALLELISM] = ratio(cpu, sum->time),
                          [METRIC_UTILISATION] =
                              ratio(cpu, sum->time * (double)weights->processors),
                          [METRIC_LOAD] = ratio(cpu + wait_cpu, cpu),
                          [METRIC_PROGRESS] = ratio(cpu, wait),
                          [METRIC_MESSAGE_RATE] = ratio(messages, sum->time),
                          [METRIC_BYTE_RATE] = ratio(bytes, sum->time),
                      } };
}

void
metrics_span_add(MetricsSpan *span, double first, double last)
{
    span->first = MIN(span->first, first);
    span->last = MAX(span->last, last);
}

double
metrics_span_length(const MetricsSpan *span)
{
    return span->last > span->first ? span->last - span->first : 0;
}
