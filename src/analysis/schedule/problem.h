/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * A task graph on a machine: how long each task takes on each processor, what each edge costs
 * between each two, and the levels of the tasks.
 *
 * Sums are in the order written here, and nothing is compared but exactly: schedules depend on
 * the last bit.
 */
#pragma once

#include "src/analysis/schedule/machine.h"
#include "src/graph/graph.h"

typedef struct {
    const TaskGraph *graph;
    const ScheduleMachine *machine;
    guint n, p;   /* tasks, processors */
    double *times; /* [task * p + processor]; NULL: `mean` on each */
    double *mean;  /* [task]: the mean over processors */
    double *costs; /* [edge * n_classes + class]: those with bytes; NULL: there are none */
    double *mean_cost; /* [edge]: over ordered pairs of two processors; 0 for one */
    gboolean free;     /* messages cost nothing */
    double one;        /* all tasks on the fastest single processor */
    /* Levels of tasks: static, bottom, top, and BL of the longest path - BL. */
    double *sl, *bl, *tl, *alap;
    double longest; /* largest BL */
} ScheduleProblem;

/* Both must outlive it. NULL with GRAPH_ERROR: the graph has times for another number of
 * processors, no unit where messages have bytes, or needs too much memory. */
ScheduleProblem *schedule_problem_new(const TaskGraph *graph, const ScheduleMachine *machine,
                                      GError **error);
void schedule_problem_free(ScheduleProblem *problem);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ScheduleProblem, schedule_problem_free)

/* What task i takes on processor p. */
static inline double
schedule_problem_time(const ScheduleProblem *problem, guint i, guint p)
{
    return problem->times != NULL ? problem->times[(gsize)i * problem->p + p]
                                  : problem->mean[i];
}

/* What edge e costs between processors of a class other than 0. */
static inline double
schedule_problem_class_cost(const ScheduleProblem *problem, guint e, guint class)
{
    const GraphEdge *edge = task_graph_get_edge(problem->graph, e);

    if (problem->free)
        return 0;
    if (problem->costs != NULL && edge->bytes >= 0)
        return problem->costs[(gsize)e * problem->machine->n_classes + class];
    return edge->delay * problem->machine->hops[class];
}

/* What edge e costs from processor p to q. */
static inline double
schedule_problem_cost(const ScheduleProblem *problem, guint e, guint p, guint q)
{
    return p == q ? 0
                  : schedule_problem_class_cost(problem, e,
                                                schedule_machine_class(problem->machine, p, q));
}

/* The least time of a task. */
double schedule_problem_least(const ScheduleProblem *problem, guint i);
