/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/schedule/given.h"

/* For each processor its tasks in order. */
static gboolean
read_lanes(const ScheduleProblem *problem, const GArray *assignments, GArray *lanes[],
           GError **error)
{
    const TaskGraph *graph = problem->graph;
    g_autoptr(GHashTable) tasks = g_hash_table_new(g_str_hash, g_str_equal);

    for (guint i = 0; i < problem->n; i++)
        g_hash_table_insert(tasks, (gpointer)task_graph_task(graph, i)->name,
                            GUINT_TO_POINTER(i + 1));
    for (guint k = 0; k < assignments->len; k++) {
        const GraphAssignment *one = &g_array_index(assignments, GraphAssignment, k);
        const guint known = GPOINTER_TO_UINT(g_hash_table_lookup(tasks, one->task));
        if (known == 0)
            return graph_fail(graph->file, 0, error,
                              "the graph has no task '%s', or the assignment names it twice",
                              one->task);
        if (one->processor >= problem->p)
            return graph_fail(graph->file, 0, error,
                              "task '%s' is assigned to processor %" G_GINT64_FORMAT
                              " of %u, which count from 0",
                              one->task, one->processor, problem->p);
        const guint i = known - 1;
        g_array_append_val(lanes[one->processor], i);
        g_hash_table_remove(tasks, one->task);
    }
    for (guint i = 0; i < problem->n; i++)
        if (g_hash_table_contains(tasks, task_graph_task(graph, i)->name))
            return graph_fail(graph->file, 0, error, "task '%s' is assigned to no processor",
                              task_graph_task(graph, i)->name);
    return TRUE;
}

static gboolean
is_ready(const ScheduleProblem *problem, const gboolean done[], guint i)
{
    const TaskGraph *graph = problem->graph;

    for (guint x = graph->first_in[i]; x < graph->first_in[i + 1]; x++)
        if (!done[task_graph_get_edge(graph, graph->in[x])->from])
            return FALSE;
    return TRUE;
}

/* Appends what can be appended to one lane; whether that was anything. */
static gboolean
go_on(const ScheduleProblem *problem, Schedule *schedule, const GArray *lane, guint p,
      gboolean done[], double arrival[])
{
    const guint before = schedule->lanes[p]->len;

    for (guint k = before; k < lane->len; k++) {
        const guint i = g_array_index(lane, guint, k);
        if (!is_ready(problem, done, i))
            break;
        schedule_arrivals(problem, schedule, i, arrival);
        schedule_put(schedule, i, p, k, MAX(schedule_end(schedule, p), arrival[p]),
                     schedule_problem_time(problem, i, p));
        done[i] = TRUE;
    }
    return schedule->lanes[p]->len > before;
}

static gboolean
append_all(const ScheduleProblem *problem, Schedule *schedule, GArray *lanes[], GError **error)
{
    g_autofree gboolean *done = g_new0(gboolean, problem->n);
    g_autofree double *arrival = g_new(double, problem->p);

    for (gboolean moved = TRUE; moved;) {
        moved = FALSE;
        for (guint p = 0; p < problem->p; p++)
            moved |= go_on(problem, schedule, lanes[p], p, done, arrival);
    }
    for (guint p = 0; p < problem->p; p++)
        if (schedule->lanes[p]->len < lanes[p]->len)
            return graph_fail(
                problem->graph->file, 0, error,
                "the order of the assignment contradicts the graph: task '%s' on processor %u "
                "waits for what comes behind it",
                task_graph_task(problem->graph,
                                g_array_index(lanes[p], guint, schedule->lanes[p]->len))
                    ->name,
                p);
    schedule_end_all(schedule);
    return TRUE;
}

Schedule *
schedule_given(const ScheduleProblem *problem, const GArray *assignments, GError **error)
{
    g_autoptr(Schedule) schedule = schedule_new(problem, "given");
    g_autofree GArray **lanes = g_new(GArray *, problem->p);

    for (guint p = 0; p < problem->p; p++)
        lanes[p] = g_array_new(FALSE, FALSE, sizeof(guint));
    const gboolean done = read_lanes(problem, assignments, lanes, error) &&
                          append_all(problem, schedule, lanes, error);
    for (guint p = 0; p < problem->p; p++)
        g_array_unref(lanes[p]);
    return done ? g_steal_pointer(&schedule) : NULL;
}
