/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * Bounds and optima that were worked out by hand, and bounds by their definition.
 */
#include <math.h>

#include "tests/schedule/graphs.h"
#include "tests/tap.h"

#define SEED 20261122

/* The bound and the optimum on p processors; *shortest by heuristics. */
static ScheduleBounds
bounds_of(TaskGraph *graph, guint p, double *optimum)
{
    GError *error = NULL;
    g_autoptr(ScheduleMachine) machine = graphs_machine(NULL, p, NULL, NULL);
    g_autoptr(ScheduleProblem) problem = schedule_problem_new(graph, machine, &error);
    CU_ASSERT_PTR_NOT_NULL_FATAL(problem);
    const ScheduleBounds bounds = schedule_bounds(problem);
    double best = G_MAXDOUBLE;

    for (guint h = 0; h < SCHEDULE_N_HEURISTICS; h++)
        best = MIN(best, graphs_makespan(problem, h));
    const ScheduleOptimum found =
        schedule_optimum(problem, best, bounds.bound, SCHEDULE_MOST_STATES);
    CU_ASSERT_TRUE(found.proven);
    *optimum = found.makespan;
    return bounds;
}

static void
check(TaskGraph *graph, guint p, double fernandez_bussell, double shortest)
{
    double optimum;
    const ScheduleBounds bounds = bounds_of(graph, p, &optimum);

    CU_ASSERT_EQUAL(bounds.fernandez_bussell, fernandez_bussell);
    CU_ASSERT_EQUAL(bounds.bound, fernandez_bussell);
    CU_ASSERT_EQUAL(optimum, shortest);
    task_graph_free(graph);
}

static void
test_examples(void)
{
    /* path 3, work 3.5; between 1 and 2 five tasks of 1 have to run: 4.5 */
    check(graphs_sample("pi-cold.tg"), 2, 5, 6);
    check(graphs_text("digraph { node [time=2]; a; b; c }"), 2, 3, 4);
    check(graphs_text("digraph { b [time=2]; c [time=2]; d [time=2]; a [time=1]; e [time=1];"
                      " a -> b -> e; a -> c -> e; a -> d -> e }"),
          2, 5, 6);
    check(graphs_text("digraph { a [time=3]; b [time=3]; c [time=2]; d [time=2]; e [time=2] }"),
          2, 6, 6);
}

static void
test_published(void)
{
    static const struct {
        const char *file;
        guint p;
        double optimum;
    } cases[] = {
        { "heft10.dot", 3, 73 }, { "peft10.dot", 3, 113 }, { "kwok9.dot", 2, 17 },
        { "kwok9.dot", 4, 16 },  { "pi.trace", 2, 5430 },
    };

    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(TaskGraph) graph = graphs_sample(cases[i].file);
        double optimum;
        const ScheduleBounds bounds = bounds_of(graph, cases[i].p, &optimum);
        CU_ASSERT_EQUAL(optimum, cases[i].optimum);
        CU_ASSERT_TRUE(bounds.bound <= optimum);
    }
}

/* 10 of work on speeds 1 and 2 is that of 1.5 processors of speed 2: 5 / 1.5 */
static void
test_speeds(void)
{
    GError *error = NULL;
    g_autoptr(TaskGraph) graph =
        graphs_text("digraph { a [time=6]; b [time=4]; a -> b [delay=5] }");
    g_autoptr(ScheduleMachine) machine =
        graphs_machine(NULL, 2, NULL, (const double[]){ 1, 2 });
    g_autoptr(ScheduleProblem) problem = schedule_problem_new(graph, machine, &error);

    CU_ASSERT_DOUBLE_EQUAL(schedule_bounds(problem).work, 10. / 3, 1e-15);
    CU_ASSERT_EQUAL(schedule_bounds(problem).critical_path, 5);
}

/* The definition, over all pairs, from levels that are made anew here; halves, so that nothing is
 * rounded up. */
static double
naive(const ScheduleProblem *problem)
{
    const guint n = problem->n;
    g_autofree double *est = g_new0(double, n), *lst = g_new0(double, n);
    double path = 0, most = 0;

    for (guint i = 0; i < n; i++) /* tasks of the file are in order */
        for (guint e = 0; e < problem->graph->edges->len; e++) {
            const GraphEdge *edge = task_graph_get_edge(problem->graph, e);
            if (edge->to == i)
                est[i] = MAX(est[i], est[edge->from] + problem->mean[edge->from]);
        }
    for (guint i = 0; i < n; i++)
        path = MAX(path, est[i] + problem->mean[i]);
    for (guint i = n; i-- > 0;) {
        double end = path;
        for (guint e = 0; e < problem->graph->edges->len; e++) {
            const GraphEdge *edge = task_graph_get_edge(problem->graph, e);
            if (edge->from == i)
                end = MIN(end, lst[edge->to]);
        }
        lst[i] = end - problem->mean[i];
    }
    for (guint x = 0; x < n; x++)
        for (guint y = 0; y < n; y++) {
            const double a = est[x], b = lst[y] + problem->mean[y];
            double sum = 0;
            for (guint i = 0; i < n && a < b; i++)
                sum += fmax(0, fmin(fmin(problem->mean[i], est[i] + problem->mean[i] - a),
                                    fmin(b - lst[i], b - a)));
            if (a < b)
                most = MAX(most, sum / problem->p - (b - a));
        }
    return path + most;
}

static void
test_naive(void)
{
    for (guint i = 0; i < TAP_CASES(200); i++) {
        GError *error = NULL;
        g_autoptr(TaskGraph) graph = graphs_random(SEED + i, 2 + i % 30, 5);
        g_autoptr(ScheduleMachine) machine = graphs_machine(NULL, 1 + i % 5, NULL, NULL);
        for (guint k = 0; k < graph->tasks->len; k++)
            g_array_index(graph->tasks, GraphTask, k).time += 0.5;
        g_autoptr(ScheduleProblem) problem = schedule_problem_new(graph, machine, &error);
        CU_ASSERT_DOUBLE_EQUAL(schedule_bounds(problem).fernandez_bussell, naive(problem),
                               1e-9);
    }
}

int
main(void)
{
    CU_TestInfo tests[] = {
        { "bounds worked out by hand", test_examples },
        { "optima of published graphs", test_published },
        { "unequal processors", test_speeds },
        { "the bound of Fernandez and Bussell by its definition", test_naive },
        CU_TEST_INFO_NULL,
    };
    return tap_run("bounds", tests);
}
