/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * The metrics of metrics.h as the HTML report has them: tables by level, profiles by interval
 * and line, histograms over time.  Seconds.
 */
#pragma once

#include "src/analysis/activity/metrics.h"
#include "src/analysis/explain/explanation.h"

/* Processors whose metrics are told, and stretches of time of the histograms. */
#define REPORT_METRICS_PROCESSORS 64
#define REPORT_METRICS_BINS       50

/* METRICS_PROGRAM, METRICS_MACHINE, METRICS_PROCESSOR. */
#define REPORT_METRICS_LEVELS 3

/* Rows of a profile; the others are summed up in one. */
#define REPORT_METRICS_MOST_ENTRIES 200

/* What looks the same in the page (path.h), added up. */
typedef struct {
    guint32 interval, site; /* of the one with the largest cpu; METRICS_ANY: no line */
    guint n_alike;          /* how many are in it */
    double calls, cpu, wait, wait_cpu;
    double share; /* cpu, of the profile's */
} ReportEntry;

/* IPS, figure 14. */
typedef struct {
    gint64 processor; /* -1: all */
    gboolean by_line;
    GArray *entries; /* of ReportEntry, as metrics_profile() orders them */
    ReportEntry others, total;
    guint n_others;
} ReportProfile;

/* What has metrics: the program, a machine, a processor. */
typedef struct {
    MetricsLevel level;
    gint64 number;
    Metrics is;
} ReportMeasured;

/* Metrics by level: those of metrics.h that a report tells. */
typedef struct {
    MetricsTable *table;
    GArray *measured[REPORT_METRICS_LEVELS]; /* of ReportMeasured: the program, machines, the
                                                processors that stand for all */
    GArray *intervals;                       /* of MetricsProfile */
    GArray *bins;                            /* of Metrics */
    GPtrArray *profiles; /* of ReportProfile, made when asked for: of all by interval, of the
                            first and the last of the processors, of all by line */
} ReportMetrics;

/* What operations move in the interval with this id, and in those nested in it. */
MetricsMoved report_metrics_moved(const MetricsTable *table, const Prediction *prediction,
                                  guint id);

ReportMetrics *report_metrics_new(const Timeline *timeline);
void report_metrics_free(ReportMetrics *metrics);
