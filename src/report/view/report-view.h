/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A prediction, with its explanation if there is one, as a tree of values: report.def,
 * explain.def and metrics.def have its rows.
 */
#pragma once

#include "src/report/value/report.h"
#include "src/report/value/value.h"
#include "src/report/view/metrics.h"
#include "src/report/view/page.h"

typedef struct {
    const Prediction *prediction;
    const ReportOptions *options;
    const Explanation *explanation; /* or NULL */
    ReportPage *page;               /* what rows for pages need; NULL: no page is wanted */
    ReportMetrics *metrics;         /* made when asked for */
    gboolean all_operations;        /* of processors, and not only those that they met */
    GString *text;                  /* scratch, for the value that was asked for last */
} ReportView;

/* `prediction` and `options` must outlive it. With `page` its rows for pages can be asked for
 * too. */
ReportView *report_view_new(const Prediction *prediction, const ReportOptions *options,
                            gboolean page);
void report_view_free(ReportView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportView, report_view_free)

/* The whole report. */
ValueNode report_view_root(ReportView *view);

/* The findings of an explanation, which must be there, as SARIF. */
ValueNode report_view_sarif(ReportView *view);

/* Shapes that other files name; those of other trees too, which have another view. */
extern const ValueShape shape_program, shape_parameters, shape_warning, shape_pop;
extern const ValueShape shape_report, shape_size, shape_finding, shape_fewer_processors,
    shape_lost, shape_half_efficiency, shape_critical_path, shape_path, shape_timeline,
    shape_metrics;

/* Of the timeline, made when they are asked for first; NULL without one. */
const ReportMetrics *report_view_metrics(ReportView *view);

/* Texts for rows, in the view's scratch. Those of an id or a site that is not known are "". */
const char *report_view_place(ReportView *view, const char *file, gint64 line); /* a.fdv:31 */
const char *report_view_site(ReportView *view, guint32 site);
/* "the parallel loop at heat2d.fdv:31" */
const char *report_view_words(ReportView *view, const Interval *interval);
const char *report_view_words_of(ReportView *view, guint id);
/* Where the page shows a line: "#source-1-31"; "" where it does not. */
const char *report_view_link(ReportView *view, const char *file, gint64 line);
const char *report_view_site_link(ReportView *view, guint32 site);

/* Those of view->metrics, which must be there. */
GPtrArray *report_view_profiles(ReportView *view);

/* The site of a number, NULL: it is not known. */
const TimelineSite *report_view_site_of(const ReportView *view, guint32 number);

/* The interval of an id; NULL: there is none. */
const Interval *report_view_interval(const ReportView *view, guint id);

/* The id of the interval, or of those around it the nearest that --depth shows; 0 for none. */
guint report_view_shown(const ReportView *view, guint id);

/* part / all, 0 when that is 0. */
double report_view_share(double part, double all);

/* The pointers of an array as items. */
Value report_view_pointers(const GPtrArray *array);
