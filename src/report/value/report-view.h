/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A prediction, with its explanation if there is one, as a tree of values (report.def).
 */
#pragma once

#include "src/analysis/activity/metrics.h"
#include "src/report/value/report.h"
#include "src/report/value/value.h"

/* Processors whose metrics are told, and stretches of time of the histograms. */
#define REPORT_METRICS_PROCESSORS 64
#define REPORT_METRICS_BINS       50

/* Metrics by level: those of metrics.h that a report tells. */
typedef struct {
    Metrics program;
    GArray *machines;   /* of Metrics */
    GArray *numbers;    /* of gint64: processors that stand for all */
    GArray *processors; /* of Metrics, theirs */
    GArray *intervals;  /* of MetricsProfile */
    GArray *bins;       /* of Metrics */
} ReportMetrics;

typedef struct {
    const Prediction *prediction;
    const ReportOptions *options;
    const Explanation *explanation; /* or NULL */
    ReportMetrics *metrics;         /* made when asked for */
    const ProcessorClass *unpacked; /* whose values `values` has */
    Characteristics values;
    GString *text; /* scratch, for the value that was asked for last */
} ReportView;

/* `prediction` and `options` must outlive it. */
ReportView *report_view_new(const Prediction *prediction, const ReportOptions *options);
void report_view_free(ReportView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportView, report_view_free)

/* The whole report. */
ValueNode report_view_root(ReportView *view);

extern const ValueShape shape_report;
