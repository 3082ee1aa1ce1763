/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/report/view/run.h"

ReportRun *
report_run_new(gint64 processors, TimelineFill *fill, gconstpointer data)
{
    ReportRun *run = g_new0(ReportRun, 1);

    run->prediction = g_new0(Prediction, 1);
    run->prediction->params = params_new();
    run->prediction->grid = run->prediction->params->topology =
        (RaterGrid){ 1, { processors } };
    run->prediction->processors = processors;
    run->explanation = g_new0(Explanation, 1);
    run->explanation->findings = g_ptr_array_new();
    run->explanation->timeline = timeline_new(processors, 0);
    run->prediction->execution_time = fill(data, run->explanation->timeline);
    /* the sum of times that are finite may not be: then there is no path */
    run->explanation->path =
        critical_path_new(run->explanation->timeline, EXPLAIN_MOST_STRETCHES, NULL);
    run->options = (ReportOptions){ .max_depth = -1,
                                    .no_processors = TRUE,
                                    .explanation = run->explanation };
    run->view = report_view_new(run->prediction, &run->options, FALSE);
    return run;
}

void
report_run_free(ReportRun *run)
{
    if (run == NULL)
        return;
    report_view_free(run->view);
    explanation_free(run->explanation);
    prediction_free(run->prediction);
    g_free(run);
}

static Value
of_view(const ReportRun *run, gconstpointer of)
{
    return of != NULL ? value_object_of(of, run->view) : value_null();
}

Value
report_run_critical_path(const ReportRun *run)
{
    return run != NULL ? of_view(run, run->explanation->path) : value_null();
}

Value
report_run_metrics(const ReportRun *run)
{
    return run != NULL ? of_view(run, report_view_metrics(run->view)) : value_null();
}

/* What pages have beside, made when they ask. */
static const ReportPage *
page(ReportRun *run)
{
    if (run->view->page == NULL)
        run->view->page = report_page_new(run->prediction, &run->options);
    return run->view->page;
}

Value
report_run_path(ReportRun *run)
{
    return run != NULL ? of_view(run, page(run)->path) : value_null();
}

Value
report_run_timeline(ReportRun *run)
{
    return run != NULL ? of_view(run, page(run)->timeline) : value_null();
}
