/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/schedule/schedule.h"

Schedule *
schedule_new(const ScheduleProblem *problem, const char *name)
{
    Schedule *schedule = g_new0(Schedule, 1);

    schedule->name = name;
    schedule->n = problem->n;
    schedule->p = problem->p;
    schedule->processor = g_new0(guint, problem->n);
    schedule->start = g_new0(double, problem->n);
    schedule->finish = g_new0(double, problem->n);
    schedule->lanes = g_new(GArray *, problem->p);
    for (guint p = 0; p < problem->p; p++)
        schedule->lanes[p] = g_array_new(FALSE, FALSE, sizeof(guint));
    return schedule;
}

void
schedule_free(Schedule *schedule)
{
    if (schedule == NULL)
        return;
    for (guint p = 0; p < schedule->p; p++)
        g_array_unref(schedule->lanes[p]);
    g_free(schedule->lanes);
    g_free(schedule->processor);
    g_free(schedule->start);
    g_free(schedule->finish);
    g_free(schedule);
}

/* The data of edge e come from processor `from`, where they are at `finish`. */
static void
add_arrival(const ScheduleProblem *problem, guint e, guint from, double finish, double arrival[])
{
    const guint n = problem->p;
    const double here = MAX(arrival[from], finish);

    if (problem->machine->class_of == NULL) {
        const double there = finish + (n > 1 ? schedule_problem_class_cost(problem, e, 1) : 0);
        for (guint p = 0; p < n; p++)
            arrival[p] = MAX(arrival[p], there);
    } else {
        for (guint p = 0; p < n; p++)
            arrival[p] =
                MAX(arrival[p], finish + schedule_problem_cost(problem, e, from, p));
    }
    arrival[from] = here;
}

void
schedule_arrivals(const ScheduleProblem *problem, const Schedule *schedule, guint i,
                  double arrival[])
{
    const TaskGraph *graph = problem->graph;

    for (guint p = 0; p < problem->p; p++)
        arrival[p] = 0;
    for (guint x = graph->first_in[i]; x < graph->first_in[i + 1]; x++) {
        const guint e = graph->in[x], k = task_graph_get_edge(graph, e)->from;
        add_arrival(problem, e, schedule->processor[k], schedule->finish[k], arrival);
    }
}

/* The first task of a lane that ends after `time`. */
static guint
first_after(const Schedule *schedule, const GArray *lane, double time)
{
    guint low = 0, high = lane->len;

    while (low < high) {
        const guint middle = low + (high - low) / 2;
        if (schedule->finish[g_array_index(lane, guint, middle)] <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

double
schedule_gap(const Schedule *schedule, guint p, double arrival, double time, guint *place)
{
    const GArray *lane = schedule->lanes[p];
    double t = arrival;

    for (*place = first_after(schedule, lane, arrival); *place < lane->len; ++*place) {
        const guint x = g_array_index(lane, guint, *place);
        if (t + time <= schedule->start[x] && t < schedule->finish[x])
            break;
        t = MAX(t, schedule->finish[x]);
    }
    return t;
}

void
schedule_put(Schedule *schedule, guint i, guint p, guint place, double start, double time)
{
    schedule->processor[i] = p;
    schedule->start[i] = start;
    schedule->finish[i] = start + time;
    g_array_insert_val(schedule->lanes[p], place, i);
}

void
schedule_end_all(Schedule *schedule)
{
    schedule->makespan = 0;
    schedule->used = 0;
    for (guint i = 0; i < schedule->n; i++)
        schedule->makespan = MAX(schedule->makespan, schedule->finish[i]);
    for (guint p = 0; p < schedule->p; p++)
        schedule->used += schedule->lanes[p]->len > 0;
}

/* The task that task i had to wait for, and why; i itself where nobody is to blame. */
static guint
before(const ScheduleProblem *problem, const Schedule *schedule, const guint place[], guint i,
       ScheduleCause *cause)
{
    const TaskGraph *graph = problem->graph;
    const double start = schedule->start[i];
    const guint p = schedule->processor[i];

    *cause = SCHEDULE_DATA;
    for (guint x = graph->first_in[i]; x < graph->first_in[i + 1]; x++) {
        const guint k = task_graph_get_edge(graph, graph->in[x])->from;
        if (schedule->processor[k] == p && schedule->finish[k] == start)
            return k;
    }
    *cause = SCHEDULE_PROCESSOR;
    if (place[i] > 0) {
        const guint k = g_array_index(schedule->lanes[p], guint, place[i] - 1);
        if (schedule->finish[k] == start)
            return k;
    }
    *cause = SCHEDULE_MESSAGE;
    for (guint x = graph->first_in[i]; x < graph->first_in[i + 1]; x++) {
        const guint e = graph->in[x], k = task_graph_get_edge(graph, e)->from;
        const double cost = schedule_problem_cost(problem, e, schedule->processor[k], p);
        if (schedule->processor[k] != p && schedule->finish[k] + cost == start)
            return k;
    }
    *cause = SCHEDULE_START;
    return i;
}

GArray *
schedule_path(const ScheduleProblem *problem, const Schedule *schedule)
{
    GArray *path = g_array_new(FALSE, FALSE, sizeof(ScheduleStep));
    g_autofree guint *place = g_new0(guint, schedule->n);
    guint i = 0;

    for (guint p = 0; p < schedule->p; p++)
        for (guint k = 0; k < schedule->lanes[p]->len; k++)
            place[g_array_index(schedule->lanes[p], guint, k)] = k;
    for (guint k = 1; k < schedule->n; k++)
        i = schedule->finish[k] > schedule->finish[i] ? k : i;
    for (ScheduleStep step = { i, SCHEDULE_DATA }; step.cause != SCHEDULE_START;) {
        step.task = i;
        step.cause = SCHEDULE_START;
        if (schedule->start[i] > 0)
            i = before(problem, schedule, place, i, &step.cause);
        g_array_append_val(path, step);
    }
    for (guint k = 0; k < path->len / 2; k++) {
        ScheduleStep *a = &g_array_index(path, ScheduleStep, k);
        ScheduleStep *b = &g_array_index(path, ScheduleStep, path->len - 1 - k);
        const ScheduleStep swapped = *a;
        *a = *b;
        *b = swapped;
    }
    return path;
}

const char *
schedule_cause_name(ScheduleCause cause)
{
    static const char *const names[SCHEDULE_N_CAUSES] = { "start", "data", "processor",
                                                          "message" };

    return names[cause];
}
