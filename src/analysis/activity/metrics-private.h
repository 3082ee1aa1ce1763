/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What the files of metrics share.
 */
#pragma once

#include "src/analysis/activity/metrics.h"

/* What one processor of a group did at a line of an interval. */
typedef struct {
    guint32 group, interval, site;
    SimSum cpu, wait, wait_cpu;
    guint64 calls;
} MetricsCell;

/* How often operations at a line of an interval moved this. */
typedef struct {
    guint32 traffic, interval, site;
    guint64 count;
} MetricsMove;

/* Times of first and last activity; first > last: none. */
typedef struct {
    double first, last;
} MetricsSpan;

struct _MetricsTable {
    const Timeline *timeline;
    gint64 processors, machine_size;
    GPtrArray *cells; /* of MetricsCell, in the order of first occurrence */
    GPtrArray *moves; /* of MetricsMove, likewise */
    GArray *spans;    /* of MetricsSpan, by group */
    MetricsSpan program;
    guint32 n_traffics;
};

/* What of a timeline belongs to a scope. */
typedef struct {
    gint64 processors, machines;
    guint32 interval, site;   /* METRICS_ANY: every one */
    gint64 *group;            /* by group: how many of its processors */
    double *bytes, *messages; /* by traffic: what of it */
} MetricsWeights;

void metrics_weights_init(MetricsWeights *weights, const MetricsTable *table,
                          const MetricsScope *scope);
void metrics_weights_clear(MetricsWeights *weights);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(MetricsWeights, metrics_weights_clear)

gboolean metrics_weights_has(const MetricsWeights *weights, guint32 interval, guint32 site);

/* What metrics are computed from; of all processors together. */
typedef struct {
    double time; /* T */
    SimSum cpu, wait, wait_cpu, bytes, messages, calls;
    double lines;
} MetricsSum;

Metrics metrics_sum_finish(const MetricsSum *sum, const MetricsWeights *weights);

/* Adds what n processors of a cell's group did. */
void metrics_sum_add_cell(MetricsSum *sum, const MetricsCell *cell, double n);

/* Extends a span by another; a span without activities changes nothing. */
void metrics_span_add(MetricsSpan *span, double first, double last);
double metrics_span_length(const MetricsSpan *span);
