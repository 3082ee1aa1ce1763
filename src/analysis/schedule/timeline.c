/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/schedule/timeline.h"

#include <math.h>

typedef struct {
    const ScheduleProblem *problem;
    const Schedule *schedule;
    Timeline *timeline;
    double unit;     /* seconds */
    guint32 *ended;  /* [task]: event of its end */
    guint32 *last;   /* [processor]: its last event */
    double *end;     /* [processor]: when that is, in units */
    guint32 *group;  /* [processor] */
    guint32 nowhere; /* site */
} Maker;

static TimelineActivity
activity(const Maker *maker, TimelineKind kind, double start, double end, guint32 from, guint32 to)
{
    return (TimelineActivity){
        .start = start * maker->unit,
        .end = end * maker->unit,
        .from = from,
        .to = to,
        .group = TIMELINE_NO_GROUP,
        .site = maker->nowhere,
        .traffic = TIMELINE_NO_TRAFFIC,
        .kind = (guint8)kind,
        .operation = OPERATION_REMOTE,
    };
}

/* The processor does nothing until `time`, when `event` is. */
static void
wait_until(Maker *maker, guint p, double time, guint32 event)
{
    const gboolean waits = time > maker->end[p];
    TimelineActivity one = activity(maker, waits ? TIMELINE_WAIT : TIMELINE_PRECEDENCE,
                                    maker->end[p], time, maker->last[p], event);

    if (waits)
        one.group = maker->group[p];
    timeline_add(maker->timeline, &one);
    maker->last[p] = event;
    maker->end[p] = time;
}

/* What task i waits for from other processors. */
static void
add_messages(Maker *maker, guint i, guint32 event)
{
    const TaskGraph *graph = maker->problem->graph;
    const Schedule *schedule = maker->schedule;
    const guint p = schedule->processor[i];

    for (guint x = graph->first_in[i]; x < graph->first_in[i + 1]; x++) {
        const guint e = graph->in[x], k = task_graph_get_edge(graph, e)->from;
        const guint q = schedule->processor[k];
        if (p == q)
            continue;
        const double bytes = task_graph_get_edge(graph, e)->bytes;
        const double arrival = schedule->finish[k] + schedule_problem_cost(maker->problem, e, q, p);
        const TimelinePair pair = { q, p, bytes > 0 ? bytes : 0, 1 };
        TimelineActivity one = activity(maker, TIMELINE_MESSAGE, schedule->finish[k], arrival,
                                        maker->ended[k], event);
        one.traffic = timeline_traffic_add(maker->timeline, pair.bytes, 1, 1, &pair);
        timeline_add(maker->timeline, &one);
    }
}

static void
add_task(Maker *maker, guint i)
{
    const GraphTask *task = task_graph_task(maker->problem->graph, i);
    const guint p = maker->schedule->processor[i];
    const guint32 start = timeline_event(maker->timeline);

    wait_until(maker, p, maker->schedule->start[i], start);
    add_messages(maker, i, start);
    timeline_keep_event(maker->timeline, start);
    maker->ended[i] = timeline_event(maker->timeline);
    TimelineActivity one = activity(maker, TIMELINE_CPU, maker->schedule->start[i],
                                    maker->schedule->finish[i], start, maker->ended[i]);
    one.group = maker->group[p];
    one.site = timeline_site_add(maker->timeline,
                                 task->file != NULL ? task->file : maker->problem->graph->file,
                                 task->line);
    timeline_add(maker->timeline, &one);
    timeline_keep_event(maker->timeline, maker->ended[i]);
    maker->last[p] = maker->ended[i];
    maker->end[p] = maker->schedule->finish[i];
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

void
schedule_timeline_fill(const ScheduleProblem *problem, const Schedule *schedule,
                       Timeline *timeline)
{
    g_autofree guint32 *ended = g_new0(guint32, problem->n);
    g_autofree guint32 *last = g_new0(guint32, problem->p);
    g_autofree guint32 *group = g_new0(guint32, problem->p);
    g_autofree double *end = g_new0(double, problem->p);
    g_autoptr(GArray) tasks = tasks_by_start(problem, schedule);
    Maker maker = {
        problem, schedule, timeline, isnan(problem->graph->seconds) ? 1 : problem->graph->seconds,
        ended,   last,     end,      group,
        timeline_site_add(timeline, problem->graph->file, 0),
    };

    for (guint p = 0; p < problem->p; p++)
        group[p] = timeline_group(timeline, &(TimelineGroup){ .least = p, .count = 1 });
    for (guint k = 0; k < tasks->len; k++)
        add_task(&maker, g_array_index(tasks, Begin, k).task);
    const guint32 over = timeline_event(timeline);
    for (guint p = 0; p < problem->p; p++)
        wait_until(&maker, p, schedule->makespan, over);
}
