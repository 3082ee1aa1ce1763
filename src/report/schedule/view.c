/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/report/schedule/view.h"

#include <math.h>
#include <string.h>

#include "src/analysis/schedule/timeline.h"
#include "src/base/number.h"
#include "src/report/schedule/picture.h"

void
schedule_measured_free(ScheduleMeasured *measured)
{
    g_free(measured->file);
    schedule_study_free(measured->study);
    task_graph_free(measured->graph);
    g_free(measured);
}

static const ScheduleRow *
row_of(const ScheduleStudy *study, guint processors)
{
    for (guint i = 0; i < study->rows->len; i++)
        if (schedule_study_row(study, i)->machine->n == processors)
            return schedule_study_row(study, i);
    return NULL;
}

/* The row where the result of that name is shortest, or NULL. */
static const ScheduleRow *
best_of(const ScheduleStudy *study, const char *name)
{
    const ScheduleRow *best = NULL;
    double least = 0;

    for (guint i = 0; i < study->rows->len; i++) {
        const ScheduleRow *row = schedule_study_row(study, i);
        const guint at = schedule_row_find(row, name);
        if (at == G_MAXUINT)
            continue;
        const double makespan = schedule_row_result(row, at)->schedule->makespan;
        if (best == NULL || makespan < least ||
            (makespan == least && row->machine->n < best->machine->n)) {
            best = row;
            least = makespan;
        }
    }
    return best;
}

static gboolean
choose_shown(ScheduleView *view, GError **error)
{
    const ScheduleStudy *study = view->study;
    const gint wanted = view->options->heuristic;
    const guint n = view->options->processors;
    const char *name = wanted < 0                         ? NULL
                       : wanted == SCHEDULE_N_HEURISTICS ? "given"
                                                         : schedule_heuristic_name(wanted);

    view->row = n > 0         ? row_of(study, n)
                : name != NULL ? best_of(study, name)
                               : schedule_study_row(study, study->best);
    guint at = G_MAXUINT;
    if (view->row != NULL)
        at = name != NULL ? schedule_row_find(view->row, name) : view->row->best;
    if (at == G_MAXUINT) {
        g_set_error(error, REPORT_ERROR, REPORT_ERROR_FORMAT,
                    "--show: %s%s%s is not in the table", name != NULL ? name : "",
                    n > 0 ? "@" : "", n > 0 ? "that number of processors" : "");
        return FALSE;
    }
    view->shown = schedule_row_result(view->row, at);
    return TRUE;
}

ScheduleView *
schedule_view_new(const ScheduleStudy *study, const GPtrArray *measured,
                  const ScheduleViewOptions *options, GError **error)
{
    g_autoptr(ScheduleView) view = g_new0(ScheduleView, 1);

    view->study = study;
    view->options = options;
    view->measured = measured;
    if (!choose_shown(view, error))
        return NULL;
    view->path = schedule_path(view->row->problem, view->shown->schedule);
    view->placed = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint p = 0; p < view->shown->schedule->p; p++) {
        const GArray *lane = view->shown->schedule->lanes[p];
        if (lane->len > 0)
            g_array_append_vals(view->placed, lane->data, lane->len);
    }
    view->warnings = g_ptr_array_new();
    g_ptr_array_extend(view->warnings, study->graph->warnings, NULL, NULL);
    return g_steal_pointer(&view);
}

void
schedule_view_free(ScheduleView *view)
{
    if (view == NULL)
        return;
    g_clear_pointer(&view->path, g_array_unref);
    g_clear_pointer(&view->placed, g_array_unref);
    g_clear_pointer(&view->warnings, g_ptr_array_unref);
    schedule_pictures_free(view->pictures);
    report_run_free(view->run);
    g_free(view->text);
    g_free(view);
}

double
schedule_view_busy(const ScheduleView *view, guint p)
{
    const Schedule *schedule = view->shown->schedule;
    double sum = 0;

    for (guint k = 0; k < schedule->lanes[p]->len; k++) {
        const guint i = g_array_index(schedule->lanes[p], guint, k);
        sum += schedule_problem_time(view->row->problem, i, p);
    }
    return schedule->makespan > 0 ? sum / schedule->makespan : 0;
}

/* --- rows --- */

/* Of a task on the longest path rounding would leave a hair, or less than nothing. */
static double
slack(const ScheduleProblem *problem, guint task)
{
    const double latest = problem->alap[task], slack = latest - problem->tl[task];
    return fabs(slack) > 1e-12 * latest ? slack : 0;
}

static const SchedulePictures *
pictures(ScheduleView *view)
{
    if (view->pictures == NULL)
        view->pictures = schedule_pictures_new(view);
    return view->pictures;
}

static ReportRun *
run(ScheduleView *view)
{
    if (view->run == NULL) {
        const ScheduleOfProblem shown = { view->row->problem, view->shown->schedule };
        view->run = report_run_new(view->row->machine->count, schedule_timeline, &shown);
    }
    return view->run;
}

#define keep(view, of)          value_keep(&(view)->text, of)
#define coordinate(view, value) picture_coordinate(&(view)->text, value)

static Value
measured_runs(const ScheduleView *view)
{
    return view->measured != NULL && view->measured->len > 0
               ? report_view_pointers(view->measured)
               : value_absent();
}

static const char *
summary_of(const ScheduleResult *result)
{
    ScheduleHeuristic heuristic;

    return schedule_heuristic_find(result->name, &heuristic) ? schedule_heuristic_summary(heuristic)
                                                             : "as it was given";
}

/* Slack that sums in another order would not have is none. */
static double
room(const ScheduleProblem *problem, guint i)
{
    const double slack = problem->alap[i] - problem->tl[i];

    return fabs(slack) > 1e-12 * problem->longest ? slack : 0;
}

static Value
placed_cell(const ScheduleView *view, guint i, gint64 at)
{
    const Schedule *schedule = view->shown->schedule;

    return at == 0   ? value_text(task_graph_task(view->study->graph, i)->name)
           : at == 1 ? value_integer(schedule->processor[i])
                     : value_real(at == 2 ? schedule->start[i] : schedule->finish[i]);
}

#define schedule_shape_program shape_program
#define schedule_shape_warning shape_warning
#define schedule_shape_picture shape_picture
#define schedule_shape_picture_tick shape_picture_tick
#define schedule_shape_lanes shape_lanes
#define schedule_shape_metrics shape_metrics
#define schedule_shape_path shape_path
#define schedule_shape_timeline shape_timeline

#define VALUE_SHAPE(id) schedule_shape_##id
#define VIEW            ScheduleView
#define VALUE_ROWS      "src/report/schedule/schedule.def"
#include "src/report/value/rows.h"

ValueNode
schedule_view_root(ScheduleView *view)
{
    return (ValueNode){ .shape = &schedule_shape_schedules, .view = view, .of = view->study };
}
