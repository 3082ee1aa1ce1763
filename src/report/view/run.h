/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A run that nobody predicted, a schedule or what was measured, as far as its timeline tells:
 * critical path, metrics and timeline as the report of a prediction has them, for other trees of
 * values.  Seconds.
 */
#pragma once

#include "src/report/view/report-view.h"

typedef struct {
    Prediction *prediction;   /* of nothing but processors */
    Explanation *explanation; /* of nothing but the timeline and its path */
    ReportOptions options;
    ReportView *view;
} ReportRun;

ReportRun *report_run_new(gint64 processors, TimelineFill *fill, gconstpointer data);
void report_run_free(ReportRun *run);

/* Values of rows whose shapes are those of a report: critical_path, metrics; and for pages path and
 * timeline. Null when there is no path, and of no run (NULL). */
Value report_run_critical_path(const ReportRun *run);
Value report_run_metrics(const ReportRun *run);
Value report_run_path(ReportRun *run);
Value report_run_timeline(ReportRun *run);
