/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "src/analysis/schedule/problem.h"

#include <math.h>

static double
time_of(const ScheduleProblem *problem, guint i, guint p)
{
    const TaskGraph *graph = problem->graph;
    const ScheduleMachine *machine = problem->machine;

    return graph->n_times > 0 ? graph->times[(gsize)i * graph->n_times + p]
                              : task_graph_task(graph, i)->time * machine->power /
                                    machine->speeds[p];
}

static gboolean
make_times(ScheduleProblem *problem, GError **error)
{
    const gboolean same =
        problem->graph->n_times == 0 && schedule_machine_is_even(problem->machine);

    problem->mean = g_new(double, problem->n);
    if (!same)
        problem->times = g_try_new(double, (gsize)problem->n *problem->p);
    if (!same && problem->times == NULL)
        return graph_fail(problem->graph->file, 0, error, "no memory for %u tasks on %u processors",
                          problem->n, problem->p);
    for (guint i = 0; i < problem->n; i++) {
        for (guint p = 0; p < problem->p && !same; p++)
            problem->times[(gsize)i * problem->p + p] = time_of(problem, i, p);
        problem->mean[i] =
            same ? time_of(problem, i, 0)
                 : graph_mean(problem->times + (gsize)i * problem->p, problem->p);
    }
    return TRUE;
}

/* On one processor, of those where that is fastest. */
static double
alone(const ScheduleProblem *problem)
{
    double least = G_MAXDOUBLE;

    for (guint p = 0; p < problem->p && (p == 0 || problem->times != NULL); p++) {
        double sum = 0;
        for (guint i = 0; i < problem->n; i++)
            sum += schedule_problem_time(problem, i, p);
        least = MIN(least, sum);
    }
    return least;
}

static gboolean
has_bytes(const ScheduleProblem *problem)
{
    for (guint e = 0; e < problem->graph->edges->len; e++)
        if (task_graph_get_edge(problem->graph, e)->bytes >= 0)
            return TRUE;
    return FALSE;
}

/* What messages with bytes cost: only a parameter file tells. */
static gboolean
make_costs(ScheduleProblem *problem, GError **error)
{
    const TaskGraph *graph = problem->graph;
    const guint classes = problem->machine->n_classes;

    if (problem->machine->params == NULL || problem->free || !has_bytes(problem))
        return TRUE;
    if (isnan(graph->seconds))
        return graph_fail(graph->file, 0, error,
                          "the file does not tell the unit of its times, which messages of the "
                          "machine need: --unit does");
    problem->costs = g_try_new0(double, (gsize)graph->edges->len *classes);
    if (problem->costs == NULL)
        return graph_fail(graph->file, 0, error, "no memory for the messages of %u edges",
                          graph->edges->len);
    for (guint e = 0; e < graph->edges->len; e++) {
        const double bytes = task_graph_get_edge(graph, e)->bytes;
        for (guint class = 1; class < classes && bytes > 0 && problem->p > 1; class++)
            problem->costs[(gsize)e * classes + class] =
                schedule_machine_message(problem->machine, class, bytes) / graph->seconds;
    }
    return TRUE;
}

static double
mean_cost(const ScheduleProblem *problem, guint e)
{
    const ScheduleMachine *machine = problem->machine;
    const GraphEdge *edge = task_graph_get_edge(problem->graph, e);
    const double all = (double)problem->p * ((double)problem->p - 1);
    const gboolean bytes = problem->costs != NULL && edge->bytes >= 0;
    double sum = 0;

    if (problem->p == 1 || problem->free)
        return 0;
    if (bytes && machine->n_classes == 2)
        return schedule_problem_class_cost(problem, e, 1);
    for (guint class = 1; class < machine->n_classes; class++)
        sum += machine->pairs[class] * (bytes ? schedule_problem_class_cost(problem, e, class)
                                              : machine->hops[class]);
    return bytes ? sum / all : edge->delay * (sum / all);
}

static void
make_levels(ScheduleProblem *problem)
{
    const TaskGraph *graph = problem->graph;
    const guint n = problem->n;

    problem->sl = g_new0(double, n);
    problem->bl = g_new0(double, n);
    problem->tl = g_new0(double, n);
    problem->alap = g_new0(double, n);
    for (guint k = n; k-- > 0;) {
        const guint i = graph->order[k];
        double sl = 0, bl = 0;
        for (guint x = graph->first_out[i]; x < graph->first_out[i + 1]; x++) {
            const guint e = graph->out[x], j = task_graph_get_edge(graph, e)->to;
            sl = MAX(sl, problem->sl[j]);
            bl = MAX(bl, problem->mean_cost[e] + problem->bl[j]);
        }
        problem->sl[i] = problem->mean[i] + sl;
        problem->bl[i] = problem->mean[i] + bl;
        problem->longest = MAX(problem->longest, problem->bl[i]);
    }
    for (guint k = 0; k < n; k++) {
        const guint i = graph->order[k];
        for (guint x = graph->first_in[i]; x < graph->first_in[i + 1]; x++) {
            const guint e = graph->in[x], j = task_graph_get_edge(graph, e)->from;
            problem->tl[i] = MAX(problem->tl[i],
                                 (problem->tl[j] + problem->mean[j]) + problem->mean_cost[e]);
        }
        problem->alap[i] = problem->longest - problem->bl[i];
    }
}

ScheduleProblem *
schedule_problem_new(const TaskGraph *graph, const ScheduleMachine *machine, GError **error)
{
    if (graph->n_times > 0 && graph->n_times != machine->n) {
        graph_fail(graph->file, 0, error, "the tasks have times for %u processors, and not for %u",
                   graph->n_times, machine->n);
        return NULL;
    }
    g_autoptr(ScheduleProblem) problem = g_new0(ScheduleProblem, 1);
    problem->graph = graph;
    problem->machine = machine;
    problem->n = graph->tasks->len;
    problem->p = machine->n;
    problem->free = schedule_machine_is_free(machine);
    if (!make_times(problem, error) || !make_costs(problem, error))
        return NULL;
    problem->one = alone(problem);
    problem->mean_cost = g_new0(double, MAX(graph->edges->len, 1));
    for (guint e = 0; e < graph->edges->len; e++)
        problem->mean_cost[e] = mean_cost(problem, e);
    make_levels(problem);
    return g_steal_pointer(&problem);
}

void
schedule_problem_free(ScheduleProblem *problem)
{
    if (problem == NULL)
        return;
    g_free(problem->times);
    g_free(problem->mean);
    g_free(problem->costs);
    g_free(problem->mean_cost);
    g_free(problem->sl);
    g_free(problem->bl);
    g_free(problem->tl);
    g_free(problem->alap);
    g_free(problem);
}

double
schedule_problem_least(const ScheduleProblem *problem, guint i)
{
    double least = schedule_problem_time(problem, i, 0);

    for (guint p = 1; p < problem->p && problem->times != NULL; p++)
        least = MIN(least, schedule_problem_time(problem, i, p));
    return least;
}
