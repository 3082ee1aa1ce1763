/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The metrics of IPS (docs/references.md, which says what they are here) over a timeline: of
 * the program, a machine, a processor, an interval, a source line of a run-time call. Seconds;
 * ratios are NAN where they divide by 0. A machine is `machine_size` processors with following
 * numbers.
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

typedef struct _MetricsTable MetricsTable;

/* One pass over the activities, none of which goes past a cut; memory for each combination of
 * group, interval and line, and 16 bytes for each event of the longest stretch between two
 * cuts. machine_size: 0: all are one machine. `timeline` must outlive it. */
MetricsTable *metrics_new(const Timeline *timeline, gint64 machine_size);
void metrics_free(MetricsTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MetricsTable, metrics_free)

gint64 metrics_machines(const MetricsTable *table);

/* Numbers of processors that stand for all, ascending, at most `most` (>= 1): all when they are
 * no more; else the least-numbered of groups. gint64; free with g_array_unref(). */
GArray *metrics_processors(const MetricsTable *table, guint most);

/* Of the program, or of a machine or processor by its number, from 0. */
Metrics metrics_get(const MetricsTable *table, MetricsLevel level, gint64 number);

/* What was moved by operations of an interval of the timeline, those nested in it apart. */
typedef struct {
    double messages, bytes;
} MetricsMoved;

MetricsMoved metrics_moved(const MetricsTable *table, guint32 interval);

#define METRICS_ANY G_MAXUINT32

/* A line of a profile. */
typedef struct {
    guint32 interval;
    guint32 site; /* METRICS_ANY at level INTERVAL */
    double calls, cpu, wait, wait_cpu;
} MetricsProfile;

/* By interval (METRICS_INTERVAL) or by interval and line (METRICS_CALL), of one processor or
 * of all (-1); the largest `cpu` first, then wait, then calls. Of MetricsProfile; free with
 * g_array_unref(). */
GArray *metrics_profile(const MetricsTable *table, gint64 processor, MetricsLevel level);

/* The metrics of the program in each of n_bins (>= 1) equal stretches of its time; T is that of
 * a stretch. What an operation moves is spread evenly over its time; a call counts where it
 * begins; LINES is NAN. One pass. Of Metrics; free with g_array_unref(). */
GArray *metrics_histogram(const MetricsTable *table, guint n_bins);
