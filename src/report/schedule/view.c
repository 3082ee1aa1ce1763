/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <config.h>

#include "src/report/schedule/view.h"

#include <math.h>
#include <string.h>

#include "src/base/number.h"
#include "src/report/view/report-view.h"

/* Tasks of a path that the answer names. */
#define MOST_NAMED 12

/* Lengths that differ by less are equal: their sums were rounded differently. */
#define ROUNDING 1e-9

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

char *
schedule_view_time(const ScheduleView *view, double time)
{
    char number[REPORT_NUMBER_SIZE];
    const char *unit = view->study->graph->unit;

    return g_strdup_printf("%s%s%s", report_number_short(time, number),
                           g_str_equal(unit, "unit") ? "" : " ",
                           g_str_equal(unit, "unit") ? "" : unit);
}

/* --- the answer --- */

/* How far the best schedule is from what is known of the shortest. */
static void
append_distance(GString *text, const ScheduleRow *row)
{
    const double makespan = schedule_row_result(row, row->best)->schedule->makespan;
    const gboolean proven = row->optimum.proven;
    const double least = proven ? row->optimum.makespan : row->bounds.bound;
    char percent[REPORT_NUMBER_SIZE];

    if (makespan <= least * (1 + ROUNDING)) {
        g_string_append(text, " No schedule is shorter.");
        return;
    }
    g_string_append_printf(text, " It is %s%s longer than the %s.", proven ? "" : "at most ",
                           report_number_percent(least > 0 ? makespan / least - 1 : NAN, percent),
                           proven ? "shortest one" : "bound");
}

static gboolean
has_more_processors(const ScheduleStudy *study, guint n)
{
    for (guint i = 0; i < study->rows->len; i++)
        if (schedule_study_row(study, i)->machine->n > n)
            return TRUE;
    return FALSE;
}

/* "1, 2, 7": along the largest static level. */
static void
append_path(GString *text, const ScheduleProblem *problem)
{
    const TaskGraph *graph = problem->graph;
    guint i = 0, n = 0;

    for (guint k = 1; k < problem->n; k++)
        i = problem->sl[k] > problem->sl[i] ? k : i;
    while (i != G_MAXUINT && n < MOST_NAMED) {
        guint next = G_MAXUINT;
        g_string_append_printf(text, "%s%s", n++ > 0 ? ", " : "", task_graph_task(graph, i)->name);
        for (guint x = graph->first_out[i]; x < graph->first_out[i + 1]; x++) {
            const guint j = task_graph_get_edge(graph, graph->out[x])->to;
            if (next == G_MAXUINT || problem->sl[j] > problem->sl[next])
                next = j;
        }
        i = next;
    }
    if (i != G_MAXUINT)
        g_string_append(text, ", ...");
}

static void
append_use(GString *text, const ScheduleView *view, const ScheduleRow *row)
{
    const ScheduleResult *best = schedule_row_result(row, row->best);
    char ratio[REPORT_NUMBER_SIZE], percent[REPORT_NUMBER_SIZE];
    g_autofree char *time = schedule_view_time(view, best->schedule->makespan);

    if (best->speed_up <= 1) {
        g_string_append_printf(text, "Use one processor: nothing here is faster (%s).", time);
        return;
    }
    g_string_append_printf(text, "Use %u processor%s (%s): %s, %s times as fast as one, "
                                 "efficiency %s.",
                           row->machine->n, row->machine->n == 1 ? "" : "s", best->name, time,
                           report_number_rounded(best->speed_up, ratio),
                           report_number_percent(best->efficiency, percent));
    append_distance(text, row);
    if (has_more_processors(view->study, row->machine->n))
        g_string_append(text, " More processors bring nothing.");
}

char *
schedule_view_answer(const ScheduleView *view)
{
    const ScheduleRow *row = schedule_study_row(view->study, view->study->best);
    const ScheduleProblem *problem = row->problem;
    GString *text = g_string_new(NULL);
    double level = 0;

    append_use(text, view, row);
    for (guint i = 0; i < problem->n; i++)
        level = MAX(level, problem->sl[i]);
    g_autofree char *alone = schedule_view_time(view, level);
    g_autofree char *with = schedule_view_time(view, problem->longest);
    g_string_append(text, " Longest path: ");
    append_path(text, problem);
    g_string_append_printf(text, " (%s, with communication %s). Messages are taken not to "
                                 "disturb each other.",
                           alone, with);
    return g_string_free(text, FALSE);
}

/* --- rows --- */

static const char *
keep(ScheduleView *view, char *text)
{
    g_free(view->text);
    return view->text = text;
}

static Value
measured_runs(const ScheduleView *view)
{
    return view->measured != NULL && view->measured->len > 0
               ? report_view_pointers(view->measured)
               : value_absent();
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

#define VALUE_SHAPE(id) schedule_shape_##id
#define VIEW            ScheduleView
#define VALUE_ROWS      "src/report/schedule/schedule.def"
#include "src/report/value/rows.h"

ValueNode
schedule_view_root(ScheduleView *view)
{
    return (ValueNode){ .shape = &schedule_shape_schedules, .view = view, .of = view->study };
}
