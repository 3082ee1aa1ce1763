/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/report/tasks/tasks.h"

#include <math.h>

#include "src/base/number.h"
#include "src/pool/timeline.h"
#include "src/report/view/report-view.h"

static void
add_outliers(TaskReport *report)
{
    const TaskLog *log = report->log;
    char means[REPORT_NUMBER_SIZE], medians[REPORT_NUMBER_SIZE];
    double plain, robust;
    const char *name = task_fit_outliers(log, &plain, &robust);

    if (name == NULL)
        return;
    task_report_time(report, plain, means);
    task_report_time(report, robust, medians);
    g_ptr_array_add(report->warnings,
                    g_strdup_printf("%s: warning: %s is %s by means and %s by medians: a few "
                                    "tasks are out of line, see --robust",
                                    log->file, name, means, medians));
}

TaskReport *
task_report_new(const TaskLog *log, const TaskFitOptions *options, const GArray *processors,
                gint64 tasks)
{
    TaskReport *report = g_new0(TaskReport, 1);

    report->log = log;
    report->fit = task_fit_new(log, options);
    report->tasks = tasks > 0 ? tasks : report->fit->tasks;
    report->predictions = g_array_new(FALSE, FALSE, sizeof(TaskPrediction));
    for (guint i = 0; i < MAX(processors->len, 1); i++) {
        const gint64 n = processors->len > 0 ? g_array_index(processors, gint64, i)
                                             : report->fit->processors;
        const TaskPrediction p = task_predict(report->fit, n, report->tasks);
        g_array_append_val(report->predictions, p);
    }
    report->warnings = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < log->warnings->len; i++)
        g_ptr_array_add(report->warnings, g_strdup(log->warnings->pdata[i]));
    add_outliers(report);
    return report;
}

void
task_report_free(TaskReport *report)
{
    if (report == NULL)
        return;
    task_fit_free(report->fit);
    g_array_unref(report->predictions);
    g_ptr_array_unref(report->warnings);
    g_free(report);
}

const char *
task_report_time(const TaskReport *report, double time, char *buffer)
{
    return report_number_time(time * report->log->seconds, buffer);
}

char *
task_report_answer(const TaskReport *report)
{
    const TaskFit *fit = report->fit;
    const double critical = task_critical_processors(fit, report->tasks);
    const double paper = task_paper_processors(fit, report->tasks);
    const gint64 n = fit->processors;
    const double now = task_predict(fit, n, report->tasks).pool;
    const double more = task_predict(fit, n + 1, report->tasks).pool;
    char saved[REPORT_NUMBER_SIZE], share[REPORT_NUMBER_SIZE];
    GString *text = g_string_new(NULL);

    if (isfinite(critical))
        g_string_append_printf(text, "Up to %.0f processor%s pay%s for %" G_GINT64_FORMAT " tasks",
                               floor(MAX(critical, 1)), critical < 2 ? "" : "s",
                               critical < 2 ? "s" : "", report->tasks);
    else
        g_string_append_printf(text, "Workers do not start later one by one: as many processors "
                                     "pay as there are tasks, %" G_GINT64_FORMAT,
                               report->tasks);
    if (isfinite(paper) && isfinite(critical))
        g_string_append_printf(text, " (the paper's formula: %.0f)", floor(MAX(paper, 1)));
    if (now - more > 1e-9 * now) {
        task_report_time(report, now - more, saved);
        report_number_percent((now - more) / now, share);
        g_string_append_printf(text, ". One more than the %" G_GINT64_FORMAT " of the log saves %s, %s",
                               n, saved, share);
    } else {
        g_string_append_printf(text, ". One more than the %" G_GINT64_FORMAT " of the log saves nothing",
                               n);
    }
    g_string_append_c(text, '.');
    return g_string_free(text, FALSE);
}

/* --- the tree --- */

TaskView *
task_view_new(const TaskReport *report)
{
    TaskView *view = g_new0(TaskView, 1);

    view->report = report;
    return view;
}

void
task_view_free(TaskView *view)
{
    if (view == NULL)
        return;
    g_clear_pointer(&view->pictures, g_array_unref);
    picture_lanes_free(view->lanes);
    report_run_free(view->run);
    g_free(view->text);
    g_free(view);
}

#define keep(view, of) value_keep(&(view)->text, of)

static const char *
time_text(TaskView *view, double time)
{
    char text[REPORT_NUMBER_SIZE];

    return keep(view, g_strdup(task_report_time(view->report, time, text)));
}

static const char *
with_error(TaskView *view, const TaskEstimate *estimate)
{
    char value[REPORT_NUMBER_SIZE], error[REPORT_NUMBER_SIZE];

    task_report_time(view->report, estimate->value, value);
    if (!isfinite(estimate->half))
        return keep(view, g_strdup(value));
    return keep(view, g_strdup_printf("%s \302\261 %s", value,
                                      task_report_time(view->report, estimate->half, error)));
}

static const char *
form(gboolean triangle)
{
    return triangle ? "triangle" : "trapezoid";
}

static const GArray *
pictures(TaskView *view)
{
    const TaskReport *report = view->report;

    if (view->pictures == NULL)
        view->pictures = task_charts_new(report->log, report->fit, report->tasks);
    return view->pictures;
}

static const PictureLanes *
lanes(TaskView *view)
{
    if (view->lanes == NULL)
        view->lanes = task_lanes_new(view->report->log, view->report->fit);
    return view->lanes;
}

static ReportRun *
run(TaskView *view)
{
    if (view->run == NULL)
        view->run = report_run_new(view->report->fit->processors, task_log_timeline_alike,
                                   view->report->log);
    return view->run;
}

#define tasks_shape_program shape_program
#define tasks_shape_warning shape_warning
#define tasks_shape_picture shape_picture
#define tasks_shape_lanes shape_lanes
#define tasks_shape_critical_path shape_critical_path
#define tasks_shape_metrics shape_metrics
#define tasks_shape_path shape_path
#define tasks_shape_timeline shape_timeline

#define VALUE_SHAPE(id) tasks_shape_##id
#define VIEW            TaskView
#define VALUE_ROWS      "src/report/tasks/tasks.def"
#include "src/report/value/rows.h"

ValueNode
task_view_root(TaskView *view)
{
    return (ValueNode){ .shape = &tasks_shape_tasks, .view = view, .of = view->report };
}
