/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The hierarchy of metrics of IPS (tables I to III) over a timeline: program, machine,
 * processor, interval, source line of a run-time call.  Seconds.
 *
 * What IPS measured of processes is here:
 * - a machine is a node of `machine_size` processors with following numbers; without a node
 *   level all processors are one. A processor has one process, so N_p counts processors;
 * - T: from the first activity of a level's processors to their last. An interval and a line
 *   have none of their own (table III): rates and ratios there are over that of the program, so
 *   that they add up;
 * - T_cpu: user time of all processors of the level, without the run-time system;
 * - T_wait: input/output, communication and waiting;
 * - T_wait_cpu: with one process a processor no other process has the processor while the
 *   program wants it, only the run-time system: it is the time of that. So T = T_cpu + T_wait +
 *   T_wait_cpu of a processor that is never without activity (as in IPS, figure 13), and
 *   L = (T_cpu + T_wait_cpu) / T_cpu is 1 where the run-time system costs nothing;
 * - rho: P / N_m for machines of one processor, as in IPS; of larger ones P / N_p, a share too;
 * - C: how often processors come to a call: to activities at one line of one interval without
 *   user time between them. Calls that take no time are not in a timeline;
 * - traffic: every message once at program, interval and line; at machine and processor all
 *   that have an end there. Where an operation's pairs are not kept, a processor has the mean.
 * Ratios are NAN where they divide by 0.
 */
#pragma once

#include "src/timeline/timeline.h"

typedef enum {
    METRICS_PROGRAM = 1 << 0,
    METRICS_MACHINE = 1 << 1,
    METRICS_PROCESSOR = 1 << 2,
    METRICS_INTERVAL = 1 << 3,
    METRICS_CALL = 1 << 4,
} MetricsLevel;

typedef enum {
#define METRIC(id, symbol, label, unit, levels) METRIC_##id,
#include "src/analysis/activity/metrics.def"
#undef METRIC
    N_METRICS,
} Metric;

typedef enum { METRIC_COUNT, METRIC_SECONDS, METRIC_RATIO, METRIC_RATE } MetricUnit;

typedef struct {
    const char *symbol; /* "T_cpu", or "" */
    const char *label;  /* "Cpu Time" */
    MetricUnit unit;
    guint levels; /* of MetricsLevel: where tables show it. It has a value everywhere */
} MetricInfo;

const MetricInfo *metric_info(Metric metric);

typedef struct {
    double value[N_METRICS];
} Metrics;

#define METRICS_ANY G_MAXUINT32

typedef struct {
    MetricsLevel level;
    gint64 number;    /* MACHINE, PROCESSOR: from 0. INTERVAL, CALL: a processor, or -1: all */
    guint32 interval; /* INTERVAL; CALL: may be METRICS_ANY. Without what is nested in it */
    guint32 site;     /* CALL */
} MetricsScope;

typedef struct _MetricsTable MetricsTable;

/* One pass over the activities; memory for each combination of group, interval and line, and 16
 * bytes for each event of the longest stretch between two cuts. machine_size: 0: all are one
 * machine. `timeline` must outlive it. */
MetricsTable *metrics_new(const Timeline *timeline, gint64 machine_size);
void metrics_free(MetricsTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MetricsTable, metrics_free)

gint64 metrics_machines(const MetricsTable *table);

/* Numbers of processors that stand for all, ascending, at most `most` (>= 1): all when they are
 * no more; else the least-numbered of groups. gint64; free with g_array_unref(). */
GArray *metrics_processors(const MetricsTable *table, guint most);

Metrics metrics_get(const MetricsTable *table, const MetricsScope *scope);

/* A line of a profile (IPS, figure 14). */
typedef struct {
    guint32 interval;
    guint32 site; /* METRICS_ANY at level INTERVAL */
    double calls, cpu, wait, wait_cpu;
} MetricsProfile;

/* By interval (METRICS_INTERVAL) or by interval and line (METRICS_CALL), of one processor or
 * of all (-1); the largest `cpu` first, then wait, then calls. Of MetricsProfile; free with
 * g_array_unref(). */
GArray *metrics_profile(const MetricsTable *table, gint64 processor, MetricsLevel level);

/* The metrics of each of n_bins (>= 1) equal stretches of the program's time (figure 11); T is
 * that of a stretch. What an operation moves is spread evenly over its time; a call counts
 * where it begins; LINES is NAN. One pass. Of Metrics; free with g_array_unref(). */
GArray *metrics_histogram(const MetricsTable *table, const MetricsScope *scope, guint n_bins);
