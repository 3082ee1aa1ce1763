/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/schedule/timeline.h"

#include <math.h>

#include "src/timeline/lanes.h"

typedef struct {
    const ScheduleProblem *problem;
    const Schedule *schedule;
    TimelineLanes *lanes;
    guint32 *ended; /* [task]: event of its end */
} Maker;

/* What task i waits for from other processors. */
static void
add_messages(const Maker *maker, guint i, guint32 event)
{
    const TaskGraph *graph = maker->problem->graph;
    const Schedule *schedule = maker->schedule;
    const guint p = schedule->processor[i];

    for (guint x = graph->first_in[i]; x < graph->first_in[i + 1]; x++) {
        const guint e = graph->in[x], k = task_graph_get_edge(graph, e)->from;
        const guint q = schedule->processor[k];
        if (p == q)
            continue;
        const double arrival = schedule->finish[k] + schedule_problem_cost(maker->problem, e, q, p);
        timeline_lanes_message(maker->lanes, q, p, schedule->finish[k], arrival,
                               task_graph_get_edge(graph, e)->bytes, maker->ended[k], event);
    }
}

static void
add_task(const Maker *maker, guint i)
{
    const GraphTask *task = task_graph_task(maker->problem->graph, i);
    const guint p = maker->schedule->processor[i];
    Timeline *timeline = maker->lanes->timeline;
    const guint32 start = timeline_event(timeline);

    timeline_lanes_until(maker->lanes, p, TIMELINE_WAIT, maker->schedule->start[i], start,
                         maker->lanes->nowhere);
    add_messages(maker, i, start);
    timeline_keep_event(timeline, start);
    maker->ended[i] = timeline_event(timeline);
    timeline_lanes_until(
        maker->lanes, p, TIMELINE_CPU, maker->schedule->finish[i], maker->ended[i],
        timeline_site_add(timeline, task->file != NULL ? task->file : maker->problem->graph->file,
                          task->line));
    timeline_keep_event(timeline, maker->ended[i]);
}

typedef struct {
    double start, finish;
    guint place; /* in the order of the graph */
    guint task;
} Begin;

static gint
compare(gconstpointer a, gconstpointer b)
{
    const Begin *x = a, *y = b;

    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    if (x->finish != y->finish)
        return x->finish < y->finish ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* By start: of those that begin together the ones without length, which others may wait for, come
 * first, and of these predecessors. */
static GArray *
tasks_by_start(const ScheduleProblem *problem, const Schedule *schedule)
{
    GArray *tasks = g_array_new(FALSE, FALSE, sizeof(Begin));

    for (guint k = 0; k < problem->n; k++) {
        const guint i = problem->graph->order[k];
        const Begin one = { schedule->start[i], schedule->finish[i], k, i };
        g_array_append_val(tasks, one);
    }
    g_array_sort(tasks, compare);
    return tasks;
}

double
schedule_timeline(gconstpointer data, Timeline *timeline)
{
    const ScheduleProblem *problem = ((const ScheduleOfProblem *)data)->problem;
    const Schedule *schedule = ((const ScheduleOfProblem *)data)->schedule;
    g_autofree guint32 *ended = g_new0(guint32, problem->n);
    g_autoptr(GArray) tasks = tasks_by_start(problem, schedule);
    g_auto(TimelineLanes) lanes = { 0 };
    const Maker maker = { problem, schedule, &lanes, ended };

    timeline_lanes_init(&lanes, timeline, problem->graph->file,
                        isnan(problem->graph->seconds) ? 1 : problem->graph->seconds);
    for (guint k = 0; k < tasks->len; k++)
        add_task(&maker, g_array_index(tasks, Begin, k).task);
    return timeline_lanes_finish(&lanes, schedule->makespan);
}
