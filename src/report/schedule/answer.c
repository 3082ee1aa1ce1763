/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What schedules say in words.
 */
#include <math.h>

#include "src/base/number.h"
#include "src/report/schedule/view.h"

/* Tasks of a path that the answer names. */
#define MOST_NAMED 12

/* Lengths that differ by less are equal: their sums were rounded differently. */
#define ROUNDING 1e-9

char *
schedule_view_time(const ScheduleView *view, double time)
{
    char number[REPORT_NUMBER_SIZE];
    const char *unit = view->study->graph->unit;

    return g_strdup_printf("%s%s%s", report_number_short(time, number),
                           g_str_equal(unit, "unit") ? "" : " ",
                           g_str_equal(unit, "unit") ? "" : unit);
}

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
